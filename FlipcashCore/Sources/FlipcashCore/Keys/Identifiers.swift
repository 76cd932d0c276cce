public import CodeCurves

/// The id of an intent: 32 bytes, random or derived, not necessarily a curve point.
public struct IntentID: FixedBytes32 {
    /// The word for errors, such as `KeyError.wrongLength`.
    public static let noun = "intent id"
    /// The 32 bytes of the id, held inline.
    public let raw: Bytes32

    /// Takes any 32 bytes. Use ``generate(using:)`` for a new intent.
    public init(raw: Bytes32) { self.raw = raw }

    /// Creates the id of the transfer that a scanned code starts: its rendezvous public key (payment specification
    /// §14.1).
    public init(rendezvous: PublicKey) { raw = rendezvous.raw }
}

/// The id of a swap: 32 random bytes, not necessarily a curve point.
public struct SwapID: FixedBytes32 {
    /// The word for errors, such as `KeyError.wrongLength`.
    public static let noun = "swap id"
    /// The 32 bytes of the id, held inline.
    public let raw: Bytes32

    /// Takes any 32 bytes. Use ``generate(using:)`` for a new swap.
    public init(raw: Bytes32) { self.raw = raw }
}

extension FixedBytes32 {
    /// Returns an id of 32 random bytes.
    static func random(drawing random: any RandomSource) -> Self {
        Self(raw: Bytes32(drawing: random))
    }
}

extension IntentID {
    /// Returns a random id.
    public static func generate(using random: any RandomSource) -> IntentID { .random(drawing: random) }
}

extension SwapID {
    /// Returns a random id.
    public static func generate(using random: any RandomSource) -> SwapID { .random(drawing: random) }
}
