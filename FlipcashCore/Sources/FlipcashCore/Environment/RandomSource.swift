import CodeCurves

/// Supplies unpredictable bytes: keys, nonces, ids. Nothing in the wallet or the node draws luck from elsewhere.
public protocol RandomSource: Sendable {
    /// `count` fresh bytes.
    func bytes(_ count: Int) -> [UInt8]
}

/// The operating system's generator.
public struct SystemRandomSource: RandomSource {
    /// Draws from the operating system.
    public init() {}

    public func bytes(_ count: Int) -> [UInt8] { RandomBytes.generate(count) }
}
