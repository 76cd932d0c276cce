public import CodeCurves

/// An Ed25519 public key or any other address of 32 bytes: an account, a mint, a program.
///
/// Any 32 bytes are a legal value; only some are points of the curve (`isOnCurve`).
public struct PublicKey: FixedBytes32 {
    /// The word for errors, such as `KeyError.wrongLength`.
    public static let noun = "public key"
    /// The 32 bytes, held inline.
    public let raw: Bytes32

    /// Takes any 32 bytes; ``isOnCurve`` says whether they are a point of the curve.
    public init(raw: Bytes32) { self.raw = raw }

    /// Whether the bytes decompress to a curve point of any order.
    ///
    /// If so, a private key may exist; otherwise the address can belong only to a program.
    public var isOnCurve: Bool { EdwardsPoint.isOnCurve(raw) }

    /// Whether `signature` is a valid signature of `data` by this key.
    ///
    /// The rules are those of the chain's validators (key specification §2.4).
    public func verify(signature: Signature, data: some Collection<UInt8>) -> Bool {
        Ed25519.isValid(signature: signature.bytes, message: data, publicKey: raw)
    }

    /// Returns the public key of `KeyPair.adding(scalar:)`, computed from this public key (key specification §2.7); nil
    /// when this key is not a curve point.
    public func adding(scalar: Secret32) -> PublicKey? {
        EdwardsPoint.adding(scalar: scalar, toPoint: raw).map(PublicKey.init(raw:))
    }
}
