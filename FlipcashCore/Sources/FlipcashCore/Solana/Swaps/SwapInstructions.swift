/// The steps that swaps are made of (key specification §11).
enum SwapInstructions {
    /// The address of an associated token account.
    static func tokenAccount(_ owner: PublicKey, _ mint: PublicKey) -> PublicKey {
        AssociatedTokenAccount.address(owner: owner, mint: mint).address
    }

    /// Makes sure that `owner` has a token account for `mint`.
    static func open(payer: PublicKey, owner: PublicKey, mint: PublicKey) -> Instruction {
        AssociatedTokenProgram.CreateIdempotent(
            payer: payer, account: tokenAccount(owner, mint), owner: owner, mint: mint
        ).instruction
    }

    /// Closes `owner`'s token account for `mint`; `destination` gets the rent.
    static func close(owner: PublicKey, mint: PublicKey, destination: PublicKey) -> Instruction {
        TokenProgram.CloseAccount(account: tokenAccount(owner, mint), destination: destination, owner: owner)
            .instruction
    }

    /// Moves what is swapped out of the owner's holding account in `vm`.
    static func transfer(vm: VirtualMachine, owner: PublicKey, amount: UInt64, to destination: PublicKey)
        -> Instruction
    {
        let swap = vm.swapAddress(owner: owner)
        return VirtualMachineProgram.TransferForSwap(
            amount: amount, bump: swap.bump, authority: vm.authority, vm: vm.address.address, swapper: owner,
            swapAddress: swap.address, swapTokenAccount: tokenAccount(swap.address, vm.mint),
            destination: destination
        ).instruction
    }

    /// Moves what is swapped, and a fee, out of the owner's holding account in `vm`.
    static func transfer(
        vm: VirtualMachine, owner: PublicKey, amount: UInt64, to destination: PublicKey, fee: SwapFee
    ) -> Instruction {
        let swap = vm.swapAddress(owner: owner)
        return VirtualMachineProgram.TransferForSwapWithFee(
            swapAmount: amount, feeAmount: fee.amount, bump: swap.bump, authority: vm.authority,
            vm: vm.address.address, swapper: owner, swapAddress: swap.address,
            swapTokenAccount: tokenAccount(swap.address, vm.mint), swapDestination: destination,
            feeDestination: fee.destination
        ).instruction
    }

    /// Closes the owner's holding account in `vm` if nothing is left in it.
    static func closeHolding(vm: VirtualMachine, owner: PublicKey, destination: PublicKey) -> Instruction {
        let swap = vm.swapAddress(owner: owner)
        return VirtualMachineProgram.CloseSwapAccountIfEmpty(
            bump: swap.bump, authority: vm.authority, vm: vm.address.address, swapper: owner,
            swapAddress: swap.address, swapTokenAccount: tokenAccount(swap.address, vm.mint),
            destination: destination
        ).instruction
    }

    /// Buys `currency` with core tokens and books it into the owner's timelock.
    static func buyIntoVault(
        _ currency: ReserveCurrency, parties: SwapParties, inAmount: UInt64, memory: MemorySlot
    ) -> Instruction {
        CurrencyCreatorProgram.BuyAndDepositIntoVm(
            inAmount: inAmount, minOut: 0, memoryIndex: memory.index, buyer: parties.swapAuthority,
            pool: currency.pool, targetMint: currency.mint, baseMint: parties.core.mint,
            targetVault: currency.targetVault, baseVault: currency.baseVault,
            baseAccount: tokenAccount(parties.swapAuthority, parties.core.mint),
            vmAuthority: currency.virtualMachine.authority, vm: currency.virtualMachine.address.address,
            memory: memory.account, omnibus: currency.virtualMachine.omnibus.address, owner: parties.owner
        ).instruction
    }

    /// Sells `currency` and books the core tokens into the owner's timelock.
    static func sellIntoVault(
        _ currency: ReserveCurrency, parties: SwapParties, inAmount: UInt64, memory: MemorySlot
    ) -> Instruction {
        CurrencyCreatorProgram.SellAndDepositIntoVm(
            inAmount: inAmount, minOut: 0, memoryIndex: memory.index, seller: parties.swapAuthority,
            pool: currency.pool, targetMint: currency.mint, baseMint: parties.core.mint,
            targetVault: currency.targetVault, baseVault: currency.baseVault,
            targetAccount: tokenAccount(parties.swapAuthority, currency.mint), vmAuthority: parties.core.authority,
            vm: parties.core.address.address, memory: memory.account, omnibus: parties.core.omnibus.address,
            owner: parties.owner
        ).instruction
    }

    /// Sells `currency` out of `seller`'s token account into `baseAccount`.
    static func sell(
        _ currency: ReserveCurrency, seller: PublicKey, coreMint: PublicKey, inAmount: UInt64,
        baseAccount: PublicKey
    ) -> Instruction {
        CurrencyCreatorProgram.SellTokens(
            inAmount: inAmount, minOut: 0, seller: seller, pool: currency.pool, targetMint: currency.mint,
            baseMint: coreMint, targetVault: currency.targetVault, baseVault: currency.baseVault,
            targetAccount: tokenAccount(seller, currency.mint), baseAccount: baseAccount
        ).instruction
    }

    /// Buys `currency` out of `buyer`'s core tokens into `targetAccount`.
    static func buy(
        _ currency: ReserveCurrency, buyer: PublicKey, coreMint: PublicKey, inAmount: UInt64,
        targetAccount: PublicKey
    ) -> Instruction {
        CurrencyCreatorProgram.BuyTokens(
            inAmount: inAmount, minOut: 0, buyer: buyer, pool: currency.pool, targetMint: currency.mint,
            baseMint: coreMint, targetVault: currency.targetVault, baseVault: currency.baseVault,
            targetAccount: targetAccount, baseAccount: tokenAccount(buyer, coreMint)
        ).instruction
    }

    /// Swaps two stable coins one to one in Coinbase's pool, out of `user`'s token account into `destination`.
    static func swapStablecoins(
        user: PublicKey, from: PublicKey, to: PublicKey, amount: UInt64, destination: PublicKey,
        feeRecipient: PublicKey
    ) -> Instruction {
        let inVault = CoinbasePool.vault(mint: from).address
        let outVault = CoinbasePool.vault(mint: to).address
        return CoinbaseSwapProgram.Swap(
            amountIn: amount, minOut: amount, pool: .coinbasePool, inVault: inVault, outVault: outVault,
            inVaultTokenAccount: CoinbasePool.vaultTokenAccount(vault: inVault).address,
            outVaultTokenAccount: CoinbasePool.vaultTokenAccount(vault: outVault).address,
            userAccount: tokenAccount(user, from), toAccount: destination,
            feeRecipientTokenAccount: tokenAccount(feeRecipient, from), feeRecipient: feeRecipient, fromMint: from,
            toMint: to, user: user, whitelist: .coinbaseWhitelist
        ).instruction
    }
}
