import Testing

@testable import FlipcashCore

/// The simulation of a virtual machine in the vectors: one ledger through all steps, compared after each.
final class LedgerSimulation {
    private var ledger: VirtualMachineLedger?

    func run(_ vector: VectorCase) throws {
        let instruction = try vector["instruction"].instruction()
        var ledger = try ledger ?? start(instruction)
        let step = try vector["step"].string()
        prepare(&ledger, for: instruction)
        let before = ledger
        let signers = Set(instruction.accounts.filter(\.isSigner).map(\.publicKey))
        // Without signatures: rejected, and the ledger is unchanged.
        #expect(throws: LedgerError.self) { try ledger.execute(instruction, signers: []) }
        #expect(ledger == before)
        try ledger.execute(instruction, signers: signers)
        // The same payment again: its nonce has changed.
        if !vector["nonce"].isNull, step != "init_nonce" {
            var again = ledger
            #expect(throws: LedgerError.self) { try again.execute(instruction, signers: signers) }
            #expect(again == ledger)
        }
        try compare(ledger, vector)
        self.ledger = ledger
    }

    private func start(_ instruction: Instruction) throws -> VirtualMachineLedger {
        let call = try VirtualMachineProgram.InitializeVm(instruction)
        return VirtualMachineLedger(
            vm: VirtualMachine(mint: call.mint, authority: call.authority, lockDays: call.lockDays))
    }

    /// Creates the external accounts of an instruction: the source of a deposit and the destination of a payment.
    private func prepare(_ ledger: inout VirtualMachineLedger, for instruction: Instruction) {
        let mint = ledger.vm.mint
        if let call = try? VirtualMachineProgram.DepositFromPda(instruction) {
            ledger.tokenAccounts[call.depositTokenAccount] = TokenAccount(
                mint: mint, owner: call.depositAddress, amount: call.amount)
        }
        if let call = try? VirtualMachineProgram.Exec(instruction), let external = call.tokens.external,
            ledger.tokenAccounts[external] == nil
        {
            ledger.tokenAccounts[external] = TokenAccount(mint: mint, owner: external, amount: 0)
        }
    }

    private func compare(_ ledger: VirtualMachineLedger, _ vector: VectorCase) throws {
        let account = try #require(ledger.account)
        #expect(try account.slot == vector["slot"].uint64())
        #expect(try account.chain == vector["poh"].hexHash())
        #expect(try VirtualMachineAccount(decoding: account.encoded) == account)
        let all = ledger.memories.values.flatMap { memory in memory.usedIndexes.compactMap { memory[$0] } }
        if !vector["virtual_account"].isNull {
            #expect(try all.contains { try $0.packed == vector["virtual_account"].hexBytes() })
        }
        if !vector["nonce_value_after"].isNull {
            let nonce = VirtualNonce(
                address: try vector["nonce"].key(), value: try vector["nonce_value_after"].hexHash())
            #expect(all.contains(.durableNonce(nonce)))
        }
        if case .object(let balances) = vector["balances"] {
            var found: [String: UInt64] = [:]
            for case .timelock(let timelock) in all {
                found[try #require(timelock.vault(in: ledger.vm)).base58] = timelock.balance
            }
            #expect(try found == balances.mapValues { try $0.uint64() })
        }
        if !vector["omnibus"].isNull {
            #expect(try ledger.tokenAccounts[account.omnibus]?.amount == vector["omnibus"].uint64())
        }
        for memory in ledger.memories.values {
            let read = try MemoryAccount(decoding: memory.encoded)
            #expect(read.usedIndexes == memory.usedIndexes)
            #expect(read.usedIndexes.allSatisfy { read[$0] == memory[$0] })
        }
    }
}
