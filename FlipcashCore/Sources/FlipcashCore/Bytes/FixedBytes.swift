public import CodeCurves

/// A public value of a fixed number of bytes whose text form is base58: keys, hashes, signatures, ids.
///
/// Values compare and hash by their bytes and order as unsigned bytes from left to right.
public protocol FixedBytes: Hashable, Comparable, Sendable, LosslessStringConvertible, Codable {
    /// The exact number of bytes.
    static var byteCount: Int { get }
    /// The word for such a value in messages: `public key`.
    static var noun: String { get }

    /// Takes exactly `byteCount` bytes; nil for any other length.
    init?(exactly bytes: some Collection<UInt8>)

    /// The bytes.
    var bytes: [UInt8] { get }

    /// Reads base58, ignoring ASCII white space around it.
    ///
    /// - Throws: `KeyError.notBase58`, `KeyError.wrongLength`.
    init(base58 text: String) throws(KeyError)

    /// The text form.
    var base58: String { get }
}

extension FixedBytes {
    /// Takes exactly `byteCount` bytes.
    ///
    /// - Throws: `KeyError.wrongLength`.
    public init(_ bytes: some Collection<UInt8>) throws(KeyError) {
        guard let value = Self(exactly: bytes) else {
            throw .wrongLength(of: Self.noun, expected: Self.byteCount, actual: bytes.count)
        }
        self = value
    }

    /// Reads base58, ignoring ASCII white space around it.
    ///
    /// - Throws: `KeyError.notBase58`, `KeyError.wrongLength`.
    public init(base58 text: String) throws(KeyError) {
        try self.init(base58OfAnyLength: text)
    }

    /// Decodes base58 by the general algorithm, which reports the error of invalid text.
    init(base58OfAnyLength text: String) throws(KeyError) {
        switch Result(catching: { () throws(Base58Error) in try Base58.decode(text) }) {
        case .success(let bytes): try self.init(bytes)
        case .failure(let error): throw .notBase58(Self.noun, error)
        }
    }

    /// Decodes base58; nil for invalid text or another length.
    public init?(_ description: String) {
        guard let value = try? Self(base58: description) else { return nil }
        self = value
    }

    /// The text form, with one leading `1` for each leading zero byte.
    public var base58: String { Base58.encode(bytes) }

    /// The same as `base58`.
    public var description: String { base58 }

    /// Reads a base58 text.
    ///
    /// - Throws: `KeyError.notBase58`, `KeyError.wrongLength`, and `DecodingError` for what is not a text.
    public init(from decoder: any Decoder) throws {
        try self.init(base58: decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(base58)
    }
}

/// A `FixedBytes` of 32 bytes.
public protocol FixedBytes32: FixedBytes {
    /// The bytes, held inline.
    var raw: Bytes32 { get }

    /// Creates a value from its 32 bytes.
    init(raw: Bytes32)
}

extension FixedBytes32 {
    /// 32 for every conforming type.
    public static var byteCount: Int { Bytes32.count }

    /// Takes exactly 32 bytes; nil for any other length.
    public init?(exactly bytes: some Collection<UInt8>) {
        guard let raw = Bytes32(bytes) else { return nil }
        self.init(raw: raw)
    }

    /// A copy of ``raw`` in an array.
    public var bytes: [UInt8] { raw.array }

    /// Reads base58 with a decoder for exactly 32 bytes, and with the general decoder if that fails.
    ///
    /// - Throws: `KeyError.notBase58`, `KeyError.wrongLength`.
    public init(base58 text: String) throws(KeyError) {
        if let raw = Base58.decode32(text) {
            self.init(raw: raw)
        } else {
            try self.init(base58OfAnyLength: text)
        }
    }

    /// The text form: 32 to 44 characters.
    public var base58: String { Base58.encode(raw) }

    /// Calls `body` with the bytes; the pointer must not outlive the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try raw.withUnsafeBytes(body)
    }

    /// Compares as unsigned bytes, left to right.
    public static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}
