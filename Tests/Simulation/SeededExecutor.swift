import FlipcashTestKit
import Synchronization

/// Runs every job of a concurrent program on the calling thread, in an order that a seed decides.
///
/// Tasks started with this executor as their preference, their child tasks, default actors and asynchronous sequences
/// all land here, so one seed replays one interleaving exactly and another seed explores another.
final class SeededExecutor: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var generator: SeededGenerator
        var trace = TraceHash()
        var steps = 0
    }

    private let state: Mutex<State>

    init(seed: UInt64) {
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
    }

    /// How many jobs have run.
    var steps: Int { state.withLock { $0.steps } }

    /// A hash over every choice made so far and everything recorded with ``record(_:)``.
    var trace: UInt64 { state.withLock { $0.trace.value } }

    /// Adds an observation to the trace.
    func record(_ text: String) {
        state.withLock { $0.trace.add(text.utf8) }
    }

    /// Runs one job, chosen by the seed among those that are ready; false when none is.
    func runOne() -> Bool {
        let job = state.withLock { state -> UnownedJob? in
            guard !state.jobs.isEmpty else { return nil }
            let choice = Int(state.generator.next() % UInt64(state.jobs.count))
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
struct TraceHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }
}
