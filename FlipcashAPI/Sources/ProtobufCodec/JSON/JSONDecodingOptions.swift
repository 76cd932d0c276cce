/// How messages are read from JSON.
public struct JSONDecodingOptions: Sendable {
    /// How deep objects and arrays may be nested.
    ///
    /// Values above ``greatestDepthLimit`` count as that: what is deeper has no binary form that readers accept.
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
