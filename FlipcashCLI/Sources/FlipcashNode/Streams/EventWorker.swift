import FlipcashCore
import Synchronization

/// Handles the events of one stream in their order, in a task that runs only while there are events, so that an idle
/// stream needs no task for them.
///
/// A sender never waits: a full queue is closed, and the stream ends after the events that wait. The whole stream is
/// then dropped, never single messages (payment specification §21.5).
final class EventWorker<Event: Sendable>: Sendable {
    typealias Handler = @Sendable (Event) async throws -> Void
    /// How the stream ends.
    typealias Outcome = Result<Void, any Error>

    private enum Entry {
        case event(Event)
        case end(Outcome)
    }

    private enum Phase {
        /// Events wait until `begin`.
        case held
        /// No event waits.
        case idle
        case working(SpawnedTask)
        case ended(Outcome)
    }

    private struct State {
        var phase = Phase.held
        /// Handles an event; nil before `begin` and after the end.
        var handle: Handler?
        var entries: [Entry] = []
        /// Whether an end was queued or has come. The task may have taken it and not acted on it yet.
        var isClosed = false
        /// Whether events are handled in cancelled tasks.
        var isCancelled = false
        var waiter: CheckedContinuation<Outcome, Never>?

        mutating func finish(_ outcome: Outcome) -> End {
            phase = .ended(outcome)
            handle = nil
            entries = []
            isClosed = true
            return End(outcome: outcome, waiter: waiter.take())
        }
    }

    private struct End {
        let outcome: Outcome
        let waiter: CheckedContinuation<Outcome, Never>?
    }

    private let capacity: Int
    private let overflow: any Error
    private let tasks: any TaskSpawner
    private let whenEnded: @Sendable () async -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - capacity: how many events may wait.
    ///   - overflow: how the stream ends when more wait.
    ///   - tasks: where events are handled.
    ///   - whenEnded: called once when the stream has ended and nothing waits for that yet.
    init(
        capacity: Int, overflow: any Error, tasks: any TaskSpawner, whenEnded: @escaping @Sendable () async -> Void
    ) {
        self.capacity = capacity
        self.overflow = overflow
        self.tasks = tasks
        self.whenEnded = whenEnded
    }

    /// Handles `first`, then the events that wait, then all that follow. An error of `handle` ends the stream.
    func begin(with first: Event, _ handle: @escaping Handler) {
        state.withLock { state in
            guard case .held = state.phase else { return }
            state.handle = handle
            start(.event(first), handle, &state)
        }
    }

    /// Queues an event.
    ///
    /// - Returns: false when the stream ends, or the queue was full and is closed now.
    @discardableResult
    func send(_ event: Event) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            guard state.entries.count < capacity else {
                state.entries.append(.end(.failure(overflow)))
                state.isClosed = true
                return false
            }
            if case .idle = state.phase, let handle = state.handle {
                start(.event(event), handle, &state)
            } else {
                state.entries.append(.event(event))
            }
            return true
        }
    }

    /// Ends the stream if its events still wait for `begin`.
    func endUnlessBegun(_ outcome: Outcome) {
        let end = state.withLock { state -> End? in
            guard case .held = state.phase else { return nil }
            return state.finish(outcome)
        }
        if let end { announce(end) }
    }

    /// Ends the stream after the events that wait; at once before `begin`. Only the first end counts.
    func end(_ outcome: Outcome) {
        let end = state.withLock { state -> End? in
            switch state.phase {
            case .held, .idle: return state.finish(outcome)
            case .ended: return nil
            case .working:
                if !state.isClosed { state.entries.append(.end(outcome)) }
                state.isClosed = true
                return nil
            }
        }
        if let end { announce(end) }
    }

    /// Waits until the stream has ended. Cancelling the waiting task cancels the handling of events, which is waited for
    /// all the same.
    ///
    /// - Parameter ending: how the stream ends unless it does so before.
    /// - Throws: the failure that has ended it.
    func outcome(endingWith ending: Outcome? = nil) async throws {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    if case .ended(let outcome) = state.phase { return outcome }
                    state.waiter = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) } else if let ending { end(ending) }
            }
        } onCancel: {
            cancel()
        }
        try outcome.get()
    }

    private func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if case .working(let task) = state.phase { task.cancel() }
        }
    }

    // MARK: The task

    private func start(_ first: Entry, _ handle: @escaping Handler, _ state: inout State) {
        let task = tasks.spawn { await self.work(first, handle) }
        if state.isCancelled { task.cancel() }
        state.phase = .working(task)
    }

    private func work(_ first: Entry, _ handle: Handler) async {
        var entry = Optional(first)
        while let present = entry {
            switch present {
            case .end(let outcome): return finish(outcome)
            case .event(let event):
                do { try await handle(event) } catch { return finish(.failure(error)) }
            }
            entry = next()
        }
    }

    /// Takes the next entry. Without one this returns nil, and the task ends.
    private func next() -> Entry? {
        state.withLock { state in
            guard case .working = state.phase else { return nil }
            guard !state.entries.isEmpty else {
                state.phase = .idle
                state.entries = []
                return nil
            }
            return state.entries.removeFirst()
        }
    }

    private func finish(_ outcome: Outcome) { announce(state.withLock { $0.finish(outcome) }) }

    private func announce(_ end: End) {
        if let waiter = end.waiter {
            waiter.resume(returning: end.outcome)
        } else {
            tasks.spawn { [whenEnded] in await whenEnded() }
        }
    }
}
