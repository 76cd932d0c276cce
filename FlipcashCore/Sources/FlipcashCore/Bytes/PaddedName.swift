/// A text in a field of fixed size: UTF-8, then zero bytes (key specification §6.4 and §10).
public protocol PaddedText: Hashable, Sendable {
    /// The size of the field.
    static var byteCount: Int { get }
    /// What the text is called in messages: `name`.
    static var noun: String { get }

    /// The whole field: the text in UTF-8, then zeros.
    var bytes: [UInt8] { get }

    /// Takes a field of exactly `byteCount` bytes as it is; nil for any other length. Its first zero byte ends the
    /// text.
    init?(field: some Collection<UInt8>)
}

extension PaddedText {
    /// The text before the first zero byte; bytes that are not UTF-8 are replaced.
    public var text: String { String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }

    /// The field of `text`.
    static func field(of text: String) throws(PaddedNameError) -> [UInt8] {
        let count = text.utf8.count
        guard count <= byteCount else { throw .tooLong(noun, byteCount: count, max: byteCount) }
        return Array(text.utf8) + [UInt8](repeating: 0, count: byteCount - count)
    }
}

/// The name of a currency, a pool or an account of a virtual machine, 32 bytes.
public struct PaddedName: PaddedText {
    public static let byteCount = 32
    public static let noun = "name"
    public let bytes: [UInt8]

    public init?(field: some Collection<UInt8>) {
        guard field.count == Self.byteCount else { return nil }
        bytes = Array(field)
    }

    /// Puts a name into its 32 bytes.
    ///
    /// - Throws: `PaddedNameError.tooLong`.
    public init(name: String) throws(PaddedNameError) { bytes = try Self.field(of: name) }
}

/// The symbol of a currency, 8 bytes.
public struct PaddedSymbol: PaddedText {
    public static let byteCount = 8
    public static let noun = "symbol"
    public let bytes: [UInt8]

    public init?(field: some Collection<UInt8>) {
        guard field.count == Self.byteCount else { return nil }
        bytes = Array(field)
    }

    /// Puts a currency's symbol into its 8 bytes.
    ///
    /// - Throws: `PaddedNameError.tooLong`.
    public init(symbol: String) throws(PaddedNameError) { bytes = try Self.field(of: symbol) }
}

/// Why a name or a symbol does not fit its field.
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
