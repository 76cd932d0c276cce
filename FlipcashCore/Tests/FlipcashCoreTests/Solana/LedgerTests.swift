import FlipcashCore
import FlipcashTestKit
import Testing

/// A virtual machine with two owners, and the calls by which a node changes it.
struct LedgerWorld {
    typealias Call = VirtualMachineProgram

    static let authority = KeyPair.named("ledger/authority")
    let vm = VirtualMachine(mint: .usdf, authority: Self.authority.publicKey)
    let people = [KeyPair.named("ledger/a"), KeyPair.named("ledger/b")]
    let outside = KeyPair.named("ledger/outside").publicKey
    var ledger: VirtualMachineLedger
    let memory: PublicKey
    let storage: PublicKey

    init(balances: [UInt64]) throws {
        ledger = VirtualMachineLedger(vm: vm)
        let (memoryName, storageName) = (try PaddedName(name: "memory"), try PaddedName(name: "storage"))
        let memory = vm.accounts.memory(name: memoryName)
        let storage = vm.accounts.storage(name: storageName)
        self.memory = memory.address
        self.storage = storage.address
        try run(
            Call.InitializeVm(
                lockDays: 21, vmBump: vm.address.bump, omnibusBump: vm.omnibus.bump, authority: vm.authority,
                vm: vm.address.address, omnibus: vm.omnibus.address, mint: vm.mint))
        try run(
            Call.InitMemory(
                name: memoryName, slotCount: 10, accountSize: 77, bump: memory.bump, authority: vm.authority,
                vm: vm.address.address, memory: memory.address))
        try run(
            Call.InitStorage(
                name: storageName, bump: storage.bump, authority: vm.authority, vm: vm.address.address,
                storage: storage.address))
        try run(
            Call.InitNonce(
                index: 0, authority: vm.authority, vm: vm.address.address, memory: memory.address, seedKey: outside))
        for (index, person) in people.enumerated() { try open(person.publicKey, at: UInt16(index + 1)) }
        for (index, balance) in balances.enumerated() { try deposit(balance, to: index) }
        ledger.tokenAccounts[outside] = TokenAccount(mint: vm.mint, owner: outside, amount: 0)
    }

    mutating func run(_ call: some ProgramInstruction, signers: [PublicKey] = [], now: Int64 = 0) throws {
        try ledger.execute(call.instruction, signers: Set(signers + [vm.authority]), now: now)
    }

    mutating func open(_ owner: PublicKey, at index: UInt16) throws {
        let timelock = TimelockAccount(owner: owner, virtualMachine: vm)
        try run(
            Call.InitTimelock(
                index: index, stateBump: timelock.state.bump, vaultBump: timelock.vault.bump,
                unlockBump: timelock.unlock.bump, authority: vm.authority, vm: vm.address.address, memory: memory,
                owner: owner))
    }

    mutating func deposit(_ amount: UInt64, to person: Int) throws {
        let timelock = TimelockAccount(owner: people[person].publicKey, virtualMachine: vm)
        ledger.tokenAccounts[timelock.depositTokenAccount.address] = TokenAccount(
            mint: vm.mint, owner: timelock.deposit.address, amount: amount)
        try run(
            Call.DepositFromPda(
                index: UInt16(person + 1), amount: amount, bump: timelock.deposit.bump, authority: vm.authority,
                vm: vm.address.address, memory: memory, depositor: people[person].publicKey,
                depositAddress: timelock.deposit.address, depositTokenAccount: timelock.depositTokenAccount.address,
                omnibus: vm.omnibus.address))
    }

    var nonce: VirtualNonce {
        get throws {
            guard case .durableNonce(let nonce) = ledger.memories[memory]?[0] else { throw LedgerError.wrongKind }
            return nonce
        }
    }

    func vault(_ person: Int) -> PublicKey {
        TimelockAccount(owner: people[person].publicKey, virtualMachine: vm).vault.address
    }

