/// A text in a field of fixed size: UTF-8, then zero bytes (key specification §6.4 and §10).
public protocol PaddedText: Hashable, Sendable {
    /// The size of the field.
    static var byteCount: Int { get }
    /// The word for such a text in messages: `name`.
    static var noun: String { get }

    /// The whole field: the text in UTF-8, then zeros.
    var bytes: [UInt8] { get }

    /// Takes a field of exactly `byteCount` bytes unchanged; nil for any other length.
    ///
    /// The first zero byte ends the text.
    init?(field: some Collection<UInt8>)
}

extension PaddedText {
    /// The text before the first zero byte; invalid UTF-8 is replaced by U+FFFD.
    public var text: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }

    /// Returns the field that holds `text`.
    static func field(of text: String) throws(PaddedNameError) -> [UInt8] {
        let count = text.utf8.count
        guard count <= byteCount else { throw .tooLong(noun, byteCount: count, max: byteCount) }
        return Array(text.utf8) + [UInt8](repeating: 0, count: byteCount - count)
    }
}

/// The name of a currency, a pool or an account of a virtual machine, 32 bytes.
public struct PaddedName: PaddedText {
    /// 32, as in the accounts of the chain.
    public static let byteCount = 32
    /// The word for errors, such as ``PaddedNameError/tooLong(_:byteCount:max:)``.
    public static let noun = "name"
    /// The 32 bytes of the field, kept as received, also after the first zero byte.
    public let bytes: [UInt8]

    /// Takes a field of exactly 32 bytes unchanged; nil for any other length.
    public init?(field: some Collection<UInt8>) {
        guard field.count == Self.byteCount else { return nil }
        bytes = Array(field)
    }

    /// Creates the 32-byte field of a name.
    ///
    /// - Throws: `PaddedNameError.tooLong`.
    public init(name: String) throws(PaddedNameError) { bytes = try Self.field(of: name) }
}

/// The symbol of a currency, 8 bytes.
public struct PaddedSymbol: PaddedText {
    /// 8, as in the accounts of the chain.
    public static let byteCount = 8
    /// The word for errors, such as ``PaddedNameError/tooLong(_:byteCount:max:)``.
    public static let noun = "symbol"
    /// The 8 bytes of the field, kept as received, also after the first zero byte.
    public let bytes: [UInt8]

    /// Takes a field of exactly 8 bytes unchanged; nil for any other length.
    public init?(field: some Collection<UInt8>) {
        guard field.count == Self.byteCount else { return nil }
        bytes = Array(field)
    }

    /// Creates the 8-byte field of a symbol.
    ///
    /// - Throws: `PaddedNameError.tooLong`.
    public init(symbol: String) throws(PaddedNameError) { bytes = try Self.field(of: symbol) }
}

/// Errors from putting a name or a symbol into its field.
public enum PaddedNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text has more UTF-8 bytes than its field.
    case tooLong(String, byteCount: Int, max: Int)

    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .tooLong(let noun, let byteCount, let max):
            "a \(noun) may have at most \(max) bytes, this has \(byteCount); letters outside ASCII take more than one"
        }
    }
}
