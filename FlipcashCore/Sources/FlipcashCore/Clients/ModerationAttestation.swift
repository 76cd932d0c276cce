/// A statement of the service that a text or an image is allowed (payment specification §17).
///
/// It binds the exact bytes that were checked: after a change, the content has to be checked again.
public struct ModerationAttestation: Hashable, Sendable {
    /// The digest of the checked content.
    public let contentHash: Hash
    /// The statement as the service signed it, which is sent back unchanged.
    public let rawValue: [UInt8]

    /// Creates a statement about content with the digest `contentHash`.
    public init(contentHash: Hash, rawValue: [UInt8]) {
        self.contentHash = contentHash
        self.rawValue = rawValue
    }

    /// Whether the statement is about exactly these bytes.
    public func covers(_ content: some Sequence<UInt8>) -> Bool { Hash(sha256: Array(content)) == contentHash }
}
