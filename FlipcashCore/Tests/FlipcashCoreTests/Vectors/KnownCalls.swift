import Testing

@testable import FlipcashCore

/// A kind of instruction, under its name in the vectors.
struct KnownCall: Sendable {
    let recode: @Sendable (Instruction) throws -> Instruction
    private let discriminatorCount: Int

    init<Call: ProgramInstruction>(_: Call.Type) {
        recode = { try Call($0).instruction }
        discriminatorCount = Call.discriminator.count
    }

    /// Checks that another program, other accounts and truncated data are rejected, each with its own error.
    func expectRefusals(of good: Instruction) throws {
        func expect(_ error: InstructionDecodingError, _ changed: Instruction) {
            #expect(throws: error) { try recode(changed) }
        }
        expect(
            .instructionMismatch, Instruction(program: .usdf, accounts: good.accounts, data: good.data))
        let more = good.accounts + [.readonly(.usdf)]
        expect(
            .accountMismatch(expected: good.accounts.count, actual: more.count),
            Instruction(program: good.program, accounts: more, data: good.data))
        for count in 0..<discriminatorCount {
            expect(
                .commandNotFound,
                Instruction(program: good.program, accounts: good.accounts, data: Array(good.data.prefix(count))))
        }
        for count in discriminatorCount..<max(good.data.count, discriminatorCount) where discriminatorCount > 0 {
            expect(
                .payloadNotFound,
                Instruction(program: good.program, accounts: good.accounts, data: Array(good.data.prefix(count))))
        }
        guard discriminatorCount > 0 else { return }
        var other = good.data
        other[0] ^= 0x40
        expect(.payloadNotFound, Instruction(program: good.program, accounts: good.accounts, data: other))
    }
}

enum KnownCalls {
    private typealias VM = VirtualMachineProgram
    private typealias Creator = CurrencyCreatorProgram

    static let all: [String: KnownCall] = [
        "System.AdvanceNonceAccount": KnownCall(SystemProgram.AdvanceNonceAccount.self),
        "ComputeBudget.SetComputeUnitLimit": KnownCall(ComputeBudgetProgram.SetComputeUnitLimit.self),
        "ComputeBudget.SetComputeUnitPrice": KnownCall(ComputeBudgetProgram.SetComputeUnitPrice.self),
        "Memo.Memo": KnownCall(MemoProgram.Memo.self),
        "AssociatedToken.CreateIdempotent": KnownCall(AssociatedTokenProgram.CreateIdempotent.self),
        "Token.Transfer": KnownCall(TokenProgram.Transfer.self),
        "Token.CloseAccount": KnownCall(TokenProgram.CloseAccount.self),
        "VM.InitializeVm": KnownCall(VM.InitializeVm.self),
        "VM.TransferForSwap": KnownCall(VM.TransferForSwap.self),
        "VM.TransferForSwapWithFee": KnownCall(VM.TransferForSwapWithFee.self),
        "VM.CloseSwapAccountIfEmpty": KnownCall(VM.CloseSwapAccountIfEmpty.self),
        "VM.CancelSwap": KnownCall(VM.CancelSwap.self),
        "VM.DepositFromPda": KnownCall(VM.DepositFromPda.self),
        "VM.DepositWithAuthority": KnownCall(VM.DepositWithAuthority.self),
        "VM.InitMemory": KnownCall(VM.InitMemory.self),
        "VM.ResizeMemory": KnownCall(VM.ResizeMemory.self),
        "VM.InitNonce": KnownCall(VM.InitNonce.self),
        "VM.InitTimelock": KnownCall(VM.InitTimelock.self),
        "VM.Exec": KnownCall(VM.Exec.self),
        "VM.Compress": KnownCall(VM.Compress.self),
        "VM.Decompress": KnownCall(VM.Decompress.self),
        "VM.InitStorage": KnownCall(VM.InitStorage.self),
        "VM.InitUnlock": KnownCall(VM.InitUnlock.self),
        "VM.Unlock": KnownCall(VM.Unlock.self),
        "VM.Withdraw": KnownCall(VM.Withdraw.self),
        "CurrencyCreator.InitializeCurrency": KnownCall(Creator.InitializeCurrency.self),
        "CurrencyCreator.InitializePool": KnownCall(Creator.InitializePool.self),
        "CurrencyCreator.InitializeMetadata": KnownCall(Creator.InitializeMetadata.self),
        "CurrencyCreator.BuyTokens": KnownCall(Creator.BuyTokens.self),
        "CurrencyCreator.SellTokens": KnownCall(Creator.SellTokens.self),
        "CurrencyCreator.BuyAndDepositIntoVm": KnownCall(Creator.BuyAndDepositIntoVm.self),
        "CurrencyCreator.SellAndDepositIntoVm": KnownCall(Creator.SellAndDepositIntoVm.self),
        "CurrencyCreator.BurnFees": KnownCall(Creator.BurnFees.self),
        "Usdf.Swap": KnownCall(UsdfSwapProgram.Swap.self),
        "CoinbaseStableSwapper.Swap": KnownCall(CoinbaseSwapProgram.Swap.self),
    ]
}
