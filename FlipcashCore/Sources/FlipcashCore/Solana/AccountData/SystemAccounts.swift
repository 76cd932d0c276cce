/// A durable nonce account of the chain (key specification §16).
public struct NonceAccount: AccountData {
    /// 8 bytes of version and state, and 72 bytes of fields.
    public static let byteCount = 80
    /// The word for errors, such as ``AccountDataError/wrongKind(of:)``.
    public static let noun = "nonce account"
    /// The lamports that make such an account exempt from rent.
    public static let rentExemptLamports: UInt64 = 1_447_680
    /// Version 1 and state 1, initialized, in four bytes each, little-endian.
    public static let discriminator: [UInt8] = [1, 0, 0, 0, 1, 0, 0, 0]

    /// The key that may use the nonce.
    public var authority: PublicKey
    /// The stored value, used in place of a block hash.
    public var value: Hash
    /// The fee per signature when the value was stored.
    public var lamportsPerSignature: UInt64

    /// Creates an initialized nonce account.
    public init(authority: PublicKey, value: Hash, lamportsPerSignature: UInt64) {
        self.authority = authority
        self.value = value
        self.lamportsPerSignature = lamportsPerSignature
    }

    /// Reads the authority, the value and the fee, 72 bytes, little-endian; nil for fewer bytes.
    public init?(fields: inout ByteReader) {
        guard let authority: PublicKey = fields.value(), let value: Hash = fields.value(),
            let fee: UInt64 = fields.integer()
        else { return nil }
        self.init(authority: authority, value: value, lamportsPerSignature: fee)
    }

    /// Appends the authority, the value and the fee, 72 bytes, little-endian.
    public func appendFields(to bytes: inout [UInt8]) {
        bytes.append(bytesOf: authority)
        bytes.append(bytesOf: value)
        bytes.append(integer: lamportsPerSignature)
    }

    /// Returns the value that is stored when the nonce is used in the slot of `blockhash` (key specification §9).
    public static func value(afterUseIn blockhash: Hash) -> Hash {
        Hash(sha256: Array("DURABLE_NONCE".utf8) + blockhash.bytes)
    }
}

/// A lookup table (key specification §16), whose size depends on its number of addresses.
public struct LookupTableAccount: Hashable, Sendable {
    /// The offset of the addresses.
    public static let headerByteCount = 56

    /// The slot in which the table was deactivated; nil while it is active.
    public var deactivationSlot: UInt64?
    /// The slot in which addresses were last added; they can be used from the next slot on.
    public var lastExtendedSlot: UInt64
    /// The index of the first address that was last added.
    public var lastExtendedStart: UInt8
    /// The key that may change the table; nil when the table is permanent.
    public var authority: PublicKey?
    /// The addresses.
    public var addresses: [PublicKey]

    /// Creates a table.
    public init(
        deactivationSlot: UInt64? = nil, lastExtendedSlot: UInt64 = 0, lastExtendedStart: UInt8 = 0,
        authority: PublicKey?, addresses: [PublicKey]
    ) {
        self.deactivationSlot = deactivationSlot
        self.lastExtendedSlot = lastExtendedSlot
        self.lastExtendedStart = lastExtendedStart
        self.authority = authority
        self.addresses = addresses
    }

    /// Reads a table.
    ///
    /// - Throws: `AccountDataError`.
    public init(decoding bytes: some Collection<UInt8>) throws(AccountDataError) {
        let noun = "lookup table"
        var reader = ByteReader(bytes)
        guard reader.integer(UInt32.self) == 1 else { throw .wrongKind(of: noun) }
        guard let deactivation: UInt64 = reader.integer(), let extended: UInt64 = reader.integer(),
            let start = reader.byte(), let mark = reader.byte(), mark <= 1, let authority: PublicKey = reader.value(),
            reader.take(2) != nil, reader.remaining % PublicKey.byteCount == 0,
            reader.remaining / PublicKey.byteCount <= AddressLookupTable.addressCountMax
        else { throw .invalidField(of: noun) }
        let count = reader.remaining / PublicKey.byteCount
        self.init(
            deactivationSlot: deactivation == .max ? nil : deactivation, lastExtendedSlot: extended,
            lastExtendedStart: start, authority: mark == 1 ? authority : nil,
            addresses: (0..<count).compactMap { _ in reader.value() })
    }

    /// The encoded data of the account.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(integer: UInt32(1))
        bytes.append(integer: deactivationSlot ?? .max)
        bytes.append(integer: lastExtendedSlot)
        bytes.append(lastExtendedStart)
        bytes.append(authority == nil ? 0 : 1)
        bytes.append(bytesOf: authority ?? Program.system)
        bytes.appendZeros(2)
        for address in addresses { bytes.append(bytesOf: address) }
        return bytes
    }
}
