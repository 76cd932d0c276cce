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
