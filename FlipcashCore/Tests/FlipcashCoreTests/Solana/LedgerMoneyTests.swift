import FlipcashCore
import Testing

/// Real tokens on their way into and out of a virtual machine (key specification §13.4 and §13.9).
@Suite("Tokens that enter and leave the ledger")
struct LedgerMoneyTests {
    typealias Call = VirtualMachineProgram

    private func holding(_ world: LedgerWorld) -> Call.SwapHolding {
        let account = TimelockAccount(owner: world.people[0].publicKey, virtualMachine: world.vm)
        return Call.SwapHolding(
            bump: account.swap.bump, authority: world.vm.authority, vm: world.vm.address.address,
            swapper: account.owner, swapAddress: account.swap.address,
            swapTokenAccount: account.swapTokenAccount.address)
    }

    /// Expects an error that leaves the ledger unchanged.
    private func expect(
        _ error: LedgerError, _ world: inout LedgerWorld, _ call: some ProgramInstruction, signers: [PublicKey] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = world.ledger
        #expect(throws: error, sourceLocation: sourceLocation) { try world.run(call, signers: signers) }
        #expect(world.ledger == before, sourceLocation: sourceLocation)
    }

    @Test("A swap's money leaves only with its owner's signature, and never into the omnibus")
    func transferForSwap_movesOut() throws {
        var world = try LedgerWorld(balances: [40, 2])
        let (owner, omnibus) = (world.people[0].publicKey, world.vm.omnibus.address)
        let holding = holding(world)
        world.ledger.tokenAccounts[holding.swapTokenAccount] = TokenAccount(
            mint: .usdf, owner: holding.swapAddress, amount: 100)
        let good = Call.TransferForSwap(amount: 60, holding: holding, destination: world.outside)
        expect(.missingSignature(owner), &world, good)
        expect(
            .insufficientBalance, &world,
            Call.TransferForSwap(amount: 101, holding: holding, destination: world.outside), signers: [owner])
        for amount: UInt64 in [0, 60] {
            expect(
                .wrongAccount(omnibus), &world,
                Call.TransferForSwap(amount: amount, holding: holding, destination: omnibus), signers: [owner])
            for (swap, fee) in [(omnibus, world.outside), (world.outside, omnibus), (omnibus, omnibus)] {
                expect(
                    .wrongAccount(omnibus), &world,
                    Call.TransferForSwapWithFee(
                        swapAmount: amount, feeAmount: 5, holding: holding, swapDestination: swap,
                        feeDestination: fee),
                    signers: [owner])
            }
        }
        try world.run(good, signers: [owner])
        #expect(world.ledger.tokenAccounts[world.outside]?.amount == 60)
        #expect(world.ledger.tokenAccounts[holding.swapTokenAccount]?.amount == 40)
        #expect(world.total == world.omnibus && world.omnibus == 42)
    }

    @Test("A signed deposit is credited to its recipient, and never paid from the omnibus")
    func depositWithAuthority_creditsOwner() throws {
        var world = try LedgerWorld(balances: [10, 0])
        let (owner, omnibus) = (world.people[1].publicKey, world.vm.omnibus.address)
        let payer = KeyPair.named("ledger/payer").publicKey
        world.ledger.tokenAccounts[payer] = TokenAccount(mint: .usdf, owner: payer, amount: 25)
        func deposit(_ amount: UInt64, source: PublicKey? = nil, owner: PublicKey) -> Call.DepositWithAuthority {
            Call.DepositWithAuthority(
                index: 2, amount: amount, authority: world.vm.authority, vm: world.vm.address.address,
                memory: world.memory, sourceAuthority: source ?? payer, source: source ?? payer, owner: owner,
                omnibus: omnibus)
        }
        expect(.missingSignature(payer), &world, deposit(20, owner: owner))
        expect(.insufficientBalance, &world, deposit(26, owner: owner), signers: [payer])
        expect(.wrongAccount(owner), &world, deposit(20, owner: world.people[0].publicKey), signers: [payer])
        expect(.wrongAccount(omnibus), &world, deposit(5, source: omnibus, owner: owner), signers: [omnibus])
        try world.run(deposit(20, owner: owner), signers: [payer])
        #expect(world.timelock(1)?.balance == 20 && world.ledger.tokenAccounts[payer]?.amount == 5)
        #expect(world.total == world.omnibus && world.omnibus == 30)
    }

