/// How messages are written as JSON.
public struct JSONEncodingOptions: Sendable {
    /// Writes 64-bit integers as numbers; by default they are texts, since many readers of JSON keep 53 bits only.
    ///
    /// Keys of maps are texts in any case.
    public var alwaysPrintInt64sAsNumbers = false

    /// Writes the numbers of enum values instead of their names.
    public var alwaysPrintEnumsAsInts = false

    /// Writes the names of fields as in the definition instead of in lower camel case.
    public var preserveProtoFieldNames = false

    /// Writes the entries of maps in the order of their keys. That is done in any case: every form that this codec
    /// writes is the same for equal messages.
    public var useDeterministicOrdering = true

    /// The types that `google.protobuf.Any` may hold.
    public var types = TypeRegistry.wellKnown

    /// Creates the default options.
    public init() {}
}