    func timelock(_ person: Int) -> VirtualTimelock? {
        guard case .timelock(let timelock) = ledger.memories[memory]?[UInt16(person + 1)] else { return nil }
        return timelock
    }

    func exec(
        _ operation: LedgerOperation, _ indexes: [UInt16], signature: Signature, amount: UInt64? = nil,
        tokens: Call.Exec.TokenAccounts = .init()
    ) throws -> Call.Exec {
        let data =
            signature.bytes + (amount.map { amount in withUnsafeBytes(of: amount.littleEndian) { Array($0) } } ?? [])
        return try #require(
            Call.Exec(
                opcode: operation.rawValue, places: indexes.map { (memory, $0) }, data: data,
                authority: vm.authority, vm: vm.address.address, tokens: tokens))
    }

    /// Returns the signed transfer from one person to another.
    func transfer(_ amount: UInt64, from: Int, to: Int, by signer: Int? = nil) throws -> Call.Exec {
        let message = CompactMessage.transfer(
            source: vault(from), destination: vault(to), amount: amount, nonce: try nonce)
        return try exec(
            .transfer, [0, UInt16(from + 1), UInt16(to + 1)],
            signature: message.sign(with: people[signer ?? from]), amount: amount)
    }

    var total: UInt64 { people.indices.reduce(0) { $0 + (timelock($1)?.balance ?? 0) } }
    var omnibus: UInt64 { ledger.tokenAccounts[vm.omnibus.address]?.amount ?? 0 }
}

@Suite("The virtual machine's ledger")
struct LedgerTests {
    private func refusal(_ world: inout LedgerWorld, _ call: some ProgramInstruction) -> LedgerError? {
        let before = world.ledger
        var signers: Set<PublicKey> = [world.vm.authority]
        signers.formUnion(world.people.map(\.publicKey))
        do {
            try world.ledger.execute(call.instruction, signers: signers)
            return nil
        } catch {
            #expect(world.ledger == before)
            return error
        }
    }

    @Test("A payment moves only its amount; the omnibus always covers all balances")
    func payments_keepSum() throws {
        var world = try LedgerWorld(balances: [1000, 50])
        try world.run(world.transfer(300, from: 0, to: 1))
        #expect(world.timelock(0)?.balance == 700 && world.timelock(1)?.balance == 350)
        try world.run(world.transfer(700, from: 0, to: 0))
        #expect(world.timelock(0)?.balance == 700)
        #expect(world.total == world.omnibus && world.omnibus == 1050)
        let message = CompactMessage.transfer(
            source: world.vault(1), destination: world.outside, amount: 50, nonce: try world.nonce)
        try world.run(
            world.exec(
                .externalTransfer, [0, 2], signature: message.sign(with: world.people[1]), amount: 50,
                tokens: .init(omnibus: world.vm.omnibus.address, external: world.outside, movesTokens: true)))
        #expect(world.total == world.omnibus && world.omnibus == 1000)
        #expect(world.ledger.tokenAccounts[world.outside]?.amount == 50)
    }

    @Test("An invalid payment is rejected and changes nothing")
    func payments_wrong_areRefused() throws {
        var world = try LedgerWorld(balances: [1000, 50])
        #expect(try refusal(&world, world.transfer(1001, from: 0, to: 1)) == .insufficientBalance)
        #expect(try refusal(&world, world.transfer(1, from: 0, to: 1, by: 1)) == .invalidSignature)
        let good = try world.transfer(10, from: 0, to: 1)
        let signature = try #require(Signature(exactly: good.data.prefix(64)))
        func changed(_ indexes: [UInt16], _ amount: UInt64) throws -> VirtualMachineProgram.Exec {
            try world.exec(.transfer, indexes, signature: signature, amount: amount)
        }
        #expect(try refusal(&world, changed([0, 1, 2], 11)) == .invalidSignature)
        #expect(try refusal(&world, changed([0, 2, 1], 10)) == .invalidSignature)
        #expect(try refusal(&world, changed([1, 1, 2], 10)) == .wrongKind)
        #expect(try refusal(&world, changed([0, 1, 5], 10)) == .freeSlot)
        #expect(try refusal(&world, changed([0, 1], 10)) == .wrongShape)
        try world.run(good)
        #expect(refusal(&world, good) == .invalidSignature)
        #expect(try refusal(&world, world.exec(.withdraw, [0, 1, 2], signature: signature, amount: 1)) != nil)
    }

