// The C library's time structures belong to whichever module the compiler saw first, which in a target that uses
// Foundation elsewhere may be this one.
#if canImport(CoreFoundation)
    import CoreFoundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What the operating system knows of a file or folder.
public struct FileStatus: Hashable, Sendable {
    /// What has the name.
    public enum Kind: Hashable, Sendable {
        /// An ordinary file.
        case file
        /// A folder.
        case folder
        /// A pipe, a socket, a device, or a symbolic link that was not followed.
        case other
    }

    /// What has the name.
    public let kind: Kind
    /// The size in bytes.
    public let size: Int
    /// The permission bits, such as 0o600.
    public let permissions: UInt16
    /// When the content was last changed.
    public let modified: Instant
    /// The number of the disk.
    public let device: UInt64
    /// The number of the file on its disk.
    public let number: UInt64

    init(_ status: stat) {
        let type = status.st_mode & S_IFMT
        kind = type == S_IFREG ? .file : type == S_IFDIR ? .folder : .other
        size = Int(status.st_size)
        permissions = UInt16(status.st_mode & 0o7777)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = Instant(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
