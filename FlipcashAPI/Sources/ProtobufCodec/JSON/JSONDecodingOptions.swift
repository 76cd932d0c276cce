/// How messages are read from JSON.
public struct JSONDecodingOptions: Sendable {
    /// How deep objects and arrays may be nested.
    ///
    /// Values above ``greatestDepthLimit`` count as that.
    ///
    /// The limit of the binary form, ``WireReader/nestingLimit``, counts otherwise: an object of
    /// `google.protobuf.Struct` is three messages there, an array of `google.protobuf.ListValue` two. With 35 such
    /// objects or 52 such arrays within each other, what is read here can be written as bytes, but not be read from
    /// them again.
    public var messageDepthLimit = greatestDepthLimit

    /// Skips fields that the definition does not know, and names of enum values that it does not know, instead of
    /// refusing the whole text.
    public var ignoreUnknownFields = false

    /// The types that `google.protobuf.Any` may hold.
    public var types = TypeRegistry.wellKnown

    /// The greatest depth that is ever accepted.
    public static let greatestDepthLimit = 100

    /// Creates the default options.
    public init() {}
}
