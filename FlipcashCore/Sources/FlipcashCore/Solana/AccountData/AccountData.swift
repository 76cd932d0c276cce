/// The data of an account on the chain, with a fixed layout and size.
public protocol AccountData: Hashable, Sendable {
    /// The size in bytes.
    static var byteCount: Int { get }
    /// The word for such an account in messages: `token account`.
    static var noun: String { get }
    /// The bytes at the start of every account of this kind.
    static var discriminator: [UInt8] { get }

    /// Reads the fields after the discriminator; nil for an invalid value.
    init?(fields: inout ByteReader)

    /// Appends the fields after the discriminator.
    func appendFields(to bytes: inout [UInt8])
}

extension AccountData {
    /// Empty, because most programs distinguish accounts only by size and owner.
    public static var discriminator: [UInt8] { [] }

    /// Reads an account's data.
    ///
    /// - Throws: `AccountDataError`.
    public init(decoding bytes: some Collection<UInt8>) throws(AccountDataError) {
        guard bytes.count == Self.byteCount else {
            throw .wrongSize(of: Self.noun, expected: Self.byteCount, actual: bytes.count)
        }
        guard bytes.starts(with: Self.discriminator) else { throw .wrongKind(of: Self.noun) }
        var reader = ByteReader(bytes.dropFirst(Self.discriminator.count))
        guard let value = Self(fields: &reader) else { throw .invalidField(of: Self.noun) }
        self = value
    }

    /// The encoded data of the account.
    public var encoded: [UInt8] {
        var bytes = Self.discriminator
        bytes.reserveCapacity(Self.byteCount)
        appendFields(to: &bytes)
        bytes.appendZeros(Swift.max(0, Self.byteCount - bytes.count))
        return bytes
    }
}

extension [UInt8] {
    /// Returns the eight-byte discriminator of an account of this project's programs.
    static func kind(_ number: UInt8) -> [UInt8] { [number, 0, 0, 0, 0, 0, 0, 0] }

    /// Appends an optional key: a mark of four bytes, then 32 bytes.
    mutating func append(optional key: PublicKey?) {
        append(integer: key == nil ? UInt32(0) : 1)
        append(bytesOf: key ?? Program.system)
    }
}

extension ByteReader {
    /// Reads an optional key: a mark of four bytes, then 32 bytes; nil for a mark other than 0 and 1.
    mutating func optionalKey() -> PublicKey?? {
        guard let mark: UInt32 = integer(), mark <= 1, let key: PublicKey = value() else { return nil }
        return .some(mark == 1 ? key : nil)
    }
}
