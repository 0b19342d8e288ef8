import Foundation

extension ContractProbe {
    /// Records a violation unless a condition holds.
    ///
    /// - Parameter message: What was expected and what was seen, as a sentence of its own.
    func expect(
        _ condition: Bool, _ message: @autoclosure () -> String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        if !condition { record(message(), ContractSite("\(fileID)", "\(filePath)", line, column)) }
    }

    /// Records a violation unless what was seen equals what was expected.
    ///
    /// - Parameter what: What is compared, such as "the number of rows after the failed save".
    func expectEqual<T: Equatable>(
        _ seen: T, _ expected: T, _ what: @autoclosure () -> String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) {
        guard seen != expected else { return }
        record(
            "\(what()): expected \(Self.shortened(expected)), saw \(Self.shortened(seen))",
            ContractSite("\(fileID)", "\(filePath)", line, column))
    }

    /// Records a violation unless work throws a `StoreError` of one of the codes, with a message.
    ///
    /// - Returns: The error, for a closer look.
    @discardableResult
    func expectStoreError(
        _ codes: StoreError.Code..., from what: String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ work: () throws -> Void
    ) -> StoreError? {
        expectError(
            codes.map(\.rawValue), what, { $0.code.rawValue }, ContractSite("\(fileID)", "\(filePath)", line, column),
            work)
    }

    /// Records a violation unless work throws a `HistoryError` of one of the codes.
    @discardableResult
    func expectHistoryError(
        _ codes: HistoryError.Code..., from what: String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ work: () throws -> Void
    ) -> HistoryError? {
        expectError(
            codes.map(\.rawValue), what, { $0.code.rawValue }, ContractSite("\(fileID)", "\(filePath)", line, column),
            work)
    }

    /// Records a violation unless work throws a `ChronicleError` of one of the codes.
    @discardableResult
    func expectChronicleError(
        _ codes: ChronicleError.Code..., from what: String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column, _ work: () throws -> Void
    ) -> ChronicleError? {
        expectError(
            codes.map(\.rawValue), what, { $0.code.rawValue }, ContractSite("\(fileID)", "\(filePath)", line, column),
            work)
    }

    /// The value, or a recorded violation and the end of the clause.
    func require<T>(
        _ value: T?, _ what: @autoclosure () -> String, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) throws -> T {
        if let value { return value }
        throw fail("\(what()) is missing", fileID: fileID, filePath: filePath, line: line, column: column)
    }

    private func expectError<E: Error>(
        _ codes: [String], _ what: String, _ code: (E) -> String, _ site: ContractSite, _ work: () throws -> Void
    ) -> E? {
        let wanted = "\(E.self) \(codes.joined(separator: " or "))"
        do {
            try work()
            record("\(what) went through, expected \(wanted)", site)
        } catch let error as E {
            if codes.contains(code(error)) { return error }
            record("\(what) threw \(Self.describe(error)), expected \(wanted)", site)
        } catch {
            record("\(what) threw \(Self.describe(error)), expected \(wanted)", site)
        }
        return nil
    }

    static func describe(_ error: any Error) -> String { "\(type(of: error)) (\(shortened(error)))" }

    /// A readable form of a value that fits a report.
    static func shortened(_ value: some Any) -> String {
        let text = String(reflecting: value)
        return text.count <= 400 ? text : text.prefix(400) + "… (\(text.count) characters)"
    }
}
