/// The relay of private payments (key specification §13.10, an extension that Flipcash does not use).
public struct RelayAccount: AccountData {
    /// The size of an account with a tree of ``depth`` levels and ``historyCount`` roots.
    public static let byteCount = 5216
    /// The word for errors, such as ``AccountDataError/wrongKind(of:)``.
    public static let noun = "relay"
    /// The kind 4, in eight bytes, little-endian.
    public static let discriminator: [UInt8] = .kind(4)
    /// The levels of the tree.
    public static let depth = 63
    /// The number of roots that are kept.
    public static let historyCount = 32

    /// The virtual machine.
    public var vm: PublicKey
    /// The relay's name.
    public var name: PaddedName
    /// The relay's token account.
    public var vault: PublicKey
    /// The bump of the token account's address.
    public var vaultBump: UInt8
    /// The bump of the relay's address.
    public var bump: UInt8
    /// The tree of commitments.
    public var tree: MerkleTree
    private var history: [Hash]
    private var offset: UInt8
    private var count: UInt8

    /// Creates a relay with an empty tree, at its address in `vm`.
    public init(vm: VirtualMachine, name: PaddedName) {
        let relay = vm.accounts.relay(name: name)
        let vault = VirtualMachineAddresses.relayVault(relay: relay.address)
        self.vm = vm.address.address
        self.name = name
        self.vault = vault.address
        vaultBump = vault.bump
        bump = relay.bump
        tree = MerkleTree(depth: Self.depth, seeds: [Array("merkletree".utf8), relay.address.bytes])
        history = Array(repeating: .zero, count: Self.historyCount)
        offset = 0
        count = 0
    }

    /// The kept roots, newest first.
    public var recentRoots: [Hash] {
        (0..<Int(count)).map { history[(Int(offset) + Self.historyCount - 1 - $0) % Self.historyCount] }
    }

    /// Adds the current root to the kept roots unless it is already the newest.
    public mutating func snapshot() {
        guard recentRoots.first != tree.root else { return }
        history[Int(offset)] = tree.root
        offset = (offset + 1) % UInt8(Self.historyCount)
        count = min(count + 1, UInt8(Self.historyCount))
    }

    /// Reads the fields, little-endian; nil for fewer bytes and for another depth or number of roots.
    public init?(fields: inout ByteReader) {
        guard let vm: PublicKey = fields.value(), let name: PaddedName = fields.padded(),
            let vault: PublicKey = fields.value(), let vaultBump = fields.byte(), let bump = fields.byte(),
            fields.byte() == UInt8(Self.depth), fields.byte() == UInt8(Self.historyCount), fields.take(4) != nil
        else { return nil }
        let history: [Hash] = (0..<Self.historyCount).compactMap { _ in fields.value() }
        guard history.count == Self.historyCount, let offset = fields.byte(), offset < Self.historyCount,
            let count = fields.byte(), count <= Self.historyCount, fields.take(6) != nil,
            let tree = MerkleTree(reading: &fields, depth: Self.depth)
        else { return nil }
        self.vm = vm
        self.name = name
        self.vault = vault
        self.vaultBump = vaultBump
        self.bump = bump
        self.tree = tree
        self.history = history
        self.offset = offset
        self.count = count
    }

    /// Appends the fields with all roots that are kept, zero for those that are not set yet, before the tree.
    public func appendFields(to bytes: inout [UInt8]) {
        bytes.append(bytesOf: vm)
        bytes += name.bytes
        bytes.append(bytesOf: vault)
        bytes += [vaultBump, bump, UInt8(Self.depth), UInt8(Self.historyCount)]
        bytes.appendZeros(4)
        for root in history { bytes.append(bytesOf: root) }
        bytes += [offset, count]
        bytes.appendZeros(6)
        tree.append(to: &bytes)
    }
}
