#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The signal that a process gets when its terminal goes away.
enum HangUpSignal {
    /// Whether this process was started with SIGHUP ignored, as `nohup` does.
    ///
    /// It is read once, and before the signals are watched: watching a signal ignores it too.
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
