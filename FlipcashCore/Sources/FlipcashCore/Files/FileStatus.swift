// The compiler attributes C's time structures to the first module that it loaded. In a target that uses Foundation
// elsewhere, that may be CoreFoundation.
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

/// The metadata of a file or folder.
public struct FileStatus: Hashable, Sendable {
    /// The type of a file.
    public enum Kind: Hashable, Sendable {
        /// An ordinary file.
        case file
        /// A folder.
        case folder
        /// A pipe, a socket, a device, or a symbolic link that was not followed.
        case other
    }

    /// The type of the file.
    public let kind: Kind
    /// The size in bytes.
    public let size: Int
    /// The permission bits, such as 0o600.
    public let permissions: UInt16
    /// When the content was last modified.
    public let modified: Instant
    /// The number of the device that holds the file.
    public let device: UInt64
    /// The number of the file on its device.
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
