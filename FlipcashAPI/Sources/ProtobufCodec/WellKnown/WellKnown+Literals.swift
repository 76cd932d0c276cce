extension Google_Protobuf_Value: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral
{
    /// Creates JSON's null.
    public init(nilLiteral: ()) {
        self.init()
        nullValue = .nullValue
    }

    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self.init(boolValue: value) }

    /// Creates a number.
    public init(integerLiteral value: Int64) { self.init(numberValue: Double(value)) }

    /// Creates a number.
    public init(floatLiteral value: Double) { self.init(numberValue: value) }

    /// Creates a string.
    public init(stringLiteral value: String) { self.init(stringValue: value) }

    /// Creates a number.
    public init(numberValue: Double) {
        self.init()
        self.numberValue = numberValue
    }

    /// Creates a string.
    public init(stringValue: String) {
        self.init()
        self.stringValue = stringValue
    }

    /// Creates a boolean.
    public init(boolValue: Bool) {
        self.init()
        self.boolValue = boolValue
    }

    /// Creates an object.
    public init(structValue: Google_Protobuf_Struct) {
        self.init()
        self.structValue = structValue
    }

    /// Creates an array.
    public init(listValue: Google_Protobuf_ListValue) {
        self.init()
        self.listValue = listValue
    }
}

extension Google_Protobuf_Struct: ExpressibleByDictionaryLiteral {
    /// Creates an object of the given values. For equal names the last one is kept.
    public init(dictionaryLiteral elements: (String, Google_Protobuf_Value)...) {
        self.init()
        for (name, value) in elements { fields[name] = value }
    }

    /// Creates an object of the given values.
    public init(fields: [String: Google_Protobuf_Value]) {
        self.init()
        self.fields = fields
    }

    /// The value with this name.
    public subscript(name: String) -> Google_Protobuf_Value? {
        get { fields[name] }
        set { fields[name] = newValue }
    }
}

extension Google_Protobuf_ListValue: ExpressibleByArrayLiteral {
    /// Creates an array of the given values.
    public init(arrayLiteral elements: Google_Protobuf_Value...) {
        self.init(values: elements)
    }

    /// Creates an array of the given values.
    public init(values: [Google_Protobuf_Value]) {
        self.init()
        self.values = values
    }

    /// The value at an index within the array.
    public subscript(index: Int) -> Google_Protobuf_Value {
        get { values[index] }
        set { values[index] = newValue }
    }
}
