/// A folder of the file system.
public struct POSIXLogFolder: LogFolder {
    /// The folder's absolute path.
    public let path: String

    /// Creates a folder from its absolute path; the folder itself is created with the first line.
    public init(path: String) { self.path = path }

    /// Returns the size in bytes and the time of the last change; nil for a missing file. Does not follow symbolic
    /// links.
    ///
    /// - Throws: `LogFileFailure` if the operating system refuses.
    public func status(_ name: String) throws(LogFileFailure) -> LogFileStatus? {
        do throws(SystemFailure) {
            return try SystemFiles.status(path(name), followsLinks: false).map {
                LogFileStatus(size: UInt64(max(0, $0.size)), modified: $0.modified)
            }
        } catch {
            if error.isNotAFolder { return nil }
            throw LogFileFailure(error, "read")
        }
    }

    /// Returns the names of all files in the folder; none when the folder does not exist.
    ///
    /// - Throws: `LogFileFailure` if the operating system refuses.
    public func names() throws(LogFileFailure) -> [String] {
        do throws(SystemFailure) {
            return try SystemFiles.names(inFolder: path)
        } catch {
            if error.isMissing { return [] }
            throw LogFileFailure(error, "list")
        }
    }

    /// Appends to the file, and creates it (mode 0600) and the folder (mode 0700) if they are missing. Does not sync.
    ///
    /// - Throws: `LogFileFailure` if the operating system refuses, also for a symbolic link.
    public func append(_ bytes: [UInt8], to name: String) throws(LogFileFailure) {
        do throws(SystemFailure) {
            do throws(SystemFailure) {
                try write(bytes, to: name)
            } catch {
                guard error.isMissing else { throw error }
                try SystemFiles.makeFolder(path)
                try write(bytes, to: name)
            }
        } catch {
            throw LogFileFailure(error, "write")
        }
    }

    private func write(_ bytes: [UInt8], to name: String) throws(SystemFailure) {
        try OpenFile.with(path(name), .write, [.append, .create, .noFollow]) { file throws(SystemFailure) in
            try file.setMode(0o600)
            try file.writeAll(bytes)
        }
    }

    /// Returns up to `count` bytes from `offset`; empty at the end of the file.
    ///
    /// - Throws: `LogFileFailure` if the operating system refuses, also for a missing file and a symbolic link.
    public func read(_ name: String, from offset: UInt64, count: Int) throws(LogFileFailure) -> [UInt8] {
        do throws(SystemFailure) {
            return try OpenFile.with(path(name), .read, .noFollow) { file throws(SystemFailure) in
                try file.bytes(at: offset, count: count)
            }
        } catch {
            throw LogFileFailure(error, "read")
        }
    }

    /// Removes the file; a missing file is not an error.
    ///
    /// - Throws: `LogFileFailure` if the operating system refuses.
    public func remove(_ name: String) throws(LogFileFailure) {
        do throws(SystemFailure) {
            try SystemFiles.remove(path(name))
        } catch {
            throw LogFileFailure(error, "remove")
        }
    }

    private func path(_ name: String) -> String { "\(path)/\(name)" }
}

extension LogFileFailure {
    fileprivate init(_ failure: SystemFailure, _ operation: String) {
        self.init(operation: operation, path: failure.path, reason: failure.reason)
    }
}
