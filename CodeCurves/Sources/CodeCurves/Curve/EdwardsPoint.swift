/// Functions on the 32-byte encoding of a point of edwards25519 (key specification §2.5 and §2.6).
public enum EdwardsPoint {
    /// Whether `bytes` decompress to a point of the curve −x² + y² = 1 + d·x²·y².
    ///
    /// Program-derived addresses use this decompression test: y is taken modulo p even when its encoding is not
    /// canonical, the sign bit is ignored, and the point may have any order. Do not replace it with libsodium's
    /// validity test, which also requires a canonical encoding and the prime-order subgroup.
    ///
    /// x² = (y² − 1) / (d·y² + 1) has a root exactly when numerator times denominator is a square. The denominator is
    /// never zero because −1/d is not a square.
    public static func isOnCurve(_ bytes: Bytes32) -> Bool {
        let ySquared = FieldElement(bytes).squared()
        let numerator = ySquared - .one
        let denominator = FieldElement.d * ySquared + .one
        return (numerator * denominator).isSquare
    }

    /// The X25519 coordinate u = (1 + y) / (1 − y) of a point (RFC 7748 §4.1); 0 where the denominator is 0.
    ///
    /// The sign bit is ignored and the point is not validated.
    public static func montgomeryCoordinate(_ bytes: Bytes32) -> Bytes32 {
        let y = FieldElement(bytes)
        return ((FieldElement.one + y) * (FieldElement.one - y).inverse).bytes
    }
}
