#if LMDB
import ChronicleHistory
import Foundation

/// The stored form of a consumer: a byte that says what follows, the size of the description, the description as JSON, and the
/// consumer's own state as it is. States hold whole batches: in JSON they would be base64, written and read back at each save.
///
/// What was written before there was this form is the JSON alone, with the state in it; it begins with a brace.
struct ConsumerRecord {
    private enum Form: UInt8 {
        case withoutState = 0
        case withState = 1
        case json = 0x7b
    }

    private static let headSize = 5

    private let head: Data
    private let state: Data?

    init(_ consumer: HistoryConsumer) throws {
        var described = consumer
        described.state = nil
        head = try JSONEncoder().encode(described)
        state = consumer.state
    }

    var count: Int { Self.headSize + head.count + (state?.count ?? 0) }

    /// Writes the record to a place of its size.
    func write(to place: UnsafeMutableRawBufferPointer) {
        let form: Form = state == nil ? .withoutState : .withState
        place[0] = form.rawValue
        place.storeBytes(of: UInt32(head.count).littleEndian, toByteOffset: 1, as: UInt32.self)
        head.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: place[Self.headSize...]).copyMemory(from: $0) }
        state?.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(rebasing: place[(Self.headSize + head.count)...]).copyMemory(from: $0)
        }
    }

    /// Reads a record.
    ///
    /// - Throws: What says that it is none.
    static func consumer(_ bytes: UnsafeRawBufferPointer) throws -> HistoryConsumer {
        let decoder = JSONDecoder()
        guard let form = bytes.first.flatMap({ Form(rawValue: $0) }) else { throw Unreadable() }
        if form == .json { return try decoder.decode(HistoryConsumer.self, from: Data(bytes)) }
        guard bytes.count >= headSize else { throw Unreadable() }
        let size = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self)))
        guard size <= bytes.count - headSize else { throw Unreadable() }
        var consumer = try decoder.decode(HistoryConsumer.self, from: Data(bytes[headSize..<(headSize + size)]))
        if form == .withState { consumer.state = Data(bytes[(headSize + size)...]) }
        return consumer
    }

    private struct Unreadable: Error {}
}
#endif
