#if LMDB
import ChronicleHistory
import Foundation
import Testing

@testable import ChronicleLMDB

@Suite struct ConsumerRecordTests {
    private func consumer(_ state: Data?) -> HistoryConsumer {
        var consumer = HistoryConsumer(
            name: "uploader", sequence: 17, updatedAt: Date(timeIntervalSinceReferenceDate: 1.5))
        consumer.owner = "somebody"
        consumer.isExpired = true
        consumer.state = state
        return consumer
    }

    private func written(_ consumer: HistoryConsumer) throws -> Data {
        let record = try ConsumerRecord(consumer)
        var data = Data(count: record.count)
        data.withUnsafeMutableBytes { record.write(to: $0) }
        return data
    }

    @Test(arguments: [nil, Data(), Data([0x7b, 0, 1]), Data(repeating: 7, count: 1_000_000)])
    func aConsumerIsReadBackWithItsStateAsItIs(_ state: Data?) throws {
        let data = try written(consumer(state))
        #expect(try data.withUnsafeBytes { try ConsumerRecord.consumer($0) } == consumer(state))
        #expect(data.count < (state?.count ?? 0) + 300)
    }

    @Test(arguments: [nil, Data([1, 2, 3])]) func whatWasWrittenAsJSONIsReadToo(_ state: Data?) throws {
        let old = try JSONEncoder().encode(consumer(state))
        #expect(try old.withUnsafeBytes { try ConsumerRecord.consumer($0) } == consumer(state))
    }

    @Test func whatIsCutShortOrForeignIsNoConsumer() throws {
        let data = try written(consumer(nil))
        for count in 0..<data.count {
            #expect(throws: (any Error).self, "\(count)") {
                try data.prefix(count).withUnsafeBytes { try ConsumerRecord.consumer($0) }
            }
        }
        for other in [Data([2, 0, 0, 0, 0]), Data([1, 255, 255, 255, 255, 0])] {
            #expect(throws: (any Error).self) { try other.withUnsafeBytes { try ConsumerRecord.consumer($0) } }
        }
    }
}
#endif