    @Test("Flags of an instruction do not replace signatures")
    func execute_withoutSignature_isRefused() throws {
        var world = try LedgerWorld(balances: [10, 0])
        let call = try world.transfer(1, from: 0, to: 1).instruction
        let unflagged = Instruction(
            program: call.program, accounts: call.accounts.map { .writable($0.publicKey) }, data: call.data)
        for instruction in [call, unflagged] {
            #expect(throws: LedgerError.missingSignature(world.vm.authority)) {
                try world.ledger.execute(instruction, signers: [])
            }
        }
        try world.ledger.execute(unflagged, signers: [world.vm.authority])
        #expect(world.timelock(1)?.balance == 1)
    }

    @Test("A swap's money leaves, or returns when the swap is cancelled; an empty holding account is closed")
    func swap_roundTrip_keepsMoney() throws {
        var world = try LedgerWorld(balances: [0, 0])
        let owner = world.people[0].publicKey
        let account = TimelockAccount(owner: owner, virtualMachine: world.vm)
        let holding = account.swapTokenAccount.address
        world.ledger.tokenAccounts[holding] = TokenAccount(mint: .usdf, owner: account.swap.address, amount: 100)
        let chain = world.ledger.account?.chain
        let swapHolding = VirtualMachineProgram.SwapHolding(
            bump: account.swap.bump, authority: world.vm.authority, vm: world.vm.address.address, swapper: owner,
            swapAddress: account.swap.address, swapTokenAccount: holding)
        let close = VirtualMachineProgram.CloseSwapAccountIfEmpty(holding: swapHolding, destination: world.outside)
        try world.run(close)
        #expect(world.ledger.account?.chain == chain)
        let transfer = VirtualMachineProgram.TransferForSwapWithFee(
            swapAmount: 60, feeAmount: 5, holding: swapHolding, swapDestination: world.outside,
            feeDestination: world.outside)
        #expect(throws: LedgerError.missingSignature(owner)) { try world.run(transfer) }
        try world.run(transfer, signers: [owner])
        try world.run(
            VirtualMachineProgram.CancelSwap(
                index: 1, amount: 35, bump: account.swap.bump, authority: world.vm.authority,
                vm: world.vm.address.address, memory: world.memory, swapper: owner, swapAddress: account.swap.address,
                swapTokenAccount: holding, omnibus: world.vm.omnibus.address))
        #expect(world.timelock(0)?.balance == 35 && world.omnibus == 35)
        try world.run(close)
        #expect(world.ledger.tokenAccounts[holding] == nil)
    }

    @Test("An account survives cold storage, and can be restored once")
    func storage_roundTrip_restores() throws {
        var world = try LedgerWorld(balances: [77, 0])
        let stored = try #require(world.ledger.memories[world.memory]?[1])
        let signature = LedgerWorld.authority.sign(stored.hash.bytes)
        try world.run(
            VirtualMachineProgram.Compress(
                index: 1, signature: signature, authority: world.vm.authority, vm: world.vm.address.address,
                memory: world.memory, storage: world.storage))
        #expect(world.timelock(0) == nil)
        let tree = try #require(world.ledger.storages[world.storage]).tree
        // The only leaf, so its siblings are the empty nodes.
        let owner = world.people[0].publicKey
        let unlock = TimelockAccount(owner: owner, virtualMachine: world.vm).unlock.address
        guard case .timelock(let timelock) = stored else { throw LedgerError.wrongKind }
        let restore = VirtualMachineProgram.Decompress(
            index: 7, stored: .init(packed: stored.packed, proof: tree.zeros, signature: signature),
            authority: world.vm.authority, vm: world.vm.address.address, memory: world.memory, storage: world.storage,
            unlock: unlock,
            receipt: world.vm.accounts.withdrawReceipt(unlock: unlock, instance: timelock.instance).address)
        var changed = stored.packed
        changed[70] ^= 1
        let forged = VirtualMachineProgram.Decompress(
            index: 7, stored: .init(packed: changed, proof: tree.zeros, signature: signature),
            authority: restore.authority, vm: restore.vm, memory: restore.memory, storage: restore.storage,
            unlock: restore.unlock, receipt: restore.receipt)
        #expect(refusal(&world, forged) == .invalidProof)
        try world.run(restore)
        #expect(world.ledger.memories[world.memory]?[7] == stored)
        #expect(refusal(&world, restore) == .invalidProof)
        let storage = try #require(world.ledger.storages[world.storage])
        #expect(try StorageAccount(decoding: storage.encoded) == storage)
    }

    @Test("An owner exits without the authority, after the waiting time, and only once")
    func exit_withoutAuthority_paysOut() throws {
        var world = try LedgerWorld(balances: [500, 0])
        let owner = world.people[0].publicKey
        let unlock = TimelockAccount(owner: owner, virtualMachine: world.vm).unlock.address
        let vm = world.vm.address.address
        let start = VirtualMachineProgram.InitUnlock(owner: owner, payer: owner, vm: vm, unlock: unlock)
        let finish = VirtualMachineProgram.Unlock(owner: owner, payer: owner, vm: vm, unlock: unlock)
        try world.run(start, signers: [owner], now: 1_700_000_000)
        let end = try #require(world.ledger.unlocks[unlock]).unlockAt
        #expect(end == 1_701_820_800)
        #expect(throws: LedgerError.stillLocked) { try world.run(finish, signers: [owner], now: end) }
        let instance = try #require(world.timelock(0)).instance
        let receipt = world.vm.accounts.withdrawReceipt(unlock: unlock, instance: instance).address
        let withdraw = VirtualMachineProgram.Withdraw(
            source: .memory(account: world.memory, index: 1, omnibus: world.vm.omnibus.address, receipt: receipt),
            depositor: owner, payer: owner, vm: vm, unlock: unlock, external: world.outside)
        #expect(try VirtualMachineProgram.Withdraw(withdraw.instruction) == withdraw)
        #expect(refusal(&world, withdraw) == .stillLocked)
        try world.run(finish, signers: [owner], now: end + 1)
        try world.run(withdraw, signers: [owner])
        #expect(world.ledger.tokenAccounts[world.outside]?.amount == 500 && world.omnibus == 0)
        #expect(world.ledger.receipts == [receipt] && world.timelock(0) == nil)
        #expect(refusal(&world, withdraw) == .freeSlot)
    }

    @Test("An airdrop pays every owner the same amount, including the payer")
    func airdrop_toSeveral_paysEach() throws {
        var world = try LedgerWorld(balances: [100, 0])
        let owners = [world.people[1].publicKey, world.people[0].publicKey]
        let message = CompactMessage.airdrop(
            source: world.vault(0), owners: owners, amount: 30, nonce: try world.nonce)
        var data = message.sign(with: world.people[0]).bytes
        data += withUnsafeBytes(of: UInt64(30).littleEndian) { Array($0) } + [2]
        let call = try #require(
            VirtualMachineProgram.Exec(
                opcode: 30, places: [0, 1, 2, 1].map { (world.memory, $0) }, data: data,
                authority: world.vm.authority, vm: world.vm.address.address))
        try world.run(call)
        #expect(world.timelock(0)?.balance == 70 && world.timelock(1)?.balance == 30)
    }

    @Test("Random instruction data neither traps nor creates money")
    func execute_arbitraryData_keepsSum() throws {
        var world = try LedgerWorld(balances: [1000, 1000])
        var generator = SeededGenerator(seed: 13)
        let good = try world.transfer(1, from: 0, to: 1).instruction
        for round in 0..<3000 {
            var data =
                round % 2 == 0
                ? good.data : [UInt8(generator.next() % 32)] + generator.bytes(Int(generator.next() % 90))
            if round % 2 == 0 { data[Int(generator.next() % UInt64(data.count))] ^= UInt8(1 + generator.next() % 255) }
            let instruction = Instruction(program: good.program, accounts: good.accounts, data: data)
            try? world.ledger.execute(instruction, signers: [world.vm.authority])
            #expect(world.total == world.omnibus && world.omnibus == 2000)
        }
    }
}

