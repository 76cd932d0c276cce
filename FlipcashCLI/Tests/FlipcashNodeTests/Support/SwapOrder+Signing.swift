import FlipcashAPI
import FlipcashCore

@testable import FlipcashNode

extension SwapOrder {
    typealias ServerParameters = Ocp_Transaction_V1_StatefulSwapResponse.ServerParameters

    /// The signatures of an honest client: those over the transaction that it has built from its own terms and the
    /// node's parameters.
    func signatures(
        by owner: Payer, core: VirtualMachine, _ parameters: ServerParameters
    ) throws -> [Signature] {
        try transaction(by: owner, core: core, parameters).signed(by: [owner.key, authority]).signatures
    }

    private func transaction(
        by owner: Payer, core: VirtualMachine, _ parameters: ServerParameters
    ) throws -> any SwapTransaction {
        let parties = SwapParties(owner: owner.owner, swapAuthority: authority.publicKey, core: core)
        switch parameters.kind {
        case .reserveExistingCurrency(let data)?:
            let terms = try ServerTerms(
                payer: data.payer.key, lookupTables: data.alts.map(\.table), computeUnitLimit: data.computeUnitLimit,
                computeUnitPrice: data.computeUnitPrice, memo: data.memoValue)
            let nonce = DurableNonce(address: data.nonce.key, value: Hash(exactly: data.blockhash.value) ?? .zero)
            let memory = try MemorySlot(account: data.memoryAccount.key, index: data.memoryIndex)
            let fee = try SwapFee.agreed(
                amount: self.fee, destination: data.hasFeeDestination ? data.feeDestination.key : nil)
            if from.isCore {
                return BuyTransaction(
                    terms: terms, nonce: nonce, parties: parties, target: to.currency, amount: amount,
                    fee: fee, memory: memory)
            }
            if to.isCore {
                return SellTransaction(
                    terms: terms, nonce: nonce, parties: parties, source: from.currency, amount: amount,
                    memory: memory)
            }
            return ConvertTransaction(
                terms: terms, nonce: nonce, parties: parties, source: from.currency,
                target: to.currency, amount: amount, memory: memory)
        case .reserveNewCurrency(let data)?:
            let terms = try ServerTerms(
                payer: data.payer.key, lookupTables: data.alts.map(\.table), computeUnitLimit: data.computeUnitLimit,
                computeUnitPrice: data.computeUnitPrice, memo: data.memoValue)
            let nonce = DurableNonce(address: data.nonce.key, value: Hash(exactly: data.blockhash.value) ?? .zero)
            let currency = try NewCurrency(
                authority: data.authority.key, name: data.name, symbol: data.symbol, seed: data.seed.key,
                sellFeeBps: data.sellFeeBps, lockDays: data.vmLockDurationInDays, expectedMint: to.mint)
            let fee = SwapFee(amount: self.fee, destination: data.feeDestination.key)
            guard data.hasTreasury else {
                return LaunchTransaction(
                    terms: terms, nonce: nonce, owner: owner.owner, core: core, currency: currency,
                    amount: amount, fee: fee)
            }
            return try TreasuryLaunchTransaction(
                terms: terms, nonce: nonce, owner: owner.owner, core: core, source: from.currency,
                currency: currency, amount: amount, fee: fee, treasury: data.treasury.key,
                purchaseAmount: data.treasuryPurchaseAmount, acceptedPurchaseAmount: 10_000_000)
        case .stablecoin?, nil:
            throw SwapTransactionError.invalidServerParameter("kind")
        }
    }
}

extension Ocp_Common_V1_SolanaAccountId {
    fileprivate var key: PublicKey { PublicKey(exactly: value) ?? .usdf }
}

extension Ocp_Common_V1_SolanaAddressLookupTable {
    fileprivate var table: AddressLookupTable {
        AddressLookupTable(address: address.key, addresses: entries.map(\.key))
    }
}

extension MintRecord {
    fileprivate var currency: ReserveCurrency { ReserveCurrency(mint: mint, authority: vmAuthority) }
}
