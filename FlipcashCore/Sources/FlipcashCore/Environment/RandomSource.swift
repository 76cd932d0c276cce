import CodeCurves

/// Supplies unpredictable bytes for keys, nonces and ids. It is the only source of randomness in wallet and node.
public protocol RandomSource: Sendable {
    /// Returns `count` new random bytes.
    func bytes(_ count: Int) -> [UInt8]
}

/// The operating system's generator.
public struct SystemRandomSource: RandomSource {
    /// Creates a source that uses the operating system's generator.
    public init() {}

    /// Returns bytes of the operating system's generator; none for a negative count.
    public func bytes(_ count: Int) -> [UInt8] { RandomBytes.generate(count) }
}

extension RandomSource {
    /// Returns a random UUID, version 4.
    public func uuid() -> UUIDBytes {
        guard let uuid = UUIDBytes(bytes(UUIDBytes.count), version: 4) else { RandomSourceContract.broken() }
        return uuid
    }
}

/// The contract of `RandomSource.bytes(_:)`: it returns as many bytes as requested.
enum RandomSourceContract {
    /// Ends the process.
    ///
    /// Only a faulty generator can cause this, never outside input. Continuing would create guessable keys.
    static func broken() -> Never {
        preconditionFailure("the random source returned fewer bytes than requested")
    }
}
