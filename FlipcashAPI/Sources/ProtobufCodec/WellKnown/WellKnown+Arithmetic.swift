/// Seconds and nanoseconds with saturating addition and subtraction.
///
/// Results beyond 64 bits stay at the bound, far outside the valid range of timestamps and durations.
private struct SecondsAndNanos {
    static let nanosPerSecond: Int64 = 1_000_000_000

    /// Whole seconds, rounded down.
    private(set) var seconds: Int64
    /// The remaining nanoseconds, 0 to 999,999,999.
    private(set) var nanos: Int64

    init(_ seconds: Int64, _ nanos: Int64) {
        let wholeSeconds = nanos / Self.nanosPerSecond
        let rest = nanos % Self.nanosPerSecond
        self.seconds = Self.sum(seconds, rest < 0 ? wholeSeconds - 1 : wholeSeconds)
        self.nanos = rest < 0 ? rest + Self.nanosPerSecond : rest
    }

    private static func sum(_ first: Int64, _ second: Int64) -> Int64 {
        let (sum, overflow) = first.addingReportingOverflow(second)
        return overflow ? (second < 0 ? .min : .max) : sum
    }

    static func + (left: SecondsAndNanos, right: SecondsAndNanos) -> SecondsAndNanos {
        SecondsAndNanos(sum(left.seconds, right.seconds), left.nanos + right.nanos)
    }

    static prefix func - (span: SecondsAndNanos) -> SecondsAndNanos {
        SecondsAndNanos(span.seconds == .min ? .max : -span.seconds, -span.nanos)
    }

    var timestamp: Google_Protobuf_Timestamp {
        Google_Protobuf_Timestamp(seconds: seconds, nanos: Int32(truncatingIfNeeded: nanos))
    }

    /// The duration, with both parts of the same sign.
    var duration: Google_Protobuf_Duration {
        guard seconds < 0, nanos > 0 else {
            return Google_Protobuf_Duration(seconds: seconds, nanos: Int32(truncatingIfNeeded: nanos))
        }
        return Google_Protobuf_Duration(
            seconds: seconds + 1, nanos: Int32(truncatingIfNeeded: nanos - Self.nanosPerSecond))
    }
}

extension Google_Protobuf_Timestamp {
    fileprivate var span: SecondsAndNanos { SecondsAndNanos(seconds, Int64(nanos)) }
}

extension Google_Protobuf_Duration {
    fileprivate var span: SecondsAndNanos { SecondsAndNanos(seconds, Int64(nanos)) }
}

// MARK: Durations

extension Google_Protobuf_Duration: ExpressibleByFloatLiteral {
    /// Creates a duration in seconds, rounded to nanoseconds. Values beyond 64 bits become the longest duration.
    public init(floatLiteral seconds: Double) {
        let whole = seconds.rounded(.towardZero)
        let nanos = ((seconds - whole) * Double(SecondsAndNanos.nanosPerSecond)).rounded()
        let bound = seconds < 0 ? Int64.min : .max
        self = SecondsAndNanos(Int64(exactly: whole) ?? bound, Int64(exactly: nanos) ?? 0).duration
    }

    /// The negated duration.
    ///
    /// Operations on durations and timestamps never trap: a result beyond 64 bits of seconds stays at the bound.
    public static prefix func - (span: Google_Protobuf_Duration) -> Google_Protobuf_Duration {
        (-span.span).duration
    }

    /// The sum of two durations.
    public static func + (
        left: Google_Protobuf_Duration, right: Google_Protobuf_Duration
    ) -> Google_Protobuf_Duration {
        (left.span + right.span).duration
    }

    /// The difference of two durations.
    public static func - (
        left: Google_Protobuf_Duration, right: Google_Protobuf_Duration
    ) -> Google_Protobuf_Duration {
        (left.span + -right.span).duration
    }
}

// MARK: Timestamps

extension Google_Protobuf_Timestamp {
    /// The timestamp plus a duration.
    public static func + (
        time: Google_Protobuf_Timestamp, span: Google_Protobuf_Duration
    ) -> Google_Protobuf_Timestamp {
        (time.span + span.span).timestamp
    }

    /// The timestamp plus a duration.
    public static func + (
        span: Google_Protobuf_Duration, time: Google_Protobuf_Timestamp
    ) -> Google_Protobuf_Timestamp {
        (time.span + span.span).timestamp
    }

    /// The timestamp minus a duration.
    public static func - (
        time: Google_Protobuf_Timestamp, span: Google_Protobuf_Duration
    ) -> Google_Protobuf_Timestamp {
        (time.span + -span.span).timestamp
    }

    /// The duration from one timestamp to another.
    public static func - (
        end: Google_Protobuf_Timestamp, start: Google_Protobuf_Timestamp
    ) -> Google_Protobuf_Duration {
        (end.span + -start.span).duration
    }
}
