import FlipcashAPI
import ProtobufCodec

/// The checks of payment specification §16.4, which assume a hostile server.
///
/// The client builds the whole transaction from its own order. Only payer, nonce, budget, memo, lookup tables, memory
/// slot and the destination of an agreed fee come from the node.
extension SwapOrder {
    typealias ServerParameters = Ocp_Transaction_V1_StatefulSwapResponse.ServerParameters

    /// Returns the transaction to sign, and the nonce that it uses.
    func transaction(
        under parameters: ServerParameters
    ) throws(SwapTermsError) -> (transaction: any SwapTransaction, nonce: DurableNonce) {
        switch (parameters.kind, flow) {
        case (.reserveExistingCurrency(let offered), .buy(let target)):
            try build(offered) { terms, nonce, memory, fee in
                BuyTransaction(
                    terms: terms, nonce: nonce, parties: parties, target: target, amount: self.parameters.amount,
                    fee: fee, memory: memory)
            }
        case (.reserveExistingCurrency(let offered), .sell(let source)):
            try build(offered) { terms, nonce, memory, _ in
                SellTransaction(
                    terms: terms, nonce: nonce, parties: parties, source: source, amount: self.parameters.amount,
                    memory: memory)
            }
        case (.reserveExistingCurrency(let offered), .convert(let conversion)):
            try build(offered) { terms, nonce, memory, _ in
                ConvertTransaction(
                    terms: terms, nonce: nonce, parties: parties, source: conversion.source,
                    target: conversion.target, amount: self.parameters.amount, memory: memory)
            }
        case (.reserveNewCurrency(let offered), .launch(let purchase)):
            try launch(purchase, under: offered)
        case (.stablecoin(let offered), .withdrawal):
            try withdrawal(under: offered)
        case (.reserveExistingCurrency, _), (.reserveNewCurrency, _), (.stablecoin, _), (nil, _):
            throw .wrongKind
        }
    }

    private var parties: SwapParties {
        SwapParties(owner: owner.publicKey, swapAuthority: swapAuthority.publicKey, core: core)
    }

    private func build(
        _ offered: ServerParameters.ReserveExistingCurrencyServerParameters,
        _ make: (ServerTerms, DurableNonce, MemorySlot, SwapFee?) -> any SwapTransaction
    ) throws(SwapTermsError) -> (transaction: any SwapTransaction, nonce: DurableNonce) {
        let nonce = try Self.nonce(offered.nonce, offered.blockhash)
        let terms = try terms(
            payer: offered.payer, tables: offered.alts, limit: offered.computeUnitLimit,
            price: offered.computeUnitPrice, memo: offered.memoValue)
        guard let account = PublicKey(wire: offered.memoryAccount) else { throw .malformed("memory_account") }
        let destination =
            offered.hasFeeDestination ? try Self.key(offered.feeDestination, "fee_destination") : nil
        let (memory, fee) = try Self.wrapping { () throws(SwapTransactionError) in
            (
                try MemorySlot(account: account, index: offered.memoryIndex),
                try SwapFee.agreed(amount: parameters.fee, destination: destination)
            )
        }
        try requireForeign(destination, "fee_destination")
        return (make(terms, nonce, memory, fee), nonce)
    }

