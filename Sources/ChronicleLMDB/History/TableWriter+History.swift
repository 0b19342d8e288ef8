#if LMDB
import CLMDB
import ChronicleHistory
import ChronicleStore

extension TableWriter {
    func appendHistory(_ record: PendingHistory) throws -> Int64 {
        let sequence = try HistoryTable(transaction: transaction, tables: tables, path: path).newest() + 1
        var encoder = HistoryRecordEncoder()
        encoder.encode(record.record)
        try encoder.writer.bytes.withUnsafeBytes { bytes in
            try withOrderedBytes(of: sequence) { key in
                var data = MDB_val(bytes)
                try check(
                    mdb_put(transaction, tables.history, &key, &data, UInt32(MDB_APPEND)), "Writing history", at: path)
            }
        }
        return sequence
    }
}
#endif
