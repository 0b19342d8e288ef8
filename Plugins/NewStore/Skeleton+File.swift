extension Skeleton {
    /// The folder and its file.
    static let file = #"""
        import ChronicleSchema
        import ChronicleStore
        import Foundation

        /// The store's folder: one file with everything, and a lock.
        struct AcmeFile: Sendable {
            let folder: URL
            let allowsSave: Bool

            /// What is in the file.
            struct Content: Codable {
                static let format = 1
                var format = Content.format
                var identifier = UUID().uuidString
                var nextKey: Int64 = 1
                /// The entities with their columns: what the bytes of the rows mean.
                var schema: [String: [String]]
                /// The rows by entity.
                var rows: [String: [Row]] = [:]

                static func describe(_ schema: Schema) -> [String: [String]] {
                    schema.entitiesByName.mapValues { entity in
                        entity.columns.map { "\($0.name) \($0.type.rawValue) \($0.isOptional) \($0.destination ?? "")" }
                            + entity.indexes.filter(\.isUnique).map { "unique \($0.columns)" }
                    }
                }
            }

            /// A row, its values as `PackedRowLayout` packs them.
            struct Row: Codable {
                var key: Int64
                var bytes: Data
            }

            private var path: String {
                let path = folder.path(percentEncoded: false)
                return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
            }
            private var name: String { path + "/rows.json" }

            // MARK: Opening

            /// Makes the folder where there is none, and keeps it from others.
            func lock() throws -> AcmeLock {
                var status = stat()
                if stat(path, &status) == 0 {
                    guard status.st_mode & S_IFMT == S_IFDIR else { throw error(.notAStore, "is no folder") }
                } else {
                    guard access(folder.deletingLastPathComponent().path(percentEncoded: false), F_OK) == 0 else {
                        throw error(.missingFolder, "lies in a folder that does not exist; make it first")
                    }
                    guard allowsSave else { throw error(.missingStore, "does not exist and may not be made") }
                    if mkdir(path, 0o755) != 0, errno != EEXIST { throw failure("making") }
                }
                // A folder can be locked as a file can, which leaves one alone that may not be written.
                let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
                guard descriptor >= 0 else { throw failure("opening") }
                let lock = AcmeLock(descriptor)
                guard lock.take() else { throw error(.locked, "is open already; close it there first") }
                return lock
            }

            /// What the file holds; a new file's content where there is none yet.
            func open(_ schema: Schema) throws -> Content {
                guard access(name, F_OK) == 0 else {
                    guard try names().allSatisfy({ $0 == "rows.json.new" }) else {
                        throw error(.notAStore, "holds other files and no store")
                    }
                    guard allowsSave else { throw error(.missingStore, "holds no store, and none may be made") }
                    let content = Content(schema: Content.describe(schema))
                    try write(content)
                    return content
                }
                let content: Content
                do {
                    content = try JSONDecoder().decode(Content.self, from: Data(contentsOf: URL(filePath: name)))
                } catch let cause as DecodingError {
                    throw StoreError(
                        .corrupt, "\(name) is damaged: restore it from a copy.", location: path, underlying: cause)
                } catch {
                    throw StoreError(.inputOutput, "\(name) cannot be read.", location: path, underlying: error)
                }
                guard content.format <= Content.format else { throw error(.newerFormat, "was written by a newer version") }
                let wanted = Content.describe(schema)
                let names = Set(wanted.keys).union(content.schema.keys).sorted()
                if let entity = names.first(where: { wanted[$0] != content.schema[$0] }) {
                    throw StoreError(
                        .schemaMismatch,
                        "The store at \(path) was made with another \(entity), or without it: open it with the models that it was "
                            + "made with.", entity: entity, location: path)
                }
                return content
            }

            private func names() throws -> [String] {
                do { return try FileManager.default.contentsOfDirectory(atPath: path) } catch {
                    throw StoreError(.inputOutput, "\(path) cannot be read.", location: path, underlying: error)
                }
            }

            // MARK: Writing

            /// Writes the file aside and puts it in the old one's place, so that there is always a whole one, power lost or not.
            func write(_ content: Content) throws {
                let data = try JSONEncoder().encode(content)
                let aside = name + ".new"
                let file = Foundation.open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
                guard file >= 0 else { throw failure("writing") }
                defer { close(file) }
                do {
                    try data.withUnsafeBytes { bytes in
                        var rest = bytes[...]
                        while !rest.isEmpty {
                            let count = Foundation.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                            if count < 0, errno == EINTR { continue }
                            guard count > 0 else { throw failure("writing") }
                            rest = rest.dropFirst(count)
                        }
                    }
                    guard fsync(file) == 0, rename(aside, name) == 0 else { throw failure("writing") }
                } catch {
                    unlink(aside)
                    throw error
                }
                // The name is durable once the folder is.
                let directory = Foundation.open(path, O_RDONLY | O_CLOEXEC)
                guard directory >= 0 else { throw failure("writing") }
                defer { close(directory) }
                guard fsync(directory) == 0 else { throw failure("writing") }
            }

            // MARK: Errors

            func error(_ code: StoreError.Code, _ what: String) -> StoreError {
                StoreError(code, "\(path) \(what).", location: path)
            }

            private func failure(_ doing: String) -> StoreError {
                let number = errno
                let code: StoreError.Code =
                    switch number {
                    case ENOSPC, EDQUOT: .diskFull
                    case EACCES, EPERM, EROFS: .noPermission
                    default: .inputOutput
                    }
                return StoreError(
                    code, "The store at \(path) failed in \(doing): \(String(cString: strerror(number))).", location: path)
            }
        }

        /// Keeps a folder to one opening, for as long as it lives; it goes with the process.
        final class AcmeLock: Sendable {
            private let descriptor: Int32

            init(_ descriptor: Int32) { self.descriptor = descriptor }

            deinit { close(descriptor) }

            /// Takes the lock unless another opening has it.
            func take() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
        }

        """#
}
