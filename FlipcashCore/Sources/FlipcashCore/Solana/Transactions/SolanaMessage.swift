/// What the signatures of a transaction cover: accounts, a block hash and compiled instructions
/// (key specification §7).
///
/// A message is either compiled from instructions or decoded from bytes; both ways leave every index inside its list.
public struct SolanaMessage: Hashable, Sendable {
    /// The layout of a message.
    public enum Version: Hashable, Sendable {
        /// Every account is listed.
        case legacy
        /// Some accounts are named by their place in lookup tables.
        case v0(lookups: [AddressTableLookup])
    }

    /// The first byte of a v0 message.
    static let v0Prefix: UInt8 = 0x80
    /// The most accounts that one-byte indexes reach.
    public static let accountCountMax = 256
    /// The most signers of a message whose first byte still tells its layout.
    static let signerCountMax = 0x7e

    /// The layout.
    public let version: Version
    /// How many accounts sign and how many are only read.
    public let header: MessageHeader
    /// The accounts that the message lists itself; the first one pays.
    public let staticAccounts: [PublicKey]
    /// A recent block hash, or the stored value of a durable nonce; zeros when it is still to come.
    public let blockhash: Hash
    /// The instructions.
    public let instructions: [CompiledInstruction]

    /// Takes parts whose indexes have been checked.
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

    /// What a v0 message takes from lookup tables.
    public var lookups: [AddressTableLookup] {
        switch version {
        case .legacy: []
        case .v0(let lookups): lookups
        }
    }

    /// The same message with another block hash or nonce value; signatures of the old one do not fit it.
    public func with(blockhash: Hash) -> SolanaMessage {
        SolanaMessage(
            version: version, header: header, staticAccounts: staticAccounts, blockhash: blockhash,
            instructions: instructions)
    }

    /// The bytes that are signed.
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
