/// A name in a field of fixed size, filled with zero bytes: 32 bytes for names, 8 for symbols of currencies.
public struct PaddedName: Hashable, Sendable {
    /// The size of a name's field.
    public static let nameByteCount = 32
    /// The size of a symbol's field.
    public static let symbolByteCount = 8

    /// The text in UTF-8, then zeros.
    public let bytes: [UInt8]

    /// Puts a name into its 32 bytes.
    ///
    /// - Throws: `PaddedNameError.tooLong`.
    public init(name: String) throws(PaddedNameError) {
        try self.init(name, noun: "name", byteCount: Self.nameByteCount)
    }

    /// Puts a currency's symbol into its 8 bytes.
    ///
    /// - Throws: `PaddedNameError.tooLong`.
    public init(symbol: String) throws(PaddedNameError) {
        try self.init(symbol, noun: "symbol", byteCount: Self.symbolByteCount)
    }

    /// Takes a field as it is; its first zero byte ends the text.
    public init(field: some Collection<UInt8>) { bytes = Array(field) }

    private init(_ text: String, noun: String, byteCount: Int) throws(PaddedNameError) {
        let count = text.utf8.count
        guard count <= byteCount else { throw .tooLong(noun, byteCount: count, max: byteCount) }
        bytes = Array(text.utf8) + [UInt8](repeating: 0, count: byteCount - count)
    }

    /// The text before the first zero byte; bytes that are not UTF-8 are replaced.
    public var text: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
}

/// Why a name does not fit its field.
public enum PaddedNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The named text has more UTF-8 bytes than its field.
    case tooLong(String, byteCount: Int, max: Int)

    public var description: String {
        switch self {
        case .tooLong(let noun, let byteCount, let max):
            "a \(noun) may have \(max) bytes, this has \(byteCount); letters outside ASCII take more than one"
        }
    }
}
