#if canImport(Glibc)
    import Glibc
#endif

/// How the process of a node keeps its memory.
public enum ProcessMemory {
    /// Prepares the process for serving: memory that one group of payments has freed stays for the next one, up to 16
    /// MiB. By default, the allocator of Linux returns it to the system and asks for it again.
    ///
    /// Call it once, before the node starts. Does nothing where the allocator has no such settings.
    public static func prepareForServing() {
        #if canImport(Glibc)
            // Swift's module of the C library does not have `malloc.h`.
            guard let symbol = dlsym(nil, "mallopt") else { return }
            let set = unsafeBitCast(symbol, to: (@convention(c) (_ setting: CInt, _ value: CInt) -> CInt).self)
            _ = set(Setting.trimThreshold, 16 << 20)
            _ = set(Setting.topPadding, 1 << 20)
            _ = set(Setting.arenasMax, 2)
        #endif
    }

    /// Numbers of settings, as in glibc's `malloc.h`.
    private enum Setting {
        /// How much memory at the end of the heap is kept.
        static let trimThreshold: CInt = -1
        /// How much more is asked for at a time.
        static let topPadding: CInt = -2
        /// How many heaps the threads share.
        static let arenasMax: CInt = -8
    }
}
