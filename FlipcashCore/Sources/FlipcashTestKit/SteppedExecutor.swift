import Synchronization

/// Runs every job of a concurrent program on the calling thread, one after the other.
///
/// Tasks started with this executor as their preference, their child tasks, default actors and asynchronous sequences
/// all run here. A seed decides the order: the same seed replays it exactly, another one explores another order.
public final class SteppedExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var generator: SeededGenerator?
        var trace = TraceHash()
        var steps = 0

        /// The place of the job that runs next.
        mutating func choice() -> Int {
            guard let number = generator?.next() else { return 0 }
            return Int(number % UInt64(jobs.count))
        }
    }

    private let state: Mutex<State>

    /// Creates an executor. `seed` decides the order of jobs; without it, jobs run in the order of their arrival.
    public init(seed: UInt64? = nil) {
        state = Mutex(State(generator: seed.map { SeededGenerator(seed: $0) }))
    }

    /// Adds the job to those that are ready; ``runOne()`` runs it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// How many jobs have run.
    public var steps: Int { state.withLock { $0.steps } }

    /// A hash over every choice made so far and everything recorded with ``record(_:)``.
    public var trace: UInt64 { state.withLock { $0.trace.value } }

    /// Adds an observation to the trace.
    public func record(_ text: String) {
        state.withLock { $0.trace.add(text.utf8) }
    }

    /// Runs one of the jobs that are ready.
    ///
    /// - Returns: false when no job is ready.
    public func runOne() -> Bool {
        let job = state.withLock { state -> UnownedJob? in
            guard !state.jobs.isEmpty else { return nil }
            let choice = state.choice()
            state.trace.add([UInt8(truncatingIfNeeded: choice), UInt8(truncatingIfNeeded: state.jobs.count)])
            state.steps += 1
            return state.jobs.remove(at: choice)
        }
        guard let job else { return false }
        job.runSynchronously(on: asUnownedTaskExecutor())
        return true
    }
}

/// FNV-1a over everything that is added.
private struct TraceHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }
}
