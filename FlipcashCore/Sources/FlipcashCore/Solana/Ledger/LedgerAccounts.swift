/// The account of a virtual machine: its authority, and the chain of hashes that every change extends (key
/// specification §13.1).
public struct VirtualMachineAccount: AccountData {
    /// 147 bytes with the discriminator, padded with zeros to 152.
    public static let byteCount = 152
    /// The word for errors, such as ``AccountDataError/wrongKind(of:)``.
    public static let noun = "virtual machine"
    /// The kind 1, in eight bytes, little-endian.
    public static let discriminator: [UInt8] = .kind(1)

    /// The key that controls the virtual machine.
    public var authority: PublicKey
    /// The mint.
    public var mint: PublicKey
    /// The number of changes so far.
    public var slot: UInt64
    /// The hash over all changes so far.
    public var chain: Hash
    /// The token account that holds the tokens of all owners.
    public var omnibus: PublicKey
    /// The bump of the omnibus's address.
    public var omnibusBump: UInt8
    /// The days that a non-custodial exit takes.
    public var lockDays: UInt8
    /// The bump of the virtual machine's address.
    public var bump: UInt8

    /// Creates the account before the first change.
    public init(_ vm: VirtualMachine) {
        authority = vm.authority
        mint = vm.mint
        slot = 0
        chain = .zero
        omnibus = vm.omnibus.address
        omnibusBump = vm.omnibus.bump
        lockDays = vm.lockDays
        bump = vm.address.bump
    }

    /// Reads the 139 bytes of the fields, little-endian, and ignores the padding; nil for fewer bytes.
    public init?(fields: inout ByteReader) {
        guard let authority: PublicKey = fields.value(), let mint: PublicKey = fields.value(),
            let slot: UInt64 = fields.integer(), let chain: Hash = fields.value(),
            let omnibus: PublicKey = fields.value(), let omnibusBump = fields.byte(), let lockDays = fields.byte(),
            let bump = fields.byte()
        else { return nil }
        self.authority = authority
        self.mint = mint
        self.slot = slot
        self.chain = chain
        self.omnibus = omnibus
        self.omnibusBump = omnibusBump
        self.lockDays = lockDays
        self.bump = bump
    }

    /// Appends the 139 bytes of the fields in the order of the properties; ``encoded`` adds the padding.
    public func appendFields(to bytes: inout [UInt8]) {
        bytes.append(bytesOf: authority)
        bytes.append(bytesOf: mint)
        bytes.append(integer: slot)
        bytes.append(bytesOf: chain)
        bytes.append(bytesOf: omnibus)
        bytes += [omnibusBump, lockDays, bump]
    }

    /// Extends the chain with a successful change.
    mutating func advance(_ instruction: Instruction) {
        var bytes = chain.bytes
        bytes += instruction.data.prefix(1)
        for account in instruction.accounts { bytes.append(bytesOf: account.publicKey) }
        bytes += instruction.data.dropFirst()
        chain = Hash(sha256: bytes)
        slot &+= 1
    }
}

/// The tree of compressed virtual accounts (key specification §13.8).
public struct StorageAccount: AccountData {
    /// The size of an account with a tree of ``depth`` levels.
    public static let byteCount = 1400
    /// The word for errors, such as ``AccountDataError/wrongKind(of:)``.
    public static let noun = "storage account"
    /// The kind 3, in eight bytes, little-endian.
    public static let discriminator: [UInt8] = .kind(3)
    /// The levels of the tree.
    public static let depth = 20

    /// The virtual machine.
    public var vm: PublicKey
    /// The account's name.
    public var name: PaddedName
    /// The bump of the account's address.
    public var bump: UInt8
    /// The tree.
    public var tree: MerkleTree

    /// Creates an account with an empty tree.
    public init(vm: PublicKey, name: PaddedName, bump: UInt8) {
        self.vm = vm
        self.name = name
        self.bump = bump
        tree = MerkleTree(depth: Self.depth, seeds: [Array("merkletree".utf8), name.bytes, vm.bytes])
    }

    /// Reads the fields, little-endian; nil for fewer bytes and for a tree of another depth.
    public init?(fields: inout ByteReader) {
        guard let vm: PublicKey = fields.value(), let name: PaddedName = fields.padded(),
            let bump = fields.byte(), fields.byte() == UInt8(Self.depth), fields.take(6) != nil,
            let tree = MerkleTree(reading: &fields, depth: Self.depth)
        else { return nil }
        self.vm = vm
        self.name = name
        self.bump = bump
        self.tree = tree
    }

