extension Google_Protobuf_Timestamp {
    /// Creates a timestamp.
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
    /// Creates a duration.
    ///
    /// - Parameter seconds: Whole seconds.
    /// - Parameter nanos: Nanoseconds, with the same sign as the seconds.
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
