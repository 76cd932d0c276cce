public import FlipcashCore

/// A short notice that money came or went.
public struct Toast: Hashable, Sendable {
    /// Which way the money went.
    public enum Direction: Hashable, Sendable {
        /// Cash was received: `+`.
        case received
        /// A bill was grabbed, or a link confirmed: `-`.
        case given
    }

    /// How much, never negative.
    public let amount: FiatAmount
    /// Which way the money went.
    public let direction: Direction

    /// Names a notice.
    public init(amount: FiatAmount, direction: Direction) {
        self.amount = amount
        self.direction = direction
    }

    /// `+$5.00` or `-$5.00`.
    public var text: String {
        switch direction {
        case .received: "+" + amount.formatted()
        case .given: "-" + amount.formatted()
        }
    }

    /// Whether the two together are nothing, as a link and its cancellation are.
    func cancels(_ other: Toast) -> Bool { amount == other.amount && direction != other.direction }
}

/// Toasts in the order in which they are shown (client specification §2.7): a pure model, to which whoever shows them
/// tells the time.
///
/// Each is visible for three seconds, half a second after its turn has come, and the next turn comes a second after it.
/// While a bill is shown no turn comes; a toast that is visible then stays its time.
public struct ToastQueue: Hashable, Sendable {
    /// How long a toast waits once its turn has come.
    public static let delay: Duration = .milliseconds(500)
    /// How long a toast is visible.
    public static let visibleTime: Duration = .seconds(3)
    /// How long after a toast the next turn comes.
    public static let gap: Duration = .seconds(1)

    private enum Phase: Hashable {
        case idle
        case waiting(until: Instant)
        case showing(Toast, until: Instant)
        case resting(until: Instant)
    }

    private var phase = Phase.idle
    private var queue: [Toast] = []
    private var isSuspended = false

    /// An empty queue that is not suspended.
    public init() {}

    /// The toast to show now.
    public var visible: Toast? {
        if case .showing(let toast, _) = phase { toast } else { nil }
    }

    /// When `advance` has something to do next; nil while nothing waits.
    public var nextChange: Instant? {
        switch phase {
        case .idle: nil
        case .waiting(let time), .showing(_, let time), .resting(let time): time
        }
    }

    /// Adds a toast, unless it takes back the one added last and not shown yet: then both vanish.
    public mutating func insert(_ toast: Toast, at now: Instant) {
        if let last = queue.last, toast.cancels(last) {
            queue.removeLast()
            if queue.isEmpty, case .waiting = phase { phase = .idle }
            return
        }
        queue.append(toast)
        begin(at: now)
    }

    /// Lets no turn come while a bill is shown.
    public mutating func suspend() {
        isSuspended = true
        if case .waiting = phase { phase = .idle }
    }

    /// Goes on once the bill is gone.
    public mutating func resume(at now: Instant) {
        isSuspended = false
        begin(at: now)
    }

    /// Moves on to `now`, through everything that was due before.
    public mutating func advance(to now: Instant) {
        while let due = nextChange, due <= now {
            switch phase {
            case .idle: return
            case .waiting:
                phase = queue.isEmpty ? .idle : .showing(queue.removeFirst(), until: due.advanced(by: Self.visibleTime))
            case .showing: phase = .resting(until: due.advanced(by: Self.gap))
            case .resting:
                phase = .idle
                begin(at: due)
            }
        }
    }

    private mutating func begin(at now: Instant) {
        guard case .idle = phase, !isSuspended, !queue.isEmpty else { return }
        phase = .waiting(until: now.advanced(by: Self.delay))
    }
}
