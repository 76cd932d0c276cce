/// Seconds and nanoseconds that are added and subtracted without end: what lies beyond 64 bits stays at their bound,
/// which is far outside the range that points and spans of time may have.
private struct SecondsAndNanos {
    static let nanosPerSecond: Int64 = 1_000_000_000

    /// Whole seconds, rounded down.
    private(set) var seconds: Int64
    /// Nanoseconds above them, less than a second.
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

    /// The span with both parts of the same sign.
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

// MARK: Spans

extension Google_Protobuf_Duration: ExpressibleByFloatLiteral {
    /// Creates a span of so many seconds, to the nearest nanosecond; one beyond 64 bits becomes the longest.
    public init(floatLiteral seconds: Double) {
        let whole = seconds.rounded(.towardZero)
        let nanos = ((seconds - whole) * Double(SecondsAndNanos.nanosPerSecond)).rounded()
        let bound = seconds < 0 ? Int64.min : .max
        self = SecondsAndNanos(Int64(exactly: whole) ?? bound, Int64(exactly: nanos) ?? 0).duration
    }

    /// The span backwards.
    ///
    /// No operation on spans and points of time traps: a result beyond 64 bits of seconds stays at their bound.
    public static prefix func - (span: Google_Protobuf_Duration) -> Google_Protobuf_Duration {
        (-span.span).duration
    }

    /// The sum of two spans.
    public static func + (
        left: Google_Protobuf_Duration, right: Google_Protobuf_Duration
    ) -> Google_Protobuf_Duration {
        (left.span + right.span).duration
    }

    /// The difference of two spans.
    public static func - (
        left: Google_Protobuf_Duration, right: Google_Protobuf_Duration
    ) -> Google_Protobuf_Duration {
        (left.span + -right.span).duration
    }
}

// MARK: Points

extension Google_Protobuf_Timestamp {
    /// The point a span later.
    public static func + (
        time: Google_Protobuf_Timestamp, span: Google_Protobuf_Duration
    ) -> Google_Protobuf_Timestamp {
        (time.span + span.span).timestamp
    }

    /// The point a span later.
    public static func + (
        span: Google_Protobuf_Duration, time: Google_Protobuf_Timestamp
    ) -> Google_Protobuf_Timestamp {
        (time.span + span.span).timestamp
    }

    /// The point a span earlier.
    public static func - (
        time: Google_Protobuf_Timestamp, span: Google_Protobuf_Duration
    ) -> Google_Protobuf_Timestamp {
        (time.span + -span.span).timestamp
    }

    /// The span from one point to another.
    public static func - (
        end: Google_Protobuf_Timestamp, start: Google_Protobuf_Timestamp
    ) -> Google_Protobuf_Duration {
        (end.span + -start.span).duration
    }
}
