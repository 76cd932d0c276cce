/// The instructions of swap transactions (key specification §11).
enum SwapInstructions {
    /// Returns the address of an associated token account.
    static func tokenAccount(_ owner: PublicKey, _ mint: PublicKey) -> PublicKey {
        AssociatedTokenAccount.address(owner: owner, mint: mint).address
    }

    /// Creates `owner`'s token account for `mint` unless it exists.
    static func open(payer: PublicKey, owner: PublicKey, mint: PublicKey) -> Instruction {
        AssociatedTokenProgram.CreateIdempotent(
            payer: payer, account: tokenAccount(owner, mint), owner: owner, mint: mint
        ).instruction
    }

    /// Closes `owner`'s token account for `mint`; `destination` receives the rent.
    static func close(owner: PublicKey, mint: PublicKey, destination: PublicKey) -> Instruction {
        TokenProgram.CloseAccount(account: tokenAccount(owner, mint), destination: destination, owner: owner)
            .instruction
    }

    /// Moves tokens for a swap out of the owner's holding account in `vm`.
    static func transfer(vm: VirtualMachine, owner: PublicKey, amount: UInt64, to destination: PublicKey)
        -> Instruction
    {
        VirtualMachineProgram.TransferForSwap(
            amount: amount, holding: .init(of: owner, in: vm), destination: destination
        ).instruction
    }

    /// Moves tokens for a swap, and a fee, out of the owner's holding account in `vm`.
    static func transfer(
        vm: VirtualMachine, owner: PublicKey, amount: UInt64, to destination: PublicKey, fee: SwapFee
    ) -> Instruction {
        VirtualMachineProgram.TransferForSwapWithFee(
            swapAmount: amount, feeAmount: fee.amount, holding: .init(of: owner, in: vm),
            swapDestination: destination, feeDestination: fee.destination
        ).instruction
    }

    /// Closes the owner's holding account in `vm` if it is empty.
    static func closeHolding(vm: VirtualMachine, owner: PublicKey, destination: PublicKey) -> Instruction {
        VirtualMachineProgram.CloseSwapAccountIfEmpty(
            holding: .init(of: owner, in: vm), destination: destination
        ).instruction
    }

    /// Buys `currency` with core tokens and credits it to the owner's timelock.
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

    /// Sells `currency` and credits the core tokens to the owner's timelock.
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

    /// Sells `currency` from `seller`'s token account; `baseAccount` receives the proceeds.
    static func sell(
        _ currency: ReserveCurrency, seller: PublicKey, coreMint: PublicKey, inAmount: UInt64,
        baseAccount: PublicKey
    ) -> Instruction {
        CurrencyCreatorProgram.SellTokens(
            order: .init(inAmount: inAmount, minOut: 0), seller: seller, market: .init(currency, coreMint: coreMint),
            targetAccount: tokenAccount(seller, currency.mint), baseAccount: baseAccount
        ).instruction
    }

    /// Buys `currency` with `buyer`'s core tokens; `targetAccount` receives it.
    static func buy(
        _ currency: ReserveCurrency, buyer: PublicKey, coreMint: PublicKey, inAmount: UInt64,
        targetAccount: PublicKey
    ) -> Instruction {
        CurrencyCreatorProgram.BuyTokens(
            order: .init(inAmount: inAmount, minOut: 0), buyer: buyer, market: .init(currency, coreMint: coreMint),
            targetAccount: targetAccount, baseAccount: tokenAccount(buyer, coreMint)
        ).instruction
    }

    /// Swaps two stablecoins one to one in Coinbase's pool; `destination` receives the result.
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
    /// Creates the deposit into the timelock of `owner` in `machine`, which is in `slot`.
    fileprivate init(_ machine: VirtualMachine, owner: PublicKey, slot: MemorySlot) {
        self.init(
            memoryIndex: slot.index, vmAuthority: machine.authority, vm: machine.address.address,
            memory: slot.account, omnibus: machine.omnibus.address, owner: owner)
    }
}
