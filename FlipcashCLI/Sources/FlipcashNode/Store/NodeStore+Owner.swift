import FlipcashCore
import Foundation
import GRDB

extension NodeStore {
    /// The key of the node that the database belongs to; nil for one without a node.
    func nodeKey() throws -> PublicKey? { try read { try $0.mint(CoreMint.usdf.mint)?.vmAuthority } }

    /// The key of the node that the database at `path` belongs to; nil when there is no database, or none with a node.
    ///
    /// The file is only read: it is not upgraded, and its mode stays. No process may have it open meanwhile, since what
    /// SQLite puts beside it for reading is removed again.
    ///
    /// - Throws: `NodeError` or `StoreError` when the file cannot be used.
    static func owner(ofDatabaseAt path: String) throws -> PublicKey? {
        guard try PrivateFile.size(path) ?? 0 > 0 else { return nil }
        let missing = [path + "-wal", path + "-shm"].filter { !FileManager.default.fileExists(atPath: $0) }
        defer { missing.forEach(PrivateFile.remove) }
        do {
            try refuseOtherFiles(path)
            var configuration = Self.configuration
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let key = try queue.read { try Self.owner(in: StoreReader(database: $0), path: path) }
            try queue.close()
            return key
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private static func owner(in reader: StoreReader, path: String) throws -> PublicKey? {
        guard try version(of: reader.database, path: path) > 0 else { return nil }
        let row = try reader.row("SELECT vm_authority FROM mints WHERE mint = ?", [CoreMint.usdf.mint.blob])
        return try row?.key("vm_authority")
    }
}
