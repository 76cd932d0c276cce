/// A folder of the file system.
public struct POSIXLogFolder: LogFolder {
    /// The folder's absolute path.
    public let path: String

    /// Creates a folder from its absolute path; the folder itself is created with the first line.
    public init(path: String) { self.path = path }

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

    public func names() throws(LogFileFailure) -> [String] {
        do throws(SystemFailure) {
            return try SystemFiles.names(inFolder: path)
        } catch {
            if error.isMissing { return [] }
            throw LogFileFailure(error, "list")
        }
    }

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

    public func read(_ name: String, from offset: UInt64, count: Int) throws(LogFileFailure) -> [UInt8] {
        do throws(SystemFailure) {
            return try OpenFile.with(path(name), .read, .noFollow) { file throws(SystemFailure) in
                try file.bytes(at: offset, count: count)
            }
        } catch {
            throw LogFileFailure(error, "read")
        }
    }

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