@Suite("Accounts of the chain")
struct AccountDataTests {
    @Test("Token accounts, mints, nonces and tables keep their published sizes and survive the round trip")
    func accounts_roundTrip_keepLayout() throws {
        let (a, b) = (KeyPair.named("a").publicKey, KeyPair.named("b").publicKey)
        let token = TokenAccount(mint: a, owner: b, amount: 7, delegate: a, delegatedAmount: 3)
        #expect(token.encoded.count == 165)
        #expect(Array(token.encoded[64..<72]) == [7, 0, 0, 0, 0, 0, 0, 0])
        #expect(try TokenAccount(decoding: token.encoded) == token)
        let mint = MintAccount(mintAuthority: nil, supply: .max, decimals: 10)
        #expect(try mint.encoded.count == 82 && MintAccount(decoding: mint.encoded) == mint)
        let nonce = NonceAccount(authority: a, value: Hash(sha256: [1]), lamportsPerSignature: 5000)
        #expect(Array(nonce.encoded[40..<72]) == Hash(sha256: [1]).bytes)
        #expect(try NonceAccount(decoding: nonce.encoded) == nonce)
        let table = LookupTableAccount(authority: a, addresses: [a, b])
        #expect(table.encoded.count == 56 + 64 && Array(table.encoded[56..<88]) == a.bytes)
        #expect(try LookupTableAccount(decoding: table.encoded) == table)
        let name = try PaddedName(name: "relay")
        var relay = RelayAccount(vm: VirtualMachine(mint: a, authority: b), name: name)
        relay.snapshot()
        relay.snapshot()
        #expect(relay.recentRoots == [relay.tree.root])
        #expect(try relay.encoded.count == 5216 && RelayAccount(decoding: relay.encoded) == relay)
    }

