/// Options for writing messages as JSON.
public struct JSONEncodingOptions: Sendable {
    /// Writes 64-bit integers as numbers. By default they are strings, because many JSON readers keep only 53 bits.
    ///
    /// Keys of maps are always strings.
    public var alwaysPrintInt64sAsNumbers = false

    /// Writes the numbers of enum values instead of their names.
    public var alwaysPrintEnumsAsInts = false

    /// Uses field names as in the definition instead of lower camel case.
    public var preserveProtoFieldNames = false

    /// Has no effect: this codec always writes map entries in key order, so that equal messages give equal output.
    public var useDeterministicOrdering = true

    /// The types allowed in `google.protobuf.Any`.
    public var types = TypeRegistry.wellKnown

    /// Creates the default options.
    public init() {}
}
