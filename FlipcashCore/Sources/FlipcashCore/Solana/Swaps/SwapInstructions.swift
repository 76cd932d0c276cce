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
        VirtualMachineProgram.TransferForSwap(
            amount: amount, holding: .init(of: owner, in: vm), destination: destination
        ).instruction
    }

    /// Moves what is swapped, and a fee, out of the owner's holding account in `vm`.
    static func transfer(
        vm: VirtualMachine, owner: PublicKey, amount: UInt64, to destination: PublicKey, fee: SwapFee
    ) -> Instruction {
        VirtualMachineProgram.TransferForSwapWithFee(
            swapAmount: amount, feeAmount: fee.amount, holding: .init(of: owner, in: vm),
            swapDestination: destination, feeDestination: fee.destination
        ).instruction
    }

    /// Closes the owner's holding account in `vm` if nothing is left in it.
    static func closeHolding(vm: VirtualMachine, owner: PublicKey, destination: PublicKey) -> Instruction {
        VirtualMachineProgram.CloseSwapAccountIfEmpty(
            holding: .init(of: owner, in: vm), destination: destination
        ).instruction
    }

    /// Buys `currency` with core tokens and books it into the owner's timelock.
    static func buyIntoVault(
        _ currency: ReserveCurrency, parties: SwapParties, inAmount: UInt64, memory: MemorySlot
    ) -> Instruction {
        CurrencyCreatorProgram.BuyAndDepositIntoVm(
            order: .init(inAmount: inAmount, minOut: 0), buyer: parties.swapAuthority,
            market: .init(currency, coreMint: parties.core.mint),
            baseAccount: tokenAccount(parties.swapAuthority, parties.core.mint),
            deposit: .init(currency.virtualMachine, owner: parties.owner, slot: memory)
        ).instruction
    }

    /// Sells `currency` and books the core tokens into the owner's timelock.
    static func sellIntoVault(
        _ currency: ReserveCurrency, parties: SwapParties, inAmount: UInt64, memory: MemorySlot
    ) -> Instruction {
        CurrencyCreatorProgram.SellAndDepositIntoVm(
            order: .init(inAmount: inAmount, minOut: 0), seller: parties.swapAuthority,
            market: .init(currency, coreMint: parties.core.mint),
            targetAccount: tokenAccount(parties.swapAuthority, currency.mint),
            deposit: .init(parties.core, owner: parties.owner, slot: memory)
        ).instruction
    }

    /// Sells `currency` out of `seller`'s token account into `baseAccount`.
    static func sell(
        _ currency: ReserveCurrency, seller: PublicKey, coreMint: PublicKey, inAmount: UInt64,
        baseAccount: PublicKey
    ) -> Instruction {
        CurrencyCreatorProgram.SellTokens(
            order: .init(inAmount: inAmount, minOut: 0), seller: seller, market: .init(currency, coreMint: coreMint),
            targetAccount: tokenAccount(seller, currency.mint), baseAccount: baseAccount
        ).instruction
    }

    /// Buys `currency` out of `buyer`'s core tokens into `targetAccount`.
    static func buy(
        _ currency: ReserveCurrency, buyer: PublicKey, coreMint: PublicKey, inAmount: UInt64,
        targetAccount: PublicKey
    ) -> Instruction {
        CurrencyCreatorProgram.BuyTokens(
            order: .init(inAmount: inAmount, minOut: 0), buyer: buyer, market: .init(currency, coreMint: coreMint),
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

extension CurrencyCreatorProgram.Deposit {
    /// The timelock of `owner` in `machine`, which stands in `slot`.
    fileprivate init(_ machine: VirtualMachine, owner: PublicKey, slot: MemorySlot) {
        self.init(
            memoryIndex: slot.index, vmAuthority: machine.authority, vm: machine.address.address,
            memory: slot.account, omnibus: machine.omnibus.address, owner: owner)
    }
}