    @Test("Currency configurations and USDF pools have their published layout (key specification §14, §16)")
    func accounts_ofCurrencies_keepLayout() throws {
        let keys = ["a", "b", "c", "d", "e"].map { KeyPair.named($0).publicKey }
        var jeffy: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
        jeffy += keys[0].bytes + keys[1].bytes
        jeffy += Array("Jeffy".utf8) + [UInt8](repeating: 0, count: 27)
        jeffy += Array("JEFFY".utf8) + [0, 0, 0]
        jeffy += keys[2].bytes + [254, 253, 0, 0, 0, 0, 0, 0]
        let currency = CurrencyConfigAccount(
            authority: keys[0], mint: keys[1], name: try PaddedName(name: "Jeffy"),
            symbol: try PaddedSymbol(symbol: "JEFFY"), seed: keys[2], bump: 254, mintBump: 253)
        #expect(jeffy.count == 152 && currency.encoded == jeffy)
        #expect(try CurrencyConfigAccount(decoding: jeffy) == currency)

        var swapper: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
        swapper += keys[0].bytes + Array("usdc".utf8) + [UInt8](repeating: 0, count: 28)
        for key in keys[1...] { swapper += key.bytes }
        swapper += [255, 254, 253, 6, 9, 0, 0, 0]
        let pool = UsdfPoolAccount(
            authority: keys[0], name: try PaddedName(name: "usdc"), usdfMint: keys[1], otherMint: keys[2],
            usdfVault: keys[3], otherVault: keys[4], bump: 255, usdfVaultBump: 254, otherVaultBump: 253,
            usdfDecimals: 6, otherDecimals: 9)
        #expect(swapper.count == 208 && pool.encoded == swapper)
        #expect(try UsdfPoolAccount(decoding: swapper) == pool)
        let address = KeyPair.named("pool").publicKey
        #expect(pool.pool(at: address) == UsdfPool(address: address, usdfVault: keys[3], otherVault: keys[4]))
    }