    private func launch(
        _ purchase: FirstPurchase, under offered: ServerParameters.ReserveNewCurrencyServerParameter
    ) throws(SwapTermsError) -> (transaction: any SwapTransaction, nonce: DurableNonce) {
        let nonce = try Self.nonce(offered.nonce, offered.blockhash)
        let currency = try newCurrency(purchase, under: offered)
        let deposit = currency.reserve(coreMint: core.mint).virtualMachine.depositAddress(owner: owner.publicKey)
            .address
        let terms = try terms(
            payer: offered.payer, tables: offered.alts, limit: offered.computeUnitLimit,
            price: offered.computeUnitPrice, memo: offered.memoValue,
            more: [deposit, SwapInstructions.tokenAccount(deposit, currency.mint.address)])
        let destination = try Self.key(offered.feeDestination, "fee_destination")
        try requireForeign(destination, "fee_destination")
        let fee = SwapFee(amount: parameters.fee, destination: destination)
        guard let source = purchase.source else {
            guard !offered.hasTreasury else { throw .malformed("treasury") }
            guard parameters.amount == purchase.purchaseAmount else { throw .changed("purchase amount") }
            let transaction = LaunchTransaction(
                terms: terms, nonce: nonce, owner: owner.publicKey, core: core, currency: currency,
                amount: parameters.amount, fee: fee)
            return (transaction, nonce)
        }
        guard offered.hasTreasury else { throw .malformed("treasury") }
        let treasury = try Self.key(offered.treasury, "treasury")
        try requireForeign(treasury, "treasury")
        let transaction = try Self.wrapping { () throws(SwapTransactionError) in
            try TreasuryLaunchTransaction(
                terms: terms, nonce: nonce, owner: owner.publicKey, core: core, source: source, currency: currency,
                amount: parameters.amount, fee: fee, treasury: treasury,
                purchaseAmount: offered.treasuryPurchaseAmount, acceptedPurchaseAmount: purchase.purchaseAmount)
        }
        return (transaction, nonce)
    }

    /// Checks that the node describes the currency that was launched. Neither the symbol nor the fee are part of the
    /// mint's address, so they are compared one by one.
    private func newCurrency(
        _ purchase: FirstPurchase, under offered: ServerParameters.ReserveNewCurrencyServerParameter
    ) throws(SwapTermsError) -> NewCurrency {
        let authority = try Self.key(offered.authority, "authority")
        try requireForeign(authority, "authority")
        let seed = try Self.key(offered.seed, "seed")
        guard offered.name == purchase.name else { throw .changed("name") }
        if let symbol = purchase.symbol, symbol != offered.symbol { throw .changed("symbol") }
        guard offered.sellFeeBps == UInt32(ConversionFee.standardBps) else { throw .changed("sell_fee_bps") }
        guard offered.vmLockDurationInDays == UInt32(VirtualMachine.lockDays) else {
            throw .changed("vm_lock_duration_in_days")
        }
        return try Self.wrapping { () throws(SwapTransactionError) in
            try NewCurrency(
                authority: authority, name: offered.name, symbol: offered.symbol, seed: seed,
                sellFeeBps: offered.sellFeeBps, lockDays: offered.vmLockDurationInDays,
                expectedMint: parameters.toMint)
        }
    }

    private func withdrawal(
        under offered: ServerParameters.CoinbaseStableSwapperServerParameter
    ) throws(SwapTermsError) -> (transaction: any SwapTransaction, nonce: DurableNonce) {
        guard let destinationOwner = parameters.destinationOwner else { throw .wrongKind }
        let nonce = try Self.nonce(offered.nonce, offered.blockhash)
        let terms = try terms(
            payer: offered.payer, tables: offered.alts, limit: offered.computeUnitLimit,
            price: offered.computeUnitPrice, memo: offered.memoValue,
            more: [destinationOwner, SwapInstructions.tokenAccount(destinationOwner, .usdc)])
        let destination = try Self.key(offered.feeDestination, "fee_destination")
        try requireForeign(destination, "fee_destination")
        let recipient = try Self.key(offered.poolFeeRecipient, "pool_fee_recipient")
        let transaction = StablecoinWithdrawalTransaction(
            terms: terms, nonce: nonce, parties: parties, destinationOwner: destinationOwner,
            amount: parameters.amount, fee: SwapFee(amount: parameters.fee, destination: destination),
            poolFeeRecipient: recipient)
        return (transaction, nonce)
    }
}

