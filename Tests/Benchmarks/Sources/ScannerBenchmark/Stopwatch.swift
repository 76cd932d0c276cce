#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Measures the processor time of the process, which does not depend on other load of the machine.
enum Stopwatch {
    /// The milliseconds of one call: the median of several rounds.
    static func milliseconds(rounds: Int = 5, calls: Int = 4, _ body: () -> Void) -> Double {
        body()  // warm-up; one-time setup is not measured
        let times = (0..<rounds).map { _ in
            let start = processorTime()
            for _ in 0..<calls { body() }
            return (processorTime() - start) / Double(calls)
        }
        return times.sorted()[rounds / 2]
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
    }
}
