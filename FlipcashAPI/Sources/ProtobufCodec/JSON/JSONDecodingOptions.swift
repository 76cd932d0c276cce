/// Options for reading messages from JSON.
public struct JSONDecodingOptions: Sendable {
    /// The maximum nesting depth of objects and arrays.
    ///
    /// Values above ``greatestDepthLimit`` count as that.
    ///
    /// The limit of the binary form, ``WireReader/nestingLimit``, counts differently: an object of
    /// `google.protobuf.Struct` is three messages there, an array of `google.protobuf.ListValue` two. From 35 nested
    /// objects or 52 nested arrays on, a message read from JSON can be written as bytes, but those bytes cannot be read
    /// again.
    public var messageDepthLimit = greatestDepthLimit

    /// Ignores unknown fields and unknown enum names instead of throwing an error.
    public var ignoreUnknownFields = false

    /// The types allowed in `google.protobuf.Any`.
    public var types = TypeRegistry.wellKnown

    /// The largest depth limit that can be set.
    public static let greatestDepthLimit = 100

    /// Creates the default options.
    public init() {}
}
