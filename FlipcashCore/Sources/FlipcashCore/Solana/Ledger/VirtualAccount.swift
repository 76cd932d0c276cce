/// One account in a virtual machine's memory (key specification §13.2).
public enum VirtualAccount: Hashable, Sendable {
    /// A nonce, whose value can be used by one signature.
    case durableNonce(VirtualNonce)
    /// An owner's money.
    case timelock(VirtualTimelock)
    /// The last step of a private payment.
    case relay(VirtualRelay)

    /// The size of the largest kind, in bytes.
    public static let byteCountMax = 77

    /// The tag and the fields.
    public var packed: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCountMax)
        switch self {
        case .durableNonce(let nonce):
            bytes.append(0)
            bytes.append(bytesOf: nonce.address)
            bytes.append(bytesOf: nonce.value)
        case .timelock(let timelock):
            bytes.append(1)
            bytes.append(bytesOf: timelock.owner)
            bytes.append(bytesOf: timelock.instance)
            bytes += [timelock.vaultBump, timelock.unlockBump, timelock.withdrawBump]
            bytes.append(integer: timelock.balance)
            bytes.append(timelock.stateBump)
        case .relay(let relay):
            bytes.append(2)
            bytes.append(bytesOf: relay.target)
            bytes.append(bytesOf: relay.destination)
        }
        return bytes
    }

    /// Reads tag and fields; nil for an unknown tag or too few bytes.
    ///
    /// Later bytes are ignored, since slots may be larger than the account.
    public init?(packed bytes: some Collection<UInt8>) {
        var reader = ByteReader(bytes)
        switch reader.byte() {
        case 0:
            guard let address: PublicKey = reader.value(), let value: Hash = reader.value() else { return nil }
            self = .durableNonce(VirtualNonce(address: address, value: value))
        case 1:
            guard let timelock = VirtualTimelock(reading: &reader) else { return nil }
            self = .timelock(timelock)
        case 2:
            guard let target: PublicKey = reader.value(), let destination: PublicKey = reader.value() else {
                return nil
            }
            self = .relay(VirtualRelay(target: target, destination: destination))
        default:
            return nil
        }
    }

    /// The SHA-256 of tag and fields.
    public var hash: Hash { Hash(sha256: packed) }

    /// Returns the value that cold storage holds for this account: the hash of the authority's signature and of the
    /// account's own hash.
    public func storageValue(signature: Signature) -> Hash {
        Hash(sha256: signature.bytes + hash.bytes)
    }
}

/// An owner's money in a virtual machine.
public struct VirtualTimelock: Hashable, Sendable {
    /// The owner of the money.
    public var owner: PublicKey
    /// Distinguishes this account from earlier ones of the owner: the chain of hashes when it was opened.
    public var instance: Hash
    /// The bump of the vault's address.
    public var vaultBump: UInt8
    /// The bump of the unlock account's address.
    public var unlockBump: UInt8
    /// The bump of the withdraw receipt's address.
    public var withdrawBump: UInt8
    /// The amount in quarks.
    public var balance: UInt64
    /// The bump of the state's address.
    public var stateBump: UInt8

    /// Creates an account.
    public init(
        owner: PublicKey, instance: Hash, vaultBump: UInt8, unlockBump: UInt8, withdrawBump: UInt8, balance: UInt64,
        stateBump: UInt8
    ) {
        self.owner = owner
        self.instance = instance
        self.vaultBump = vaultBump
        self.unlockBump = unlockBump
        self.withdrawBump = withdrawBump
        self.balance = balance
        self.stateBump = stateBump
    }

    init?(reading reader: inout ByteReader) {
        guard let owner: PublicKey = reader.value(), let instance: Hash = reader.value(),
            let vaultBump = reader.byte(), let unlockBump = reader.byte(), let withdrawBump = reader.byte(),
            let balance: UInt64 = reader.integer(), let stateBump = reader.byte()
        else { return nil }
        self.init(
            owner: owner, instance: instance, vaultBump: vaultBump, unlockBump: unlockBump,
            withdrawBump: withdrawBump, balance: balance, stateBump: stateBump)
    }

    /// Returns the vault's address in `vm` for this account's own bumps; nil when they are wrong and the account is
    /// unusable.
    func vault(in vm: VirtualMachine) -> PublicKey? {
        TimelockAccount.vault(owner: owner, in: vm, stateBump: stateBump, vaultBump: vaultBump)
    }
}

/// The last step of a private payment: the account to pay when the payer's money arrives (an extension).
public struct VirtualRelay: Hashable, Sendable {
    /// The address in the payer's signed message.
    public var target: PublicKey
    /// The token account that receives the payer's money.
    public var destination: PublicKey

    /// Creates an entry.
    public init(target: PublicKey, destination: PublicKey) {
        self.target = target
        self.destination = destination
    }
}
