internal import CFaultyDisk

/// What the disk has done since its creation.
extension FaultyDisk {
    /// How often something was done, failures included.
    public struct Counts: Sendable, Hashable {
        public var reads: UInt64
        public var writes: UInt64
        public var bytesWritten: UInt64
        public var truncations: UInt64
        public var syncs: UInt64
        /// Syncs of a file's folder, after a new log or journal. On Linux each is another `fsync`.
        public var folderSyncs: UInt64

        public static func - (later: Self, earlier: Self) -> Self {
            Self(
                reads: later.reads - earlier.reads, writes: later.writes - earlier.writes,
                bytesWritten: later.bytesWritten - earlier.bytesWritten,
                truncations: later.truncations - earlier.truncations, syncs: later.syncs - earlier.syncs,
                folderSyncs: later.folderSyncs - earlier.folderSyncs)
        }
    }

    /// The counts of all files with one of `roles`.
    public func counts(of roles: Roles = .all) -> Counts {
        let counts = faulty_disk_counts(disk, roles.rawValue)
        return Counts(
            reads: counts.reads, writes: counts.writes, bytesWritten: counts.bytes_written,
            truncations: counts.truncations, syncs: counts.syncs, folderSyncs: counts.folder_syncs)
    }

    /// How many changes there were, in the meaning of `losePower(after:)`.
    public var changes: Int { Int(faulty_disk_changes(disk)) }

    /// A digest of all changes and their results in their order. Equal digests mean equal stories.
    ///
    /// The written bytes are not part of it: SQLite puts random numbers of its own into the write-ahead log.
    public var trace: UInt64 { faulty_disk_trace(disk) }
}
