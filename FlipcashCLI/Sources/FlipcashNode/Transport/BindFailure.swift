#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Describes why the node cannot listen on an address.
enum BindFailure {
    /// The description of a failed `bind` with this error code.
    static func words(errno code: CInt) -> String {
        switch code {
        case EADDRINUSE: "it is in use by another program; stop that one or choose another port"
        case EACCES: "this account may not use it; ports below 1024 need special rights"
        case EADDRNOTAVAIL: "this machine has no such address"
        default: String(cString: strerror(code))
        }
    }
}