    @Test("A memory account grows in steps, never shrinks and never exceeds its slots")
    func resizeMemory_growsOnly() throws {
        var world = try LedgerWorld(balances: [])
        let name = try PaddedName(name: "large")
        let address = world.vm.accounts.memory(name: name)
        try world.run(
            Call.InitMemory(
                name: name, slotCount: 200, accountSize: 77, bump: address.bump, authority: world.vm.authority,
                vm: world.vm.address.address, memory: address.address))
        func resize(_ byteCount: UInt32, _ memory: PublicKey? = nil) -> Call.ResizeMemory {
            Call.ResizeMemory(
                byteCount: byteCount, authority: world.vm.authority, vm: world.vm.address.address,
                memory: memory ?? address.address)
        }
        #expect(world.ledger.memories[address.address]?.byteCount == 80)
        expect(.invalidSize, &world, resize(79))
        expect(.invalidSize, &world, resize(80 + 10_241))
        try world.run(resize(80 + 10_240))
        expect(.invalidSize, &world, resize(80 + 10_239))
        // 200 slots of 77 bytes, each with one byte for its state.
        expect(.invalidSize, &world, resize(80 + 200 * 78 + 1))
        try world.run(resize(80 + 200 * 78))
        #expect(world.ledger.memories[address.address]?.byteCount == 15_680)
        expect(.missingAccount(world.outside), &world, resize(100, world.outside))
        #expect(throws: LedgerError.missingSignature(world.vm.authority)) {
            try world.ledger.execute(resize(15_680).instruction, signers: [])
        }
    }

    /// Makes the first person exit, with the waiting time over.
    private func leave(_ world: inout LedgerWorld) throws -> TimelockAccount {
        let account = TimelockAccount(owner: world.people[0].publicKey, virtualMachine: world.vm)
        let (owner, vm, unlock) = (account.owner, world.vm.address.address, account.unlock.address)
        try world.run(
            Call.InitUnlock(owner: owner, payer: owner, vm: vm, unlock: unlock), signers: [owner], now: 1_700_000_000)
        try world.run(
            Call.Unlock(owner: owner, payer: owner, vm: vm, unlock: unlock), signers: [owner], now: 1_800_000_000)
        return account
    }

    @Test("After an exit the owner can withdraw all of the deposit and swap addresses, not into the omnibus")
    func withdraw_fromDepositAndSwap_empties() throws {
        var world = try LedgerWorld(balances: [5, 0])
        let account = try leave(&world)
        func withdraw(_ source: Call.Withdraw.Source, to external: PublicKey) throws -> Call.Withdraw {
            let call = Call.Withdraw(
                source: source, depositor: account.owner, payer: account.owner, vm: world.vm.address.address,
                unlock: account.unlock.address, external: external)
            #expect(try Call.Withdraw(call.instruction) == call)
            return call
        }
        let deposit = (account.deposit, account.depositTokenAccount.address)
        let swap = (account.swap, account.swapTokenAccount.address)
        var paid: UInt64 = 0
        for (amount, place, isDeposit) in [(30, deposit, true), (12, swap, false)] as [(UInt64, _, Bool)] {
            func source(_ address: PublicKey, _ tokenAccount: PublicKey, _ bump: UInt8) -> Call.Withdraw.Source {
                isDeposit
                    ? .deposit(address: address, tokenAccount: tokenAccount, bump: bump)
                    : .swap(address: address, tokenAccount: tokenAccount, bump: bump)
            }
            let (address, tokenAccount) = (place.0.address, place.1)
            world.ledger.tokenAccounts[tokenAccount] = TokenAccount(mint: .usdf, owner: address, amount: amount)
            let good = source(address, tokenAccount, place.0.bump)
            expect(
                .wrongAccount(world.vm.omnibus.address), &world,
                try withdraw(good, to: world.vm.omnibus.address), signers: [account.owner])
            expect(.missingSignature(account.owner), &world, try withdraw(good, to: world.outside))
            expect(
                .wrongBump, &world, try withdraw(source(address, tokenAccount, place.0.bump &- 1), to: world.outside),
                signers: [account.owner])
            expect(
                .wrongAccount(world.outside), &world,
                try withdraw(source(address, world.outside, place.0.bump), to: world.outside),
                signers: [account.owner])
            try world.run(try withdraw(good, to: world.outside), signers: [account.owner])
            paid += amount
            #expect(world.ledger.tokenAccounts[world.outside]?.amount == paid)
            #expect(world.ledger.tokenAccounts[tokenAccount]?.amount == 0)
        }
        #expect(world.total == world.omnibus && world.omnibus == 5 && world.ledger.receipts.isEmpty)
    }

    @Test("After an exit the owner is paid out of cold storage, once")
    func withdraw_fromStorage_paysOut() throws {
        var world = try LedgerWorld(balances: [500, 8])
        let account = try leave(&world)
        let stored = try #require(world.ledger.memories[world.memory]?[1])
        let instance = try #require(world.timelock(0)).instance
        let signature = LedgerWorld.authority.sign(stored.hash.bytes)
        try world.run(
            Call.Compress(
                index: 1, signature: signature, authority: world.vm.authority, vm: world.vm.address.address,
                memory: world.memory, storage: world.storage))
        let proof = try #require(world.ledger.storages[world.storage]).tree.zeros
        let receipt = world.vm.accounts.withdrawReceipt(unlock: account.unlock.address, instance: instance).address
        func withdraw(_ packed: [UInt8], receipt: PublicKey, to external: PublicKey) throws -> Call.Withdraw {
            let call = Call.Withdraw(
                source: .storage(
                    account: world.storage, stored: .init(packed: packed, proof: proof, signature: signature),
                    omnibus: world.vm.omnibus.address, receipt: receipt),
                depositor: account.owner, payer: account.owner, vm: world.vm.address.address,
                unlock: account.unlock.address, external: external)
            #expect(try Call.Withdraw(call.instruction) == call)
            return call
        }
        var richer = stored.packed
        richer[70] ^= 1
        let signers = [account.owner]
        expect(
            .invalidProof, &world, try withdraw(richer, receipt: receipt, to: world.outside), signers: signers)
        expect(
            .wrongAccount(world.outside), &world,
            try withdraw(stored.packed, receipt: world.outside, to: world.outside), signers: signers)
        expect(
            .wrongAccount(world.vm.omnibus.address), &world,
            try withdraw(stored.packed, receipt: receipt, to: world.vm.omnibus.address), signers: signers)
        let good = try withdraw(stored.packed, receipt: receipt, to: world.outside)
        try world.run(good, signers: signers)
        #expect(world.ledger.tokenAccounts[world.outside]?.amount == 500)
        #expect(world.total == world.omnibus && world.omnibus == 8 && world.ledger.receipts == [receipt])
        expect(.invalidProof, &world, good, signers: signers)
    }
}
