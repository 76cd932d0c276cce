import CodeCurves

extension Bytes32 {
    /// Creates 32 random bytes.
    init(drawing random: any RandomSource) {
        guard let bytes = Bytes32(random.bytes(Bytes32.count)) else { RandomSourceContract.broken() }
        self = bytes
    }
}

extension Secret32 {
    /// Creates 32 random secret bytes.
    init(drawing random: any RandomSource) {
        var bytes = random.bytes(32)
        defer { Zeroing.zero(&bytes) }
        guard let secret = try? Secret32(bytes) else { RandomSourceContract.broken() }
        self = secret
    }
}
