import FlipcashCore
import Testing

/// Private payments through a relay, an extension that Flipcash does not use (key specification §13.5, operations 12,
/// 20 and 21).
@Suite("Private payments of the ledger")
struct LedgerRelayTests {
    typealias Exec = VirtualMachineProgram.Exec

    private var world: LedgerWorld
    private let relay: PublicKey
    private let vault: PublicKey
    private let root: Hash

    init() throws {
        var world = try LedgerWorld(balances: [100, 0])
        let name = try PaddedName(name: "relay")
        var relay = RelayAccount(vm: world.vm, name: name)
        relay.snapshot()
        self.relay = world.vm.accounts.relay(name: name).address
        vault = relay.vault
        root = relay.tree.root
        world.ledger.relays[self.relay] = relay
        world.ledger.tokenAccounts[vault] = TokenAccount(mint: .usdf, owner: vault, amount: 1000)
        self.world = world
    }

    private func payment(_ amount: UInt64, to destination: PublicKey, root: Hash? = nil) -> RelayPayment {
        RelayPayment(
            relay: relay, recentRoot: root ?? self.root, transcript: Hash(sha256: "story".utf8),
            destination: destination, amount: amount)
    }

    private func data(_ payment: RelayPayment, amount: UInt64? = nil) -> [UInt8] {
        withUnsafeBytes(of: (amount ?? payment.amount).littleEndian) { Array($0) } + payment.transcript.bytes
            + payment.recentRoot.bytes + payment.commitment.address.bytes
    }

    private func exec(
        _ operation: LedgerOperation, _ indexes: [UInt16], _ data: [UInt8], _ tokens: Exec.TokenAccounts
    ) throws -> Exec {
        try #require(
            Exec(
                opcode: operation.rawValue, places: indexes.map { (world.memory, $0) }, data: data,
                authority: world.vm.authority, vm: world.vm.address.address, tokens: tokens))
    }

    private var inward: Exec.TokenAccounts {
        .init(omnibus: world.vm.omnibus.address, relay: relay, relayVault: vault, movesTokens: true)
    }

    private func outward(_ external: PublicKey) -> Exec.TokenAccounts {
        .init(relay: relay, relayVault: vault, external: external, movesTokens: true)
    }

    private mutating func expect(
        _ error: LedgerError, _ call: Exec, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = world.ledger
        #expect(throws: error, sourceLocation: sourceLocation) { try world.run(call) }
        #expect(world.ledger == before, sourceLocation: sourceLocation)
    }

    private func slot(_ index: UInt16) -> VirtualAccount? { world.ledger.memories[world.memory]?[index] }

    @Test("A relay pays a timelock, and records the commitment and the repayment (21)")
    mutating func relay_toTimelock_pays() throws {
        let paid = payment(70, to: world.vault(1))
        try world.run(exec(.relay, [2, 5], data(paid), inward))
        #expect(world.timelock(1)?.balance == 70 && world.total == world.omnibus && world.omnibus == 170)
        #expect(world.ledger.tokenAccounts[vault]?.amount == 930)
        #expect(slot(5) == .relay(VirtualRelay(target: paid.relayDestination.address, destination: vault)))
        let tree = try #require(world.ledger.relays[relay]).tree
        #expect(tree.nextIndex == 1 && tree.root != root)
    }

    @Test("A relay pays an external token account (20)")
    mutating func externalRelay_pays() throws {
        let paid = payment(30, to: world.outside)
        try world.run(exec(.externalRelay, [5], data(paid), outward(world.outside)))
        #expect(world.ledger.tokenAccounts[world.outside]?.amount == 30)
        #expect(world.ledger.tokenAccounts[vault]?.amount == 970)
        #expect(world.total == world.omnibus && world.omnibus == 100)
        #expect(slot(5) == .relay(VirtualRelay(target: paid.relayDestination.address, destination: vault)))
    }

    @Test("An invalid relay payment is rejected and changes nothing")
    mutating func relay_wrong_isRefused() throws {
        let good = payment(70, to: world.vault(1))
        let unknown = payment(70, to: world.vault(1), root: Hash(sha256: "root".utf8))
        let elsewhere = payment(70, to: world.outside)
        let large = payment(1001, to: world.vault(1))
        var foreignVault = inward
        foreignVault.relayVault = world.outside
        var noTokens = inward
        noTokens.movesTokens = false
        expect(.invalidProof, try exec(.relay, [2, 5], data(unknown), inward))
        expect(.wrongAccount(good.commitment.address), try exec(.relay, [2, 5], data(good, amount: 71), inward))
        expect(.wrongAccount(good.commitment.address), try exec(.relay, [1, 5], data(good), inward))
        expect(.wrongAccount(elsewhere.commitment.address), try exec(.relay, [2, 5], data(elsewhere), inward))
        expect(.insufficientBalance, try exec(.relay, [2, 5], data(large), inward))
        expect(.slotNotFree, try exec(.relay, [2, 0], data(good), inward))
        expect(.wrongKind, try exec(.relay, [0, 5], data(good), inward))
        expect(.wrongAccount(world.outside), try exec(.relay, [2, 5], data(good), foreignVault))
        expect(.wrongShape, try exec(.relay, [2, 5], data(good), noTokens))
        expect(.wrongShape, try exec(.relay, [2], data(good), inward))
        expect(.wrongShape, try exec(.relay, [2, 5], data(good).dropLast(), inward))
        expect(.wrongShape, try exec(.relay, [2, 5], data(good) + [0], inward))
        let omnibus = world.vm.omnibus.address
        expect(
            .wrongAccount(omnibus),
            try exec(.externalRelay, [5], data(payment(1, to: omnibus)), outward(omnibus)))
    }

    @Test("A conditional transfer repays the relay that paid, and no other account (12)")
    mutating func conditionalTransfer_paysBack() throws {
        let paid = payment(70, to: world.vault(1))
        try world.run(exec(.relay, [2, 5], data(paid), inward))
        let tokens = Exec.TokenAccounts(omnibus: world.vm.omnibus.address, external: vault, movesTokens: true)
        func signed(_ amount: UInt64, _ message: CompactMessage) -> [UInt8] {
            message.sign(with: world.people[0]).bytes + withUnsafeBytes(of: amount.littleEndian) { Array($0) }
        }
        func message(_ amount: UInt64, to target: PublicKey) throws -> CompactMessage {
            .transfer(source: world.vault(0), destination: target, amount: amount, nonce: try world.nonce)
        }
        let target = paid.relayDestination.address
        let good = signed(70, try message(70, to: target))
        let toVault = signed(70, try message(70, to: vault))
        let large = signed(101, try message(101, to: target))
        var elsewhere = tokens
        elsewhere.external = world.outside
        expect(.wrongAccount(world.outside), try exec(.conditionalTransfer, [0, 1, 5], good, elsewhere))
        expect(.invalidSignature, try exec(.conditionalTransfer, [0, 1, 5], toVault, tokens))
        expect(.insufficientBalance, try exec(.conditionalTransfer, [0, 1, 5], large, tokens))
        expect(.wrongKind, try exec(.conditionalTransfer, [0, 1, 2], good, tokens))
        expect(.freeSlot, try exec(.conditionalTransfer, [0, 1, 6], good, tokens))
        let call = try exec(.conditionalTransfer, [0, 1, 5], good, tokens)
        try world.run(call)
        #expect(world.timelock(0)?.balance == 30 && world.timelock(1)?.balance == 70)
        #expect(world.ledger.tokenAccounts[vault]?.amount == 1000)
        #expect(world.total == world.omnibus && world.omnibus == 100)
        expect(.invalidSignature, call)
    }
}
