import Testing

@testable import FlipcashCore

/// A complete swap of the vectors: the values that both sides have, and the transaction that both build from them.
struct SwapFlowVector {
    let vector: VectorCase
    let input: VectorValue
    let compiled: CompiledVector
    let core = VirtualMachine(mint: .usdf, authority: .usdfAuthority)

    init(_ vector: VectorCase) throws {
        self.vector = vector
        input = vector["inputs"]
        compiled = try CompiledVector(vector)
    }

    func check() throws {
        let transaction = try transaction()
        #expect(transaction.instructions == compiled.instructions)
        try compiled.check(transaction.message())
        let keys = try vector["signatures"].array().map { try $0["seed"].pair() }
        let (signed, signatures) = try transaction.signed(by: keys)
        #expect(try signed.encoded == vector["signed_hex"].hexBytes())
        #expect(
            try signatures.map(\.bytes) == vector["client_signatures_in_submit_order"].array().map { try $0.hexBytes() }
        )
        #expect(throws: SwapTransactionError.self) { try transaction.signed(by: []) }
    }

    private func transaction() throws -> any SwapTransaction {
        switch try vector["flow"].string() {
        case "buy": try buy()
        case "sell": try sell()
        case "swap": try convert()
        case "new_currency": try launch()
        case "new_currency_treasury": try treasuryLaunch()
        case "stateless": try sweep()
        case "usdf_to_usdc": try withdrawal()
        case "usdc_to_usdf": try externalWallet()
        case let flow: throw VectorValue.Mismatch(description: "unknown flow \(flow)")
        }
    }

    private func terms() throws -> ServerTerms {
        try ServerTerms(
            payer: input["payer"].key(), lookupTables: compiled.tables,
            computeUnitLimit: input["compute_unit_limit"].uint32(),
            computeUnitPrice: input["compute_unit_price"].uint64(), memo: input["memo"].string())
    }

    private func nonce() throws -> DurableNonce {
        DurableNonce(address: try input["nonce"].key(), value: try vector["blockhash"].hash())
    }

    private func parties() throws -> SwapParties {
        SwapParties(owner: try input["owner"].key(), swapAuthority: try input["swap_authority"].key(), core: core)
    }

    private func memory() throws -> MemorySlot {
        try MemorySlot(account: input["memory_account"].key(), index: input["memory_index"].uint32())
    }

    private func fee() throws -> SwapFee {
        SwapFee(amount: try input["fee_amount"].uint64(), destination: try input["fee_destination"].key())
    }

    private func reserve(_ value: VectorValue) throws -> ReserveCurrency {
        let reserve = ReserveCurrency(
            mint: try value["mint"].key(), authority: try value["vm_authority"].key(),
            lockDays: try value["lock_days"].uint8())
        #expect(try reserve.virtualMachine.address.address == value["vm"].key())
        #expect(try reserve.virtualMachine.omnibus.address == value["vm_omnibus"].key())
        #expect(try reserve.pool == value["pool"].key())
        #expect(try reserve.targetVault == value["vault_target"].key())
        #expect(try reserve.baseVault == value["vault_base"].key())
        return reserve
    }

    private func newCurrency() throws -> NewCurrency {
        try NewCurrency(
            authority: input["authority"].key(), name: input["name"].string(), symbol: input["symbol"].string(),
            seed: input["seed"].key(), sellFeeBps: input["sell_fee_bps"].uint32(),
            lockDays: input["vm_lock_days"].uint32(), expectedMint: input["expected_mint"].key())
    }

    private func buy() throws -> any SwapTransaction {
        let fee = try SwapFee.agreed(
            amount: input["fee_amount"].uint64(),
            destination: input["fee_destination"].isNull ? nil : input["fee_destination"].key())
        return BuyTransaction(
            terms: try terms(), nonce: try nonce(), parties: try parties(), target: try reserve(input["target"]),
            amount: try input["amount"].uint64(), fee: fee, memory: try memory())
    }

    private func sell() throws -> any SwapTransaction {
        SellTransaction(
            terms: try terms(), nonce: try nonce(), parties: try parties(), source: try reserve(input["source"]),
            amount: try input["amount"].uint64(), memory: try memory())
    }

    private func convert() throws -> any SwapTransaction {
        ConvertTransaction(
            terms: try terms(), nonce: try nonce(), parties: try parties(), source: try reserve(input["source"]),
            target: try reserve(input["target"]), amount: try input["amount"].uint64(), memory: try memory())
    }

    private func launch() throws -> any SwapTransaction {
        LaunchTransaction(
            terms: try terms(), nonce: try nonce(), owner: try input["owner"].key(), core: core,
            currency: try newCurrency(), amount: try input["amount"].uint64(), fee: try fee())
    }

    private func treasuryLaunch() throws -> any SwapTransaction {
        let purchase = try input["treasury_purchase_amount"].uint64()
        return try TreasuryLaunchTransaction(
            terms: terms(), nonce: nonce(), owner: input["owner"].key(), core: core,
            source: reserve(input["source"]), currency: newCurrency(), amount: input["amount"].uint64(), fee: fee(),
            treasury: input["treasury"].key(), purchaseAmount: purchase, acceptedPurchaseAmount: purchase)
    }

    private func sweep() throws -> any SwapTransaction {
        SweepTransaction(
            terms: try terms(), blockhash: try vector["blockhash"].hash(), owner: try input["owner"].key(),
            core: core, amount: try input["amount"].uint64(), poolFeeRecipient: try input["pool_fee_recipient"].key())
    }

    private func withdrawal() throws -> any SwapTransaction {
        StablecoinWithdrawalTransaction(
            terms: try terms(), nonce: try nonce(), parties: try parties(),
            destinationOwner: try input["destination_owner"].key(), amount: try input["amount"].uint64(),
            fee: try fee(), poolFeeRecipient: try input["pool_fee_recipient"].key())
    }

    private func externalWallet() throws -> any SwapTransaction {
        let recipient = input["coinbase_fee_recipient"]
        return ExternalWalletTransaction(
            sender: try input["sender"].key(), owner: try input["owner"].key(), core: core,
            amount: try input["amount"].uint64(), swapID: try SwapID(base58: input["swap_id"].string()),
            destination: try #require(ExternalWalletTransaction.Destination(rawValue: input["destination"].string())),
            pool: recipient.isNull ? .usdf(.usdc) : .coinbase(feeRecipient: try recipient.key()),
            blockhash: try vector["blockhash"].hash())
    }
}
