/// An Ed25519 signature; the first one of a transaction is also the transaction's id.
public struct Signature: FixedBytes {
    /// The word for errors, such as `KeyError.wrongLength`.
    public static let noun = "signature"
    /// 64: Ed25519's point R and scalar S, 32 bytes each.
    public static let byteCount = 64

    /// 64 zero bytes: the placeholder for a signature that is not made yet.
    public static let zero = Signature(unchecked: [UInt8](repeating: 0, count: byteCount))

    /// R, then S, as Ed25519 defines them.
    public let bytes: [UInt8]

    /// Takes exactly 64 bytes; nil for any other length. Does not verify anything.
    public init?(exactly bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Takes bytes that the caller knows to be 64.
    init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// Compares as unsigned bytes, left to right.
    public static func < (left: Signature, right: Signature) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
