public import CodeCurves

/// The 16 secret bytes from which a phrase of twelve words is derived.
public struct Seed16: Sendable, Equatable {
    /// The number of bytes.
    public static let byteCount = 16

    /// The secret bytes.
    public let bytes: SecretBytes

    /// Copies 16 bytes into guarded memory; the caller zeroes its own copy.
    ///
    /// - Throws: `KeyError.wrongLength`.
    public init(_ bytes: some Collection<UInt8>) throws(KeyError) {
        guard bytes.count == Self.byteCount else {
            throw .wrongLength(of: "seed", expected: Self.byteCount, actual: bytes.count)
        }
        self.bytes = SecretBytes(bytes)
    }

    /// Creates 16 random bytes.
    public static func generate(using random: any RandomSource) -> Seed16 {
        var bytes = random.bytes(byteCount)
        defer { Zeroing.zero(&bytes) }
        guard let seed = try? Seed16(bytes) else { RandomSourceContract.broken() }
        return seed
    }
}

extension Seed16: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of bytes, never the bytes.
    public var description: String { bytes.description }
    /// The same text as ``description``.
    public var debugDescription: String { bytes.description }
    /// Has no children, so that `dump` and debuggers do not show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
