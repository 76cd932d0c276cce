import FlipcashCore
import Synchronization

@testable import FlipcashCommands

/// The system's clock, but one long wait, known by its length, ends when a test says so.
final class SteeredClock: WallClock {
    private let system = SystemClock()
    private let steered: Duration
    private let isOver: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation
    private let passed = Mutex(Duration.zero)

    /// - Parameter duration: the wait that the test ends; nothing else waits about as long.
    init(steering duration: Duration) {
        steered = duration
        (isOver, end) = AsyncStream.makeStream()
    }

    /// Lets the whole time of the wait pass at once, and ends it.
    func letTimePass() {
        passed.withLock { $0 = steered }
        end.yield()
    }

    func now() -> Instant { system.now() }

    func uptime() -> Uptime { system.uptime() + passed.withLock { $0 } }

    func sleep(for duration: Duration) async throws {
        guard duration <= steered, duration > steered - .seconds(10) else {
            return try await system.sleep(for: duration)
        }
        for await _ in isOver { return }
        throw CancellationError()
    }
}

/// A clock on which every wait is over at once, and whose date somebody sets while it runs.
final class HurriedClock: WallClock {
    private let state = Mutex((uptime: Duration.zero, isSet: false))
    private let system = SystemClock()

    /// How long was waited altogether.
    var waited: Duration { state.withLock { $0.uptime } }

    /// A day later after the first wait.
    func now() -> Instant { system.now().advanced(by: state.withLock { $0.isSet } ? .seconds(86_400) : .zero) }

    func uptime() -> Uptime { Uptime(state.withLock { $0.uptime }) }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.uptime += duration
            state.isSet = true
        }
        await Task.yield()
    }
}

/// Keeps what is written, and lets something happen when certain words are written for the first time.
final class WatchedOutput: TextOutput {
    private let captured: CapturedOutput
    private let words: String
    private let event: @Sendable () -> Void
    private let hasHappened = Mutex(false)

    /// - Parameter event: happens in the task that writes `words`, before it goes on.
    init(for words: String, terminal: TerminalSize? = nil, event: @escaping @Sendable () -> Void) {
        captured = CapturedOutput(terminal: terminal)
        self.words = words
        self.event = event
    }

    var isTerminal: Bool { captured.isTerminal }

    var size: TerminalSize? { captured.size }

    var text: String { captured.text }

    var failure: OutputFailure? { captured.failure }

    var isOpenToOthers: Bool { captured.isOpenToOthers }

    func sizeChanges() -> AsyncStream<TerminalSize> { captured.sizeChanges() }

    func write(_ text: String) {
        captured.write(text)
        guard captured.text.contains(words) else { return }
        let isFirst = hasHappened.withLock { hasHappened in
            defer { hasHappened = true }
            return !hasHappened
        }
        if isFirst { event() }
    }

    /// Stops the task that writes, as Ctrl-C does.
    static func stopping(at words: String, terminal: TerminalSize? = nil) -> WatchedOutput {
        WatchedOutput(for: words, terminal: terminal) { withUnsafeCurrentTask { $0?.cancel() } }
    }
}