    @Test("A withdraw receipt is its kind and zeros; data of another kind is refused (key specification §13.9)")
    func receipt_otherKind_throws() throws {
        let receipt: [UInt8] = [6] + [UInt8](repeating: 0, count: 87)
        #expect(WithdrawReceiptAccount().encoded == receipt)
        #expect(try WithdrawReceiptAccount(decoding: receipt) == WithdrawReceiptAccount())
        let other: [UInt8] = [5] + receipt.dropFirst()
        #expect(throws: AccountDataError.wrongKind(of: "withdraw receipt")) {
            try WithdrawReceiptAccount(decoding: other)
        }
    }

    @Test("A pool's vaults give the tokens sold and the value that backs them (key specification §14)")
    func balances_ofPool_followVaults() {
        let pool = LiquidityPoolAccount(
            authority: .usdf, currency: .usdf, targetMint: .usdf, baseMint: .usdf, targetVault: .usdf, baseVault: .usdf,
            feesAccumulated: 7, sellFeeBps: 100, bump: 1, targetVaultBump: 2, baseVaultBump: 3)
        let whole: UInt64 = 210_000_000_000_000_000
        let balances = pool.balances(targetVaultAmount: whole - 5, baseVaultAmount: 100)
        #expect(balances.supplyQuarks == 5 && balances.valueLocked == 93 && balances.sellFeeBps == 100)
        #expect(pool.balances(targetVaultAmount: whole, baseVaultAmount: 7).supplyQuarks == 0)
        #expect(pool.balances(targetVaultAmount: whole, baseVaultAmount: 7).valueLocked == 0)
        #expect(pool.balances(targetVaultAmount: whole + 1, baseVaultAmount: 6).supplyQuarks == nil)
        #expect(pool.balances(targetVaultAmount: whole + 1, baseVaultAmount: 6).valueLocked == nil)
    }

    @Test("Truncated, extended and unrelated data is rejected")
    func accounts_hostile_throw() throws {
        let token = TokenAccount(mint: .usdf, owner: .usdc, amount: 7).encoded
        for count in [0, 1, 164, 166] {
            #expect(throws: AccountDataError.wrongSize(of: "token account", expected: 165, actual: count)) {
                try TokenAccount(decoding: (token + [0]).prefix(count))
            }
        }
        var odd = token
        odd[108] = 9
        #expect(throws: AccountDataError.invalidField(of: "token account")) { try TokenAccount(decoding: odd) }
        #expect(throws: AccountDataError.wrongKind(of: "nonce account")) {
            try NonceAccount(decoding: [UInt8](repeating: 0, count: 80))
        }
        #expect(throws: AccountDataError.self) { try CoinbasePoolAccount(decoding: [UInt8](repeating: 0, count: 103)) }
        var generator = SeededGenerator(seed: 80)
        for _ in 0..<2000 {
            let bytes = generator.bytes(Int(generator.next() % 400))
            _ = try? LookupTableAccount(decoding: bytes)
            _ = try? MemoryAccount(decoding: [2, 0, 0, 0, 0, 0, 0, 0] + bytes)
            _ = VirtualAccount(packed: bytes)
        }
    }
}
