#if LMDB
import CLMDB
#endif

/// When a commit of an LMDB store has reached the disk.
///
/// Whatever is chosen, a crash of the process alone loses nothing.
public enum LMDBDurability: Sendable, Hashable {
    /// When `save` returns; a power failure loses nothing.
    case full
    /// At the latest with the next commit: a power failure may lose the last commit, and the store stays sound.
    case noMetaSync
    /// When the system writes it: a power failure may lose commits or damage the store.
    case noSync
}

#if LMDB
extension LMDBDurability {
    var flags: UInt32 {
        switch self {
        case .full: 0
        case .noMetaSync: UInt32(MDB_NOMETASYNC)
        case .noSync: UInt32(MDB_NOSYNC)
        }
    }

    /// Rises with strictness.
    var rank: Int {
        switch self {
        case .full: 2
        case .noMetaSync: 1
        case .noSync: 0
        }
    }
}
#endif
