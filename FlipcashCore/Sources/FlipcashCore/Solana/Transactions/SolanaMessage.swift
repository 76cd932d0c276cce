/// The part of a transaction that its signatures cover: accounts, a block hash and compiled instructions (key
/// specification §7).
///
/// A message is either compiled from instructions or decoded from bytes. In both cases every index is within its list.
public struct SolanaMessage: Hashable, Sendable {
    /// The layout of a message.
    public enum Version: Hashable, Sendable {
        /// All accounts are listed in the message.
        case legacy
        /// Some accounts are given by their indexes in lookup tables.
        case v0(lookups: [AddressTableLookup])
    }

    /// The first byte of a v0 message.
    static let v0Prefix: UInt8 = 0x80
    /// The maximum number of accounts with one-byte indexes.
    public static let accountCountMax = 256
    /// The maximum number of signers whose count, as the first byte, still differs from a version prefix.
    static let signerCountMax = 0x7e

    /// The layout.
    public let version: Version
    /// The numbers of accounts that sign and that are read-only.
    public let header: MessageHeader
    /// The accounts listed in the message itself; the first one pays.
    public let staticAccounts: [PublicKey]
    /// A recent block hash, or the stored value of a durable nonce; zeros when not set yet.
    public let blockhash: Hash
    /// The instructions.
    public let instructions: [CompiledInstruction]

    /// Creates a message from parts whose indexes are checked.
    init(
        version: Version, header: MessageHeader, staticAccounts: [PublicKey], blockhash: Hash,
        instructions: [CompiledInstruction]
    ) {
        self.version = version
        self.header = header
        self.staticAccounts = staticAccounts
        self.blockhash = blockhash
        self.instructions = instructions
    }

    /// The account that pays.
    public var payer: PublicKey { staticAccounts[0] }

    /// The accounts whose keys must sign, in the order of their signatures.
    public var requiredSigners: ArraySlice<PublicKey> { staticAccounts.prefix(Int(header.requiredSignatures)) }

    /// The accounts that a v0 message uses from lookup tables.
    public var lookups: [AddressTableLookup] {
        switch version {
        case .legacy: []
        case .v0(let lookups): lookups
        }
    }

    /// Returns the same message with another block hash or nonce value; existing signatures are not valid for it.
    public func with(blockhash: Hash) -> SolanaMessage {
        SolanaMessage(
            version: version, header: header, staticAccounts: staticAccounts, blockhash: blockhash,
            instructions: instructions)
    }

    /// The bytes to sign.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(SolanaTransaction.byteCountMax)
        if case .v0 = version { bytes.append(Self.v0Prefix) }
        bytes += [header.requiredSignatures, header.readonlySigned, header.readonlyUnsigned]
        bytes.append(length: UInt16(staticAccounts.count))
        for account in staticAccounts { bytes.append(bytesOf: account) }
        bytes.append(bytesOf: blockhash)
        bytes.append(length: UInt16(instructions.count))
        for instruction in instructions {
            bytes.append(instruction.programIndex)
            bytes.append(prefixed: instruction.accountIndexes)
            bytes.append(prefixed: instruction.data)
        }
        if case .v0(let lookups) = version {
            bytes.append(length: UInt16(lookups.count))
            for lookup in lookups {
                bytes.append(bytesOf: lookup.table)
                bytes.append(prefixed: lookup.writableIndexes)
                bytes.append(prefixed: lookup.readonlyIndexes)
            }
        }
        return bytes
    }
}
