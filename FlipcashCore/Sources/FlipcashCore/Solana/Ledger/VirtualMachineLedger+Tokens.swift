// Transfers of real tokens into and out of the virtual machine.
extension VirtualMachineLedger {
    /// Moves real tokens, as the token program does when `owner` signs.
    mutating func move(
        _ amount: UInt64, from source: PublicKey, owner: PublicKey, to destination: PublicKey
    ) throws(LedgerError) {
        guard var from = tokenAccounts[source] else { throw .missingAccount(source) }
        guard let to = tokenAccounts[destination] else { throw .missingAccount(destination) }
        guard from.owner == owner, from.mint == vm.mint else { throw .wrongAccount(source) }
        guard to.mint == vm.mint else { throw .wrongAccount(destination) }
        guard from.amount >= amount else { throw .insufficientBalance }
        guard source != destination else { return }
        from.amount -= amount
        let (sum, overflow) = to.amount.addingReportingOverflow(amount)
        guard !overflow else { throw .overflow }
        tokenAccounts[source] = from
        tokenAccounts[destination]?.amount = sum
    }

    /// Throws for the omnibus as the destination of an outgoing payment: no owner would be credited with that money.
    func check(outside tokenAccount: PublicKey) throws(LedgerError) {
        guard tokenAccount != vm.omnibus.address else { throw .wrongAccount(tokenAccount) }
    }

    /// Throws unless the account is the omnibus.
    func check(omnibus: PublicKey?) throws(LedgerError) {
        guard let omnibus, omnibus == vm.omnibus.address else { throw .wrongAccount(omnibus ?? vm.omnibus.address) }
    }

    /// Throws unless the address, its bump and its token account are those of this virtual machine.
    private func check(
        _ expected: ProgramDerivedAddress, address: PublicKey, bump: UInt8, tokenAccount: PublicKey
    ) throws(LedgerError) {
        guard address == expected.address else { throw .wrongAccount(address) }
        guard bump == expected.bump else { throw .wrongBump }
        guard tokenAccount == AssociatedTokenAccount.address(owner: address, mint: vm.mint).address else {
            throw .wrongAccount(tokenAccount)
        }
    }

    func check(deposit address: PublicKey, of owner: PublicKey, bump: UInt8, tokenAccount: PublicKey)
        throws(LedgerError)
    {
        try check(vm.depositAddress(owner: owner), address: address, bump: bump, tokenAccount: tokenAccount)
    }

    func check(swap address: PublicKey, of owner: PublicKey, bump: UInt8, tokenAccount: PublicKey)
        throws(LedgerError)
    {
        try check(vm.swapAddress(owner: owner), address: address, bump: bump, tokenAccount: tokenAccount)
    }

    mutating func depositFromPda(_ call: VirtualMachineProgram.DepositFromPda) throws(LedgerError) {
        try check(vm: call.vm, authority: call.authority)
        try check(omnibus: call.omnibus)
        try check(
            deposit: call.depositAddress, of: call.depositor, bump: call.bump, tokenAccount: call.depositTokenAccount)
        try credit(call.memory, call.index, owner: call.depositor, amount: call.amount)
        try move(call.amount, from: call.depositTokenAccount, owner: call.depositAddress, to: call.omnibus)
    }

    mutating func depositWithAuthority(_ call: VirtualMachineProgram.DepositWithAuthority) throws(LedgerError) {
        try check(vm: call.vm, authority: call.authority)
        try check(omnibus: call.omnibus)
        try credit(call.memory, call.index, owner: call.owner, amount: call.amount)
        // A deposit paid from the omnibus would credit money that never arrived.
        guard call.source != call.omnibus else { throw .wrongAccount(call.source) }
        try move(call.amount, from: call.source, owner: call.sourceAuthority, to: call.omnibus)
    }

    mutating func transferForSwap(_ call: VirtualMachineProgram.TransferForSwap) throws(LedgerError) {
        try check(call.holding)
        try move(call.amount, outOf: call.holding, to: call.destination)
    }

    mutating func transferForSwapWithFee(
        _ call: VirtualMachineProgram.TransferForSwapWithFee
    ) throws(LedgerError) {
        try check(call.holding)
        try move(call.swapAmount, outOf: call.holding, to: call.swapDestination)
        try move(call.feeAmount, outOf: call.holding, to: call.feeDestination)
    }

    mutating func cancelSwap(_ call: VirtualMachineProgram.CancelSwap) throws(LedgerError) {
        try check(vm: call.vm, authority: call.authority)
        try check(omnibus: call.omnibus)
        try check(swap: call.swapAddress, of: call.swapper, bump: call.bump, tokenAccount: call.swapTokenAccount)
        try credit(call.memory, call.index, owner: call.swapper, amount: call.amount)
        try move(call.amount, from: call.swapTokenAccount, owner: call.swapAddress, to: call.omnibus)
    }

    /// Returns false when tokens are left: the call succeeds without effect and does not extend the chain of hashes.
    mutating func closeSwapAccountIfEmpty(
        _ call: VirtualMachineProgram.CloseSwapAccountIfEmpty
    ) throws(LedgerError) -> Bool {
        let holding = call.holding
        try check(holding)
        guard let account = tokenAccounts[holding.swapTokenAccount] else {
            throw .missingAccount(holding.swapTokenAccount)
        }
        guard account.amount == 0 else { return false }
        tokenAccounts[holding.swapTokenAccount] = nil
        return true
    }

    private func check(_ holding: VirtualMachineProgram.SwapHolding) throws(LedgerError) {
        try check(vm: holding.vm, authority: holding.authority)
        try check(
            swap: holding.swapAddress, of: holding.swapper, bump: holding.bump, tokenAccount: holding.swapTokenAccount)
    }

    private mutating func move(
        _ amount: UInt64, outOf holding: VirtualMachineProgram.SwapHolding, to destination: PublicKey
    ) throws(LedgerError) {
        try check(outside: destination)
        try move(amount, from: holding.swapTokenAccount, owner: holding.swapAddress, to: destination)
    }
}
