/// A stamp of a hybrid logical clock (expense specification §13.3).
public struct ClockStamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since 1970.
    public let milliseconds: UInt64
    /// Counts the stamps of one millisecond.
    public let counter: UInt32
    /// The device, in hexadecimal digits.
    public let actor: String

    /// Creates a stamp.
    public init(milliseconds: UInt64, counter: UInt32, actor: String) {
        self.milliseconds = milliseconds
        self.counter = counter
        self.actor = actor
    }

    /// Orders by milliseconds, then by counter, then by the bytes of the actor.
    public static func < (left: Self, right: Self) -> Bool {
        if left.milliseconds != right.milliseconds { return left.milliseconds < right.milliseconds }
        if left.counter != right.counter { return left.counter < right.counter }
        return left.actor.utf8.lexicographicallyPrecedes(right.actor.utf8)
    }

    /// The next stamp of the device. It is later than this one even if the clock was set back.
    public func next(at now: UInt64) -> ClockStamp {
        if now > milliseconds { return ClockStamp(milliseconds: now, counter: 0, actor: actor) }
        if counter == .max, milliseconds < .max {
            return ClockStamp(milliseconds: milliseconds + 1, counter: 0, actor: actor)
        }
        return ClockStamp(milliseconds: milliseconds, counter: counter &+ 1, actor: actor)
    }

    /// How far a stamp may be ahead of the server's clock.
    public static let toleranceMilliseconds: UInt64 = 5 * 60 * 1000

    /// The stamp moved back to the server's time when it is too far ahead.
    public func limited(at now: UInt64) -> ClockStamp {
        let limit = now > .max - Self.toleranceMilliseconds ? .max : now + Self.toleranceMilliseconds
        return milliseconds > limit ? ClockStamp(milliseconds: now, counter: counter, actor: actor) : self
    }
}
