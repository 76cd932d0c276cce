internal import CFaultyDisk

/// Failing operations, a full disk and a disk that lies.
extension FaultyDisk {
    public enum Operation: Sendable, Hashable, CaseIterable {
        /// Fails with `SQLITE_IOERR_READ`.
        case read
        /// Fails with `SQLITE_IOERR_WRITE`; a part may be written.
        case write
        /// Fails with `SQLITE_IOERR_FSYNC`. As on Linux, a later sync does not try again what did not reach the disk.
        /// It is lost with the next power loss, or at once if the system takes the memory back. The seed decides.
        case sync
        /// Fails with `SQLITE_IOERR_TRUNCATE`.
        case truncate
        /// Fails with `SQLITE_CANTOPEN`.
        case open
        /// Fails with `SQLITE_IOERR_DELETE`.
        case delete
    }

    public enum Repetition: Sendable, Hashable {
        case once
        case times(Int)
        case always
    }

    /// Makes an operation on files with one of `roles` fail, after `count` more of them have succeeded.
    ///
    /// Replaces an earlier fault of the same operation.
    public func fail(
        _ operation: Operation, of roles: Roles = .all, after count: Int = 0, _ repetition: Repetition = .once
    ) {
        let times: Int64 =
            switch repetition {
            case .once: 1
            case .times(let times): Int64(max(0, times))
            case .always: -1
            }
        faulty_disk_fail(disk, operation.value, roles.rawValue, Int64(count), times)
    }

    /// Removes all faults, the limit of the space and a planned power loss. Syncs work again.
    public func repair() { faulty_disk_repair(disk) }

    /// Lets the disk run full after `bytes` more bytes; nil: never. A write that does not fit writes a part and fails
    /// with `SQLITE_FULL`.
    public func limitSpace(to bytes: Int?) {
        faulty_disk_set_capacity(disk, bytes.map { faulty_disk_used(disk) + Int64($0) } ?? -1)
    }

    /// Whether a sync reports success without doing anything.
    public func ignoreSyncs(_ ignores: Bool) { faulty_disk_ignore_syncs(disk, ignores) }
}

extension FaultyDisk.Operation {
    init(_ value: FaultyDiskOperation) {
        self =
            switch value {
            case .read: .read
            case .write: .write
            case .sync: .sync
            case .truncate: .truncate
            case .open: .open
            case .delete: .delete
            }
    }

    var value: FaultyDiskOperation {
        switch self {
        case .read: .read
        case .write: .write
        case .sync: .sync
        case .truncate: .truncate
        case .open: .open
        case .delete: .delete
        }
    }
}
