/// 32 public bytes stored inline, for an address, a hash or an id.
///
/// Ordered as unsigned bytes, left to right.
public struct Bytes32: Hashable, Sendable {
    // Big-endian words: comparing words compares bytes.
    private let first: UInt64
    private let second: UInt64
    private let third: UInt64
    private let fourth: UInt64

    /// The number of bytes.
    public static let count = 32

    /// 32 zero bytes.
    public static let zero = Bytes32(bigEndianWords: (0, 0, 0, 0))

    /// Makes a value from 32 bytes; nil for any other length.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        self = withBytes(of: bytes) { Bytes32(loading: UnsafeRawBufferPointer($0)) }
    }

    /// Makes a value from four words, most significant byte first.
    public init(bigEndianWords words: (UInt64, UInt64, UInt64, UInt64)) {
        (first, second, third, fourth) = words
    }

    /// The bytes as four words, most significant byte first.
    public var bigEndianWords: (UInt64, UInt64, UInt64, UInt64) { (first, second, third, fourth) }

    /// Safe: every caller checks that `buffer` has 32 bytes.
    init(loading buffer: UnsafeRawBufferPointer) {
        first = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
        second = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        third = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
        fourth = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
    }

    /// The bytes as an array.
    public var array: [UInt8] {
        withUnsafeBytes { Array($0) }
    }

    /// Calls `body` with the bytes; the pointer must not outlive the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let words = (first.bigEndian, second.bigEndian, third.bigEndian, fourth.bigEndian)
        return try Swift.withUnsafeBytes(of: words, body)
    }
}

extension Bytes32: Comparable {
    /// Compares as unsigned bytes, left to right.
    public static func < (left: Bytes32, right: Bytes32) -> Bool {
        (left.first, left.second, left.third, left.fourth) < (right.first, right.second, right.third, right.fourth)
    }
}
