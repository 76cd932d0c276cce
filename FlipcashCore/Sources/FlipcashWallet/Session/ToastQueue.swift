public import FlipcashCore

/// A short notice about received or given money.
public struct Toast: Hashable, Sendable {
    /// The direction of the money.
    public enum Direction: Hashable, Sendable {
        /// Cash was received: `+`.
        case received
        /// A bill was paid out, or a link confirmed: `-`.
        case given
    }

    /// The amount, never negative.
    public let amount: FiatAmount
    /// The direction of the money.
    public let direction: Direction

    /// Creates a notice.
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

    /// Whether the two notices cancel out, as a link and its cancellation do.
    func cancels(_ other: Toast) -> Bool { amount == other.amount && direction != other.direction }
}

/// A queue of toasts in display order (client specification §2.7). The queue reads no clock: callers pass the time.
///
/// A toast appears half a second after its turn begins and stays for three seconds. The next turn begins one second
/// later. No turn begins while a bill is shown; a toast that is already visible stays for its full time.
public struct ToastQueue: Hashable, Sendable {
    /// How long after its turn begins a toast appears.
    public static let delay: Duration = .milliseconds(500)
    /// How long a toast is visible.
    public static let visibleTime: Duration = .seconds(3)
    /// How long after a toast the next turn begins.
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

    /// When to call `advance` next; nil if no toast is waiting.
    public var nextChange: Instant? {
        switch phase {
        case .idle: nil
        case .waiting(let time), .showing(_, let time), .resting(let time): time
        }
    }

    /// Adds a toast. If it cancels out the last one added and that one was not shown yet, both are removed.
    public mutating func insert(_ toast: Toast, at now: Instant) {
        if let last = queue.last, toast.cancels(last) {
            queue.removeLast()
            if queue.isEmpty, case .waiting = phase { phase = .idle }
            return
        }
        queue.append(toast)
        begin(at: now)
    }

    /// Pauses the queue while a bill is shown.
    public mutating func suspend() {
        isSuspended = true
        if case .waiting = phase { phase = .idle }
    }

    /// Resumes the queue when the bill is gone.
    public mutating func resume(at now: Instant) {
        isSuspended = false
        begin(at: now)
    }

    /// Advances the queue to `now`, including all changes that were due before.
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
