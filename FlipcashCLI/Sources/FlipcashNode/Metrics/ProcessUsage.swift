import FlipcashCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What this process uses of the machine.
struct ProcessUsage: Sendable {
    /// Processor time in seconds, of the process itself and of the system on its behalf.
    let processorSeconds: Double
    /// Memory in use, in bytes; nil if the system does not report it.
    let residentBytes: Int?
    /// Open files and sockets; nil if the system does not report them.
    let openFiles: Int?
    /// The most files and sockets that may be open.
    let openFilesMax: UInt64

    /// Reads the present values.
    init() {
        processorSeconds = Self.processorTime()
        residentBytes = Self.statm().map { $0 * Int(sysconf(CInt(_SC_PAGESIZE))) }
        openFiles = try? SystemFiles.names(inFolder: "/proc/self/fd").count
        var limit = rlimit()
        openFilesMax = Self.fileLimit(&limit) == 0 ? UInt64(limit.rlim_cur) : 0
    }

    private static func processorTime() -> Double {
        var usage = rusage()
        #if canImport(Glibc)
            let whole = __rusage_who_t(RUSAGE_SELF.rawValue)
        #else
            let whole = RUSAGE_SELF
        #endif
        guard getrusage(whole, &usage) == 0 else { return 0 }
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let micros = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return Double(seconds) + Double(micros) / 1_000_000
    }

    private static func fileLimit(_ limit: inout rlimit) -> CInt {
        #if canImport(Glibc)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #else
            getrlimit(RLIMIT_NOFILE, &limit)
        #endif
    }

    /// The second number of `/proc/self/statm`: pages in memory.
    private static func statm() -> Int? {
        let content = try? OpenFile.with("/proc/self/statm", .read) { file throws(SystemFailure) in
            try file.contents(upTo: 256)
        }
        guard let bytes = content else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? Int(fields[1]) : nil
    }
}
