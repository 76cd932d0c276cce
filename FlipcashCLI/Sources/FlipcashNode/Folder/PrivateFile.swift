import FlipcashCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Files and folders that only their owner can access, with the modes and the durability stated here.
enum PrivateFile {
    /// Creates `path` and its missing parents with mode 0700.
    ///
    /// - Throws: `NodeError.insecureFolder` when the folder exists and its group or others may use it,
    ///   `NodeError.fileSystem`.
    static func makeDirectory(_ path: String) throws(NodeError) {
        do throws(SystemFailure) {
            try SystemFiles.makeFolder(path)
        } catch {
            throw NodeError(error, "create folder")
        }
        try checkDirectory(path)
    }

    /// Refuses a folder that its group or others may use.
    ///
    /// - Throws: `NodeError.insecureFolder`, `NodeError.fileSystem`.
    static func checkDirectory(_ path: String) throws(NodeError) {
        let status: FileStatus?
        do throws(SystemFailure) {
            status = try SystemFiles.status(path)
        } catch {
            throw NodeError(error, "examine")
        }
        guard let mode = status.map({ $0.permissions & 0o777 }), mode & 0o077 != 0 else { return }
        throw .insecureFolder(path: path, mode: mode)
    }

    /// Returns the whole content of `path`, or nil when there is no such file.
    ///
    /// - Parameter requiringPrivacy: refuses a file that its group or others can read.
    /// - Throws: `NodeError.insecureFile`, `NodeError.fileSystem`; a file above 1 MiB is refused.
    static func read(_ path: String, requiringPrivacy: Bool) throws(NodeError) -> [UInt8]? {
        let outcome: Result<[UInt8], NodeError>
        do throws(SystemFailure) {
            outcome = try OpenFile.with(path, .read) { file throws(SystemFailure) -> Result<[UInt8], NodeError> in
                let mode = try file.status().permissions & 0o777
                if requiringPrivacy, mode & 0o077 != 0 { return .failure(.insecureFile(path: path, mode: mode)) }
                let content = try file.contents(upTo: sizeLimit + 1)
                guard content.count <= sizeLimit else {
                    let reason = "it is larger than \(sizeLimit) bytes"
                    return .failure(.fileSystem(operation: "read", path: path, reason: reason))
                }
                return .success(content)
            }
        } catch {
            if error.isMissing { return nil }
            throw NodeError(error, "read")
        }
        switch outcome {
        case .success(let content): return content
        case .failure(let error): throw error
        }
    }

    /// Creates `path` with `content` and mode 0600, durably, unless the file exists.
    ///
    /// The content is complete before the name appears: after a crash there is either no file or the whole one.
    ///
    /// - Returns: false when the file already existed; it is not changed.
    static func create(_ path: String, content: [UInt8]) throws(NodeError) -> Bool {
        let draft = draft(of: path)
        defer { remove(draft) }
        do throws(SystemFailure) {
            try createDraft(draft) { file throws(SystemFailure) in
                try file.writeAll(content)
                try file.sync()
            }
            return try publish(draft, as: path)
        } catch {
            throw NodeError(error, "create")
        }
    }

    /// Renames `path` to `other`, durably, without replacing another file.
    ///
    /// - Returns: false when `other` already exists; `path` keeps its name.
    static func rename(_ path: String, to other: String) throws(NodeError) -> Bool {
        do throws(SystemFailure) {
            return try publish(path, as: other)
        } catch {
            throw NodeError(error, "create")
        }
    }

    /// The path of the incomplete file that becomes `path`, in the same folder.
    static func draft(of path: String) -> String { "\(path).\(getpid()).new" }

    /// Creates `draft` with mode 0600 and runs `body` with it. Removes one that an earlier process left behind.
    static func createDraft(
        _ draft: String, _ body: (OpenFile) throws(SystemFailure) -> Void
    ) throws(SystemFailure) {
        try SystemFiles.remove(draft)
        try OpenFile.with(draft, .write, .createNew, body)
    }

    /// Renames `draft`, whose content is on the disk, to `path`, durably, without replacing another file.
    ///
    /// - Returns: false when `path` already exists; `draft` keeps its name.
    static func publish(_ draft: String, as path: String) throws(SystemFailure) -> Bool {
        guard try SystemFiles.addName(path, toFile: draft) else { return false }
        remove(draft)
        try SystemFiles.syncFolder(of: path)
        return true
    }

    /// Copies `path` to `other`, which must not exist, with mode 0600, and writes the copy to the disk.
    static func copy(_ path: String, to other: String) throws(NodeError) {
        do throws(SystemFailure) {
            try OpenFile.with(path, .read) { source throws(SystemFailure) in
                try OpenFile.with(other, .write, .createNew) { target throws(SystemFailure) in
                    while true {
                        let chunk = try source.contents(upTo: 1 << 16)
                        if chunk.isEmpty { break }
                        try target.writeAll(chunk)
                    }
                    try target.sync()
                }
            }
        } catch {
            throw NodeError(error, "copy")
        }
    }

    /// Removes `path`, ignoring errors.
    static func remove(_ path: String) { try? SystemFiles.remove(path) }

    /// Returns the size of `path` in bytes; nil when there is no such file.
    static func size(_ path: String) throws(NodeError) -> Int? {
        do throws(SystemFailure) {
            return try SystemFiles.status(path)?.size
        } catch {
            throw NodeError(error, "examine")
        }
    }

    private static let sizeLimit = 1 << 20
}

extension NodeError {
    /// Describes a failed system call on a file, such as `read`.
    init(_ failure: SystemFailure, _ operation: String) {
        self = .fileSystem(operation: operation, path: failure.path, reason: failure.reason)
    }
}
