import FlipcashCore
import Synchronization

/// The times that one stream waits for. The node's ticker watches them.
final class StreamDeadlines: Sendable {
    /// What is due.
    enum Kind: Int, CaseIterable, Sendable {
        /// The client's next message is late.
        case message
        /// The client has not accepted a message in time.
        case acceptance
        /// The stream has reached its maximum age.
        case lifetime
        /// The client has been silent for too long.
        case silence
        /// The next ping.
        case ping
    }

    fileprivate struct State {
        var times = [Uptime?](repeating: nil, count: Kind.allCases.count)
        var lastHeard: Uptime
        var place: StreamTicker.Place?
        /// When the ticker calls next, if it does.
        var called: Uptime?
        var isClosed = false

        var next: Uptime? { times.lazy.compactMap(\.self).min() }
    }

    private let ticker: StreamTicker
    private let clock: any WallClock
    private let timing: StreamTiming
    private let whenDue: @Sendable (Kind) -> Void
    private let state: Mutex<State>

    /// - Parameter whenDue: called for each time that has come, by the ticker's task.
    init(
        ticker: StreamTicker, clock: any WallClock, timing: StreamTiming, whenDue: @escaping @Sendable (Kind) -> Void
    ) {
        self.ticker = ticker
        self.clock = clock
        self.timing = timing
        self.whenDue = whenDue
        state = Mutex(State(lastHeard: clock.uptime()))
    }

    /// Records a message from the client.
    func noteHeard() {
        let now = clock.uptime()
        state.withLock { $0.lastHeard = now }
    }

    /// Waits for `kind`, from now on.
    func start(_ kind: Kind, in duration: Duration) {
        set(kind, clock.uptime() + duration)
    }

    /// Waits until the client has been silent for too long since its last message.
    func startSilence() {
        set(.silence, state.withLock { $0.lastHeard } + timing.silence)
    }

    /// Does not wait for `kind` any more.
    func stop(_ kind: Kind) { state.withLock { $0.times[kind.rawValue] = nil } }

    /// Waits for nothing any more.
    func close() {
        let place = state.withLock { state -> StreamTicker.Place? in
            state.isClosed = true
            state.times = state.times.map { _ in nil }
            defer { state.place = nil }
            return state.place
        }
        if let place { ticker.remove(place) }
    }

    private func set(_ kind: Kind, _ time: Uptime) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.times[kind.rawValue] = time
            if let called = state.called, called <= time { return }
            state.called = time
            guard let place = state.place else {
                state.place = ticker.add(at: time) { [weak self] now in self?.tick(now) }
                return
            }
            ticker.move(place, to: time)
        }
    }

    private func tick(_ now: Uptime) -> Uptime? {
        let (due, next) = state.withLock { state -> ([Kind], Uptime?) in
            let due = Kind.allCases.filter { $0.isDue(now, in: &state, timing) }
            state.called = state.next
            return (due, state.called)
        }
        for kind in due { whenDue(kind) }
        return next
    }
}

extension StreamDeadlines.Kind {
    /// Whether this time has come. Sets the next time of what repeats, and of silence that a message has ended.
    fileprivate func isDue(
        _ now: Uptime, in state: inout StreamDeadlines.State, _ timing: StreamTiming
    ) -> Bool {
        guard let time = state.times[rawValue], time <= now else { return false }
        switch self {
        case .message, .acceptance, .lifetime:
            state.times[rawValue] = nil
        case .ping:
            state.times[rawValue] = now + timing.ping
        case .silence:
            let end = state.lastHeard + timing.silence
            state.times[rawValue] = end > now ? end : nil
            return end <= now
        }
        return true
    }
}
