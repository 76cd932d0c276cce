internal import CFaultyDisk

/// Files without SQLite.
extension FaultyDisk {
    /// The paths of all files, in the order of their creation.
    public var paths: [String] {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { path in
            var paths: [String] = []
            guard let start = path.baseAddress else { return [] }
            while faulty_disk_path(disk, paths.count, start, path.count) { paths.append(String(cString: start)) }
            return paths
        }
    }

    /// The bytes that programs see; nil if there is no file at `path`.
    public func contents(of path: String) -> [UInt8]? { contents(of: path, durable: false) }

    /// The bytes that survive a power loss in which everything unsynced is lost; nil if there is no file at `path`.
    public func durableContents(of path: String) -> [UInt8]? { contents(of: path, durable: true) }

    private func contents(of path: String, durable: Bool) -> [UInt8]? {
        let size = faulty_disk_read_file(disk, path, durable, nil, 0)
        guard size >= 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: Int(size)) { bytes, count in
            let found = faulty_disk_read_file(disk, path, durable, bytes.baseAddress, size)
            count = Int(max(0, min(size, found)))
        }
    }

    /// Replaces or creates a file durably, for example to damage it or to start with a known database.
    ///
    /// - Throws: `FaultyDiskFailure` if the disk is full.
    public func write(_ contents: [UInt8], to path: String) throws(FaultyDiskFailure) {
        guard faulty_disk_write_file(disk, path, contents, Int64(contents.count)) else {
            throw FaultyDiskFailure("The disk is full.")
        }
    }

    /// Renames a file, replacing another. A power loss before `syncFolder` may undo it.
    ///
    /// - Throws: `FaultyDiskFailure` if there is no file at `path`.
    public func rename(_ path: String, to newPath: String) throws(FaultyDiskFailure) {
        guard faulty_disk_rename_file(disk, path, newPath) else {
            throw FaultyDiskFailure("There is no file at \(path).")
        }
    }

    /// Makes the names in the folder of `path` durable.
    public func syncFolder(of path: String) { faulty_disk_sync_folder(disk, path) }
}
