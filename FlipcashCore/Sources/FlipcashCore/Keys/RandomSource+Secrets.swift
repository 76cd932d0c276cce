import CodeCurves

extension Bytes32 {
    /// 32 fresh bytes.
    init(drawing random: any RandomSource) {
        guard let bytes = Bytes32(random.bytes(Bytes32.count)) else { RandomSourceContract.broken() }
        self = bytes
    }
}

extension Secret32 {
    /// 32 fresh secret bytes.
    init(drawing random: any RandomSource) {
        var bytes = random.bytes(32)
        defer { Zeroing.zero(&bytes) }
        guard let secret = try? Secret32(bytes) else { RandomSourceContract.broken() }
        self = secret
    }
}

/// The promise of `RandomSource.bytes(_:)` to give as many bytes as were asked for.
enum RandomSourceContract {
    /// Ends the process: no outside input leads here, only a faulty generator, and going on would make guessable
    /// keys.
    static func broken() -> Never {
        preconditionFailure("the random source gave fewer bytes than it was asked for")
    }
}
