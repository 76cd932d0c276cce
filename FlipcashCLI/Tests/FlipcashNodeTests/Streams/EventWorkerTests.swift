import FlipcashCore
import FlipcashTestKit
import Synchronization
import Testing

@testable import FlipcashNode

@Suite("The events of a stream")
struct EventWorkerTests {
    private struct Failed: Error {}
    private struct Overflow: Error {}

    /// A worker whose events are numbers, and what it has done.
    private final class Harness: Sendable {
        let handled = Mutex<[Int]>([])
        let ended = Latch()
        let worker: EventWorker<Int>

        init(capacity: Int = 64) {
            let ended = ended
            worker = EventWorker(
                capacity: capacity, overflow: Overflow(), tasks: ConcurrentTaskSpawner(), whenEnded: { ended.open() })
        }

        func begin(with first: Int, _ body: @escaping @Sendable (Int) async throws -> Void = { _ in }) {
            worker.begin(with: first) { [self] event in
                handled.withLock { $0.append(event) }
                try await body(event)
            }
        }
    }

    @Test("Events wait until the beginning; the first one comes before them, and the end after them")
    func begin_waitingEvents_inOrder() async throws {
        let harness = Harness()
        for event in 1...3 { #expect(harness.worker.send(event)) }
        let isOpen = Latch()
        harness.begin(with: 0) { event in
            if event == 0 { await isOpen.wait() }
        }
        #expect(harness.worker.send(4))
        harness.worker.end(.success(()))
        #expect(!harness.worker.send(5))
        isOpen.open()
        try await harness.worker.outcome()
        #expect(harness.handled.withLock { $0 } == [0, 1, 2, 3, 4])
    }

    @Test("Events are handled one after the other, by a new task when the last one has ended")
    func send_idle_handledAgain() async throws {
        let harness = Harness()
        let (handled, continuation) = AsyncStream<Int>.makeStream()
        harness.begin(with: 0) { continuation.yield($0) }
        var events = handled.makeAsyncIterator()
        for event in 0..<100 {
            #expect(await events.next() == event)
            harness.worker.send(event + 1)
        }
        try await harness.worker.outcome(endingWith: .success(()))
        #expect(harness.handled.withLock { $0 } == Array(0...100))
    }

    @Test("An end before the beginning counts at once, and nothing is handled")
    func end_held_atOnce() async {
        let harness = Harness()
        harness.worker.send(1)
        harness.worker.end(.failure(Failed()))
        await harness.ended.wait()
        harness.begin(with: 0)
        await #expect(throws: Failed.self) { try await harness.worker.outcome(endingWith: .success(())) }
        #expect(harness.handled.withLock { $0 } == [])
    }

    @Test("An error ends the stream; what waits is dropped")
    func handle_fails_ends() async {
        let harness = Harness()
        harness.worker.send(1)
        harness.begin(with: 0) { _ in throw Failed() }
        await harness.ended.wait()
        #expect(!harness.worker.send(2))
        await #expect(throws: Failed.self) { try await harness.worker.outcome() }
        #expect(harness.handled.withLock { $0 } == [0])
    }

    @Test("A stream that falls behind ends after the events that wait", arguments: [false, true])
    func send_full_endsAfterWaiting(isBegun: Bool) async {
        let harness = Harness(capacity: 2)
        let isOpen = Latch()
        let begin: @Sendable () -> Void = {
            harness.begin(with: 0) { event in
                if event == 0 { await isOpen.wait() }
            }
        }
        if isBegun { begin() }
        // The worker has taken its first event, which does not wait any more.
        #expect(harness.worker.send(1))
        #expect(harness.worker.send(2))
        #expect(!harness.worker.send(3))
        #expect(!harness.worker.send(4))
        if !isBegun { begin() }
        harness.worker.end(.success(()))
        isOpen.open()
        await #expect(throws: Overflow.self) { try await harness.worker.outcome() }
        #expect(harness.handled.withLock { $0 } == [0, 1, 2])
    }

    @Test("A stream that is full before its beginning can end without one")
    func end_fullAndHeld_atOnce() async {
        let harness = Harness(capacity: 1)
        harness.worker.send(1)
        harness.worker.send(2)
        await #expect(throws: Failed.self) { try await harness.worker.outcome(endingWith: .failure(Failed())) }
    }

    @Test("Only the first end counts")
    func end_twice_first() async throws {
        let harness = Harness()
        harness.worker.end(.success(()))
        harness.worker.end(.failure(Failed()))
        try await harness.worker.outcome(endingWith: .failure(Failed()))
    }

    @Test("An end that comes only before the beginning does not count after it")
    func endUnlessBegun_begun_ignored() async throws {
        let harness = Harness()
        harness.begin(with: 0)
        harness.worker.endUnlessBegun(.failure(Failed()))
        try await harness.worker.outcome(endingWith: .success(()))
        let held = Harness()
        held.worker.endUnlessBegun(.failure(Failed()))
        await #expect(throws: Failed.self) { try await held.worker.outcome(endingWith: .success(())) }
    }

    @Test("An event that comes after the cancellation is handled in a cancelled task", .timeLimit(.minutes(1)))
    func begin_afterCancellation_cancelled() async {
        let harness = Harness()
        // The two tasks share a thread, so the second one begins when the first one waits.
        let tasks = ConcurrentTaskSpawner().withOwnThread(named: "test")
        let end = OneTimeValue<Bool>()
        tasks.spawn {
            withUnsafeCurrentTask { $0?.cancel() }
            do {
                try await harness.worker.outcome()
                end.set(false)
            } catch {
                end.set(error is CancellationError)
            }
        }
        tasks.spawn { harness.begin(with: 0) { _ in try await TestClock().sleep(for: .seconds(3600)) } }
        #expect(await end.wait() == true)
    }

    @Test("Who is cancelled while waiting for the end cancels the present event", arguments: [false, true])
    func outcome_cancelled_cancelsEvent(isCancelledBefore: Bool) async {
        let harness = Harness()
        let clock = TestClock()
        harness.begin(with: 0) { _ in try await clock.sleep(for: .seconds(3600)) }
        harness.worker.send(1)
        await clock.waitForSleeper(in: .seconds(3600))
        let waiting = Task {
            if isCancelledBefore { withUnsafeCurrentTask { $0?.cancel() } }
            try await harness.worker.outcome()
        }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(harness.handled.withLock { $0 } == [0])
    }
}
