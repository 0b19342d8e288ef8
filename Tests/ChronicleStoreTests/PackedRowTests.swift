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
