/// An Ed25519 signature; the first one of a transaction is also the transaction's id.
public struct Signature: FixedBytes {
    public static let noun = "signature"
    public static let byteCount = 64

    /// 64 zero bytes: the placeholder for a signature that is not made yet.
    public static let zero = Signature(unchecked: [UInt8](repeating: 0, count: byteCount))

    public let bytes: [UInt8]

    public init?(exactly bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Takes bytes that the caller knows to be 64.
    init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    public static func < (left: Signature, right: Signature) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
