extension Google_Protobuf_DoubleValue: ExpressibleByFloatLiteral {
    /// Creates a wrapper of a value.
    public init(_ value: Double) {
        self.init()
        self.value = value
    }

    /// Creates a wrapper of a value.
    public init(floatLiteral: Double) { self.init(floatLiteral) }
}

extension Google_Protobuf_FloatValue: ExpressibleByFloatLiteral {
    /// Creates a wrapper of a value.
    public init(_ value: Float) {
        self.init()
        self.value = value
    }

    /// Creates a wrapper of a value.
    public init(floatLiteral: Float) { self.init(floatLiteral) }
}

extension Google_Protobuf_Int64Value: ExpressibleByIntegerLiteral {
    /// Creates a wrapper of a value.
    public init(_ value: Int64) {
        self.init()
        self.value = value
    }

    /// Creates a wrapper of a value.
    public init(integerLiteral: Int64) { self.init(integerLiteral) }
}

extension Google_Protobuf_UInt64Value: ExpressibleByIntegerLiteral {
    /// Creates a wrapper of a value.
    public init(_ value: UInt64) {
        self.init()
        self.value = value
    }

    /// Creates a wrapper of a value.
    public init(integerLiteral: UInt64) { self.init(integerLiteral) }
}

extension Google_Protobuf_Int32Value: ExpressibleByIntegerLiteral {
    /// Creates a wrapper of a value.
    public init(_ value: Int32) {
        self.init()
        self.value = value
    }

    /// Creates a wrapper of a value.
    public init(integerLiteral: Int32) { self.init(integerLiteral) }
}

extension Google_Protobuf_UInt32Value: ExpressibleByIntegerLiteral {
    /// Creates a wrapper of a value.
    public init(_ value: UInt32) {
        self.init()
        self.value = value
    }

    /// Creates a wrapper of a value.
    public init(integerLiteral: UInt32) { self.init(integerLiteral) }
}

extension Google_Protobuf_BoolValue: ExpressibleByBooleanLiteral {
    /// Creates a wrapper of a value.
    public init(_ value: Bool) {
        self.init()
        self.value = value
    }

    /// Creates a wrapper of a value.
    public init(booleanLiteral: Bool) { self.init(booleanLiteral) }
}

extension Google_Protobuf_StringValue: ExpressibleByStringLiteral {
    /// Creates a wrapper of a value.
    public init(_ value: String) {
        self.init()
        self.value = value
    }

    /// Creates a wrapper of a value.
    public init(stringLiteral: String) { self.init(stringLiteral) }
}

extension Google_Protobuf_BytesValue {
    /// Creates a wrapper of a value.
    public init(_ value: [UInt8]) {
        self.init()
        self.value = value
    }
}
