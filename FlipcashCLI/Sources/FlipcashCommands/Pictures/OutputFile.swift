#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Files that a person asked for.
enum OutputFile {
    /// Writes `bytes` to `path`, in place of what was there, with the permissions that new files usually get.
    ///
    /// - Throws: `CommandFailure`: exit 73 when the file cannot be created, 74 when it cannot be written.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw CommandFailure("cannot_create", .cannotCreate, "\(shown(path)) cannot be created: \(reason()).")
        }
        defer { close(descriptor) }
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
