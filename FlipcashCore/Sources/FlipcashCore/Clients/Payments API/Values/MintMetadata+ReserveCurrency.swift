extension MintMetadata {
    /// Returns the currency in the form that swap transactions use (key specification §11).
    ///
    /// - Throws: `SwapTransactionError.missingMintMetadata` without a virtual machine or a pool,
    ///   `.invalidServerParameter` when the virtual machine's address does not match its mint, authority and lock
    ///   duration.
    public func reserveCurrency() throws(SwapTransactionError) -> ReserveCurrency {
        guard let vm, let launchpad else { throw .missingMintMetadata(symbol) }
        guard let lockDays = UInt8(exactly: vm.lockDurationInDays) else {
            throw .invalidServerParameter("vm_lock_days")
        }
        let machine = VirtualMachine(mint: address, authority: vm.authority, lockDays: lockDays)
        guard machine.address.address == vm.address else { throw .invalidServerParameter("vm") }
        return ReserveCurrency(
            virtualMachine: machine, pool: launchpad.liquidityPool, targetVault: launchpad.mintVault,
            baseVault: launchpad.coreMintVault)
    }
}
