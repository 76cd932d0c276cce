extension Google_Protobuf_Timestamp {
    /// Creates a point in time.
    ///
    /// - Parameter seconds: Whole seconds since 1970-01-01T00:00:00Z.
    /// - Parameter nanos: Nanoseconds after the second, 0 to 999,999,999.
    public init(seconds: Int64 = 0, nanos: Int32 = 0) {
        self.init()
        self.seconds = seconds
        self.nanos = nanos
    }
}

extension Google_Protobuf_Duration {
    /// Creates a span of time.
    ///
    /// - Parameter seconds: Whole seconds of the span.
    /// - Parameter nanos: Nanoseconds of the span, with the same sign as the seconds.
    public init(seconds: Int64 = 0, nanos: Int32 = 0) {
        self.init()
        self.seconds = seconds
        self.nanos = nanos
    }
}

extension Google_Protobuf_FieldMask {
    /// Creates a mask of the given paths, in the spelling of the definition.
    public init(protoPaths: [String]) {
        self.init()
        paths = protoPaths
    }
}
