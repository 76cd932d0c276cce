/// The account of a virtual machine: who controls it, and the chain of hashes that every change continues
/// (key specification §13.1).
public struct VirtualMachineAccount: AccountData {
    public static let byteCount = 152
    public static let noun = "virtual machine"
    public static let discriminator: [UInt8] = .kind(1)

    /// Who controls it.
    public var authority: PublicKey
    /// The mint.
    public var mint: PublicKey
    /// How many changes there were.
    public var slot: UInt64
    /// The hash of every change so far.
    public var chain: Hash
    /// The token account that holds everybody's tokens.
    public var omnibus: PublicKey
    /// The bump of the omnibus's address.
    public var omnibusBump: UInt8
    /// The days that a non-custodial exit takes.
    public var lockDays: UInt8
    /// The bump of its own address.
    public var bump: UInt8

    /// A machine before its first change.
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

    public func appendFields(to bytes: inout [UInt8]) {
        bytes.append(bytesOf: authority)
        bytes.append(bytesOf: mint)
        bytes.append(integer: slot)
        bytes.append(bytesOf: chain)
        bytes.append(bytesOf: omnibus)
        bytes += [omnibusBump, lockDays, bump]
    }

    /// Continues the chain with a change that succeeded.
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
    public static let byteCount = 1400
    public static let noun = "storage account"
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

    /// An account with an empty tree.
    public init(vm: PublicKey, name: PaddedName, bump: UInt8) {
        self.vm = vm
        self.name = name
        self.bump = bump
        tree = MerkleTree(depth: Self.depth, seeds: [Array("merkletree".utf8), name.bytes, vm.bytes])
    }

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

    public func appendFields(to bytes: inout [UInt8]) {
        bytes.append(bytesOf: vm)
        bytes += name.bytes
        bytes += [bump, UInt8(Self.depth)]
        bytes.appendZeros(6)
        tree.append(to: &bytes)
    }
}

/// An owner's non-custodial exit (key specification §13.9). Without such an account the money is locked.
public struct UnlockAccount: AccountData {
    public static let byteCount = 120
    public static let noun = "unlock account"
    public static let discriminator: [UInt8] = .kind(5)

    /// How far an exit is.
    public enum State: UInt8, Hashable, Sendable {
        /// Not set; an exit that was begun is one of the others.
        case unknown = 0
        /// The waiting time is over, and the owner may take the money out.
        case unlocked = 1
        /// The waiting time runs until `unlockAt`.
        case waiting = 2
    }

    /// The virtual machine.
    public var vm: PublicKey
    /// Who leaves.
    public var owner: PublicKey
    /// The state's address of the owner's timelock.
    public var timelockState: PublicKey
    /// When the waiting time ends, in seconds since 1970.
    public var unlockAt: Int64
    /// The bump of the account's address.
    public var bump: UInt8
    /// How far the exit is.
    public var state: State

    /// Names an exit.
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

    public init?(fields: inout ByteReader) {
        guard let vm: PublicKey = fields.value(), let owner: PublicKey = fields.value(),
            let timelockState: PublicKey = fields.value(), let unlockAt: Int64 = fields.integer(),
            let bump = fields.byte(), let state = fields.byte().flatMap(State.init(rawValue:))
        else { return nil }
        self.init(vm: vm, owner: owner, timelockState: timelockState, unlockAt: unlockAt, bump: bump, state: state)
    }

    public func appendFields(to bytes: inout [UInt8]) {
        for key in [vm, owner, timelockState] { bytes.append(bytesOf: key) }
        bytes.append(integer: unlockAt)
        bytes += [bump, state.rawValue]
    }

    private static let secondsPerDay: Int64 = 86_400

    /// When an exit that starts at `now` ends: after `lockDays`, at the next midnight of UTC unless it is one already;
    /// nil when that is beyond time.
    public static func end(now: Int64, lockDays: UInt8) -> Int64? {
        let (due, overflow) = now.addingReportingOverflow(Int64(lockDays) * secondsPerDay)
        guard !overflow else { return nil }
        let rest = ((due % secondsPerDay) + secondsPerDay) % secondsPerDay
        guard rest > 0 else { return due }
        let (end, overflows) = due.addingReportingOverflow(secondsPerDay - rest)
        return overflows ? nil : end
    }
}

/// What keeps a timelock that was paid out from being restored (key specification §13.9). The fields behind the mark
/// stay zero: that the account exists is all that counts.
public struct WithdrawReceiptAccount: AccountData {
    public static let byteCount = 88
    public static let noun = "withdraw receipt"
    public static let discriminator: [UInt8] = .kind(6)

    /// A receipt.
    public init() {}

    public init?(fields _: inout ByteReader) {}

    public func appendFields(to _: inout [UInt8]) {}
}
