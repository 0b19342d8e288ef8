import ChronicleSchema
import ChronicleStore
import Foundation
import Testing

@Suite struct PackedRowTests {
    let layout = PackedRowLayout(Items.schema.entities[0])

    @Test func valuesComeBackToTheLastBit() throws {
        var generator = SeededGenerator.printed("packed rows")
        for _ in 0..<500 {
            let row = Items.row(&generator)
            let bytes = try layout.pack(row[...])
            let back = try bytes.withUnsafeBytes { try layout.values(of: $0) }
            #expect(zip(row, back).allSatisfy { $0.isIdentical(to: $1) })
        }
    }

    @Test func someColumnsCanBeReplaced() throws {
        var generator = SeededGenerator.printed("repacked rows")
        let row = Items.row(&generator)
        let bytes = try layout.pack(row[...])
        let new = try bytes.withUnsafeBytes {
            try layout.repack($0, replacing: [(0, .text("longer than before")), (1, .null)])
        }
        let back = try new.withUnsafeBytes { try layout.values(of: $0) }
        #expect(back[0] == .text("longer than before") && back[1] == .null && back[2...] == row[2...])
    }

    @Test func changedColumnsAreToldBitForBitAndReplacedInPlaceWhereTheyFit() throws {
        var generator = SeededGenerator.printed("patched rows")
        var patched = 0
        for _ in 0..<1000 {
            let (row, other) = (Items.row(&generator), Items.row(&generator))
            let new = row.indices.filter { _ in Bool.random(using: &generator) }.map { ($0, other[$0]) }
            var bytes = try layout.pack(row[...])
            let changed = try bytes.withUnsafeBytes { try layout.changes(new, of: $0) }
            #expect(changed.map(\.column) == new.filter { !$0.1.isIdentical(to: row[$0.0]) }.map(\.0))
            guard try bytes.withUnsafeMutableBytes({ try layout.patch($0, changed) }) else { continue }
            patched += 1
            var wanted = row
            for (column, value) in changed { wanted[column] = value }
            let back = try bytes.withUnsafeBytes { try layout.values(of: $0) }
            #expect(zip(wanted, back).allSatisfy { $0.isIdentical(to: $1) })
        }
        #expect(patched > 0)
    }

    @Test func damagedBytesAreRefusedOrReadWithinTheirBounds() throws {
        var generator = SeededGenerator.printed("damaged rows")
        for _ in 0..<3000 {
            var bytes = try layout.pack(Items.row(&generator)[...])
            for _ in 0..<3 {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0...min(20, bytes.count), using: &generator))
            do {
                _ = try bytes.withUnsafeBytes { try layout.values(of: $0) }
            } catch let error as StoreError {
                #expect(error.code == .corrupt)
            }
        }
        #expect(throws: StoreError.self) { try layout.values(of: UnsafeRawBufferPointer(start: nil, count: 0)) }
    }

    @Test func aValueOfAnotherTypeIsRefused() throws {
        var row = [StoredValue](repeating: .null, count: 10)
        row[1] = .text("no number")
        #expect(throws: StoreError.self) { try layout.pack(row[...]) }
    }
}