    /// Appends the fields in the order of the properties, with the depth, then six zeros, before the tree.
    public func appendFields(to bytes: inout [UInt8]) {
        bytes.append(bytesOf: vm)
        bytes += name.bytes
        bytes += [bump, UInt8(Self.depth)]
        bytes.appendZeros(6)
        tree.append(to: &bytes)
    }
}

/// The state of an owner's non-custodial exit; without such an account the money is locked (key specification §13.9).
public struct UnlockAccount: AccountData {
    /// 114 bytes with the discriminator, padded with zeros to 120.
    public static let byteCount = 120
    /// The word for errors, such as ``AccountDataError/wrongKind(of:)``.
    public static let noun = "unlock account"
    /// The kind 5, in eight bytes, little-endian.
    public static let discriminator: [UInt8] = .kind(5)

    /// The states of an exit.
    public enum State: UInt8, Hashable, Sendable {
        /// Not set; an exit that has started has another state.
        case unknown = 0
        /// The waiting time is over, and the owner may withdraw.
        case unlocked = 1
        /// The waiting time continues until `unlockAt`.
        case waiting = 2
    }

    /// The virtual machine.
    public var vm: PublicKey
    /// The owner who exits.
    public var owner: PublicKey
    /// The address of the timelock's state.
    public var timelockState: PublicKey
    /// When the waiting time ends, in seconds since 1970.
    public var unlockAt: Int64
    /// The bump of the account's address.
    public var bump: UInt8
    /// The state of the exit.
    public var state: State

    /// Creates an exit.
    public init(
        vm: PublicKey, owner: PublicKey, timelockState: PublicKey, unlockAt: Int64, bump: UInt8, state: State
    ) {
        self.vm = vm
        self.owner = owner
        self.timelockState = timelockState
        self.unlockAt = unlockAt
        self.bump = bump
        self.state = state
    }

    /// Reads the 106 bytes of the fields, little-endian, and ignores the padding; nil for fewer bytes and for an
    /// unknown state.
    public init?(fields: inout ByteReader) {
        guard let vm: PublicKey = fields.value(), let owner: PublicKey = fields.value(),
            let timelockState: PublicKey = fields.value(), let unlockAt: Int64 = fields.integer(),
            let bump = fields.byte(), let state = fields.byte().flatMap(State.init(rawValue:))
        else { return nil }
        self.init(vm: vm, owner: owner, timelockState: timelockState, unlockAt: unlockAt, bump: bump, state: state)
    }

    /// Appends the 106 bytes of the fields in the order of the properties; ``encoded`` adds the padding.
    public func appendFields(to bytes: inout [UInt8]) {
        for key in [vm, owner, timelockState] { bytes.append(bytesOf: key) }
        bytes.append(integer: unlockAt)
        bytes += [bump, state.rawValue]
    }

    private static let secondsPerDay: Int64 = 86_400

    /// Returns when an exit that starts at `now` ends: after `lockDays`, at the next midnight UTC unless it is midnight
    /// then; nil on overflow.
    public static func end(now: Int64, lockDays: UInt8) -> Int64? {
        let (due, overflow) = now.addingReportingOverflow(Int64(lockDays) * secondsPerDay)
        guard !overflow else { return nil }
        let rest = ((due % secondsPerDay) + secondsPerDay) % secondsPerDay
        guard rest > 0 else { return due }
        let (end, overflows) = due.addingReportingOverflow(secondsPerDay - rest)
        return overflows ? nil : end
    }
}

/// The receipt that prevents a paid-out timelock from being restored (key specification §13.9).
///
/// Only its existence matters: all fields after the discriminator are zero.
public struct WithdrawReceiptAccount: AccountData {
    /// The discriminator and 80 zeros.
    public static let byteCount = 88
    /// The word for errors, such as ``AccountDataError/wrongKind(of:)``.
    public static let noun = "withdraw receipt"
    /// The kind 6, in eight bytes, little-endian.
    public static let discriminator: [UInt8] = .kind(6)

    /// Creates a receipt.
    public init() {}

    /// Reads nothing, because only the account's existence matters; never nil.
    public init?(fields _: inout ByteReader) {}

    /// Appends nothing; ``encoded`` adds the 80 zeros.
    public func appendFields(to _: inout [UInt8]) {}
}
