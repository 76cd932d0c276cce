#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Files that a person asked for.
enum OutputFile {
    /// Who may read a file.
    enum Readers {
        /// Whoever may read new files usually.
        case usual
        /// The person alone: the file is as good as money. It is never written through a symbolic link, which
        /// somebody else may have put there.
        case ownerAlone
    }

    /// Writes `bytes` to `path`, in place of what was there.
    ///
    /// - Throws: `CommandFailure`: exit 73 when the file cannot be created, 74 when it cannot be written.
    static func write(_ bytes: [UInt8], to path: String, readers: Readers = .usual) throws(CommandFailure) {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC
        let descriptor =
            switch readers {
            case .usual: open(path, flags | O_TRUNC, 0o666)
            case .ownerAlone: open(path, flags | O_NOFOLLOW, 0o600)
            }
        guard descriptor >= 0 else {
            throw CommandFailure("cannot_create", .cannotCreate, "\(shown(path)) cannot be created: \(reason()).")
        }
        defer { close(descriptor) }
        switch readers {
        case .usual: break
        case .ownerAlone: try takeFromOthers(descriptor, path)
        }
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                posixWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[offset...]))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw CommandFailure("cannot_write", .inputOutput, "\(shown(path)) cannot be written: \(reason()).")
            }
            offset += count
        }
    }

    /// Takes a file that was there before from other people before anything is in it.
    private static func takeFromOthers(_ descriptor: Int32, _ path: String) throws(CommandFailure) {
        var status = stat()
        // Pipes and devices have no content to protect.
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        guard fchmod(descriptor, 0o600) == 0, ftruncate(descriptor, 0) == 0 else {
            throw CommandFailure(
                "cannot_create", .cannotCreate, "\(shown(path)) cannot be made readable to you alone: \(reason()).")
        }
    }

    private static func shown(_ path: String) -> String { DisplayText.sanitized(path) }

    private static func reason() -> String { String(cString: strerror(errno)) }

    private static func posixWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #else
            Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }
}
