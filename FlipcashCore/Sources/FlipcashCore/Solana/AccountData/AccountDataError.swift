/// Why an account's data is not what it should be.
public enum AccountDataError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The named account has another size.
    case wrongSize(of: String, expected: Int, actual: Int)
    /// The first bytes say that this is another kind of account.
    case wrongKind(of: String)
    /// A field of the named account has a value that it cannot have.
    case invalidField(of: String)

    public var description: String {
        switch self {
        case .wrongSize(let noun, let expected, let actual):
            "a \(noun) has \(expected) bytes, this account has \(actual)"
        case .wrongKind(let noun):
            "this account is no \(noun)"
        case .invalidField(let noun):
            "this \(noun) holds a value that it cannot hold"
        }
    }
}

/// The data of an account on the chain, in a layout of fixed size.
public protocol AccountData: Hashable, Sendable {
    /// The size in bytes.
    static var byteCount: Int { get }
    /// What the account is called in messages: `token account`.
    static var noun: String { get }
    /// The bytes that every account of the kind starts with.
    static var discriminator: [UInt8] { get }

    /// Reads the fields behind the discriminator; nil for a value that a field cannot have.
    init?(fields: inout ByteReader)

    /// Appends the fields behind the discriminator.
    func appendFields(to bytes: inout [UInt8])
}

extension AccountData {
    /// None: accounts of most programs are told apart by size and owner alone.
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

    /// The account's data.
    public var encoded: [UInt8] {
        var bytes = Self.discriminator
        bytes.reserveCapacity(Self.byteCount)
        appendFields(to: &bytes)
        bytes.appendZeros(Swift.max(0, Self.byteCount - bytes.count))
        return bytes
    }
}

extension [UInt8] {
    /// The eight bytes by which the project's programs tell their accounts apart.
    static func kind(_ number: UInt8) -> [UInt8] { [number, 0, 0, 0, 0, 0, 0, 0] }

    /// Appends a 32-byte value behind its mark; 36 bytes either way.
    mutating func append(optional key: PublicKey?) {
        append(integer: key == nil ? UInt32(0) : 1)
        append(bytesOf: key ?? Program.system)
    }
}

extension ByteReader {
    /// A 32-byte value behind its mark of four bytes; nil for a mark that is neither 0 nor 1.
    mutating func optionalKey() -> PublicKey?? {
        guard let mark: UInt32 = integer(), mark <= 1, let key: PublicKey = value() else { return nil }
        return .some(mark == 1 ? key : nil)
    }
}
