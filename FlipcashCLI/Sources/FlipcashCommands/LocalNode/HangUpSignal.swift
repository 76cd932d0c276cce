#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The signal that a process gets when its terminal closes.
enum HangUpSignal {
    /// Whether this process was started with SIGHUP ignored, as `nohup` does.
    ///
    /// Computed once. Read it before the signals are watched, because watching a signal also ignores it.
    static let isIgnored: Bool = {
        var present = sigaction()
        sigaction(SIGHUP, nil, &present)
        #if canImport(Glibc)
            let handler = present.__sigaction_handler.sa_handler
        #else
            let handler = present.__sigaction_u.__sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }()
}