extension SwapOrder {
    /// Checks payer and lookup tables, and returns the node's terms.
    ///
    /// The chain, not the message, says what a lookup table holds. A table that names an account of the user could
    /// make the chain use another account in its place, so such tables are refused.
    ///
    /// - Parameter more: accounts of the user that only this flow has.
    private func terms(
        payer: Ocp_Common_V1_SolanaAccountId, tables: [Ocp_Common_V1_SolanaAddressLookupTable], limit: UInt32,
        price: UInt64, memo: String, more: [PublicKey] = []
    ) throws(SwapTermsError) -> ServerTerms {
        let payer = try Self.key(payer, "payer")
        try requireForeign(payer, "payer")
        let own = ownAccounts.union(more)
        var lookupTables: [AddressLookupTable] = []
        for table in tables {
            lookupTables.append(try Self.table(table))
        }
        guard !lookupTables.contains(where: { $0.addresses.contains(where: own.contains) }) else {
            throw .ownAccountInTable
        }
        return try Self.wrapping { () throws(SwapTransactionError) in
            try ServerTerms(
                payer: payer, lookupTables: lookupTables, computeUnitLimit: limit, computeUnitPrice: price, memo: memo)
        }
    }

    /// The accounts that the user's money passes through in this swap, and the keys that sign for them.
    private var ownAccounts: Set<PublicKey> {
        var accounts: Set<PublicKey> = [owner.publicKey, swapAuthority.publicKey]
        for mint in [core.mint, parameters.fromMint, parameters.toMint] {
            accounts.insert(SwapInstructions.tokenAccount(swapAuthority.publicKey, mint))
            accounts.insert(SwapInstructions.tokenAccount(owner.publicKey, mint))
        }
        for machine in [core, sourceMachine].compactMap(\.self) {
            let timelock = TimelockAccount(owner: owner.publicKey, virtualMachine: machine)
            accounts.formUnion([timelock.vault.address, timelock.swap.address, timelock.swapTokenAccount.address])
        }
        return accounts
    }

    /// The virtual machine that the money is taken from; nil for the core mint's.
    private var sourceMachine: VirtualMachine? {
        switch flow {
        case .sell(let source): source.virtualMachine
        case .convert(let conversion): conversion.source.virtualMachine
        case .launch(let purchase): purchase.source?.virtualMachine
        case .buy, .withdrawal: nil
        }
    }

    private func requireForeign(_ key: PublicKey?, _ field: String) throws(SwapTermsError) {
        guard let key, key == owner.publicKey || key == swapAuthority.publicKey else { return }
        throw .ownAccount(field)
    }

    private static func key(_ wire: Ocp_Common_V1_SolanaAccountId, _ field: String) throws(SwapTermsError) -> PublicKey
    {
        guard let key = PublicKey(wire: wire) else { throw .malformed(field) }
        return key
    }

    private static func nonce(
        _ address: Ocp_Common_V1_SolanaAccountId, _ value: Ocp_Common_V1_Blockhash
    ) throws(SwapTermsError) -> DurableNonce {
        let address = try key(address, "nonce")
        guard let value = Hash(wire: value) else { throw .malformed("blockhash") }
        return DurableNonce(address: address, value: value)
    }

    static func table(
        _ wire: Ocp_Common_V1_SolanaAddressLookupTable
    ) throws(SwapTermsError) -> AddressLookupTable {
        guard wire.entries.count <= AddressLookupTable.addressCountMax, let address = PublicKey(wire: wire.address)
        else { throw .malformed("alts") }
        let entries = wire.entries.compactMap(PublicKey.init(wire:))
        guard entries.count == wire.entries.count else { throw .malformed("alts") }
        return AddressLookupTable(address: address, addresses: entries)
    }

    static func wrapping<Value>(
        _ body: () throws(SwapTransactionError) -> Value
    ) throws(SwapTermsError) -> Value {
        do {
            return try body()
        } catch {
            throw .transaction(error)
        }
    }
}
