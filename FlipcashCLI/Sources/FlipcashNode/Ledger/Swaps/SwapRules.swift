import FlipcashCore

/// The checks of payment specification §16.3, in order; the client gets the first failure.
struct SwapRules<View: LedgerView> {
    let view: View
    let settings: LedgerSettings
    let time: LedgerTime

    /// Checks a request and decides what is swapped.
    ///
    /// - Throws: `SwapRefusal`, or what the view throws.
    func plan(_ request: SwapRequest) throws -> SwapPlan {
        try checkEnvelope(request)
        switch request.kind {
        case .reserve: return try planReserve(request)
        case .stablecoin(let destination):
            try checkStablecoin(request, destination: destination)
            // Without a chain the node holds no stablecoins to pay out.
            throw SwapRefusal.denied("insufficient coinbase stable swapper destination liquidity")
        }
    }

    private func planReserve(_ request: SwapRequest) throws -> SwapPlan {
        let source = try source(of: request)
        let fundingID = try checkFunding(of: request, source)
        let target = try target(of: request)
        let isFirst = target.state == .reserved
        let flow = SwapFlow(fromCore: source.isCore, toCore: target.isCore, isFirstPurchase: isFirst)
        try checkSale(request, flow, source)
        var acceptedPurchase: UInt64 = 0
        switch flow {
        case .buy, .sell, .convert: try checkExisting(request, flow, target)
        case .launch, .treasuryLaunch:
            try checkNew(request, flow, target)
            acceptedPurchase = NewCurrencyPrice.purchase
        }
        try checkOwner(request.owner)
        return SwapPlan(
            request: request, fundingID: fundingID, flow: flow, source: source, target: target,
            identity: isFirst ? try view.launchpadIdentity(of: target.mint) : nil,
            treasuryPurchase: acceptedPurchase, settings: settings, time: time)
    }

    // MARK: 1 and 2

    private func checkEnvelope(_ request: SwapRequest) throws {
        guard request.owner.verify(signature: request.signature, data: request.signedBytes) else {
            throw SwapRefusal.unauthenticated
        }
        guard request.owner.verify(signature: request.proofSignature, data: request.metadata) else {
            throw SwapRefusal.badProof
        }
        guard try view.swap(request.id) == nil else { throw SwapRefusal(.swapIDUsed) }
        if let funding = try? IntentID(base58: request.fundingID), try view.swap(fundedBy: funding) != nil {
            throw SwapRefusal(.swapFundingUsed)
        }
    }

    // MARK: 3 to 5

    /// The source mint, whose vault the owner must have.
    private func source(of request: SwapRequest) throws -> MintRecord {
        guard request.from != request.to else {
            throw SwapRefusal.invalid("must swap between two different mints")
        }
        guard request.amount > 0 else { throw SwapRefusal.invalid("amount must be positive") }
        guard let source = try view.mint(request.from), source.state == .available, settings.accepts(request.from)
        else { throw SwapRefusal.invalid("invalid source mint") }
        try checkVault(of: request.owner, source, "source timelock")
        return source
    }

    private func checkVault(of owner: PublicKey, _ mint: MintRecord, _ name: String) throws {
        guard let vault = try view.vault(mint.timelock(of: owner).vault.address), vault.type == .primary,
            vault.balance.isOpen, vault.vaultState != .closed
        else { throw SwapRefusal.invalid("\(name) vault account not opened") }
        guard vault.isManaged else { throw SwapRefusal.denied("\(name) account isn't locked") }
    }

    private func checkFunding(of request: SwapRequest, _ source: MintRecord) throws -> IntentID {
        switch request.fundingSource {
        case .submitIntent:
            guard let id = try? IntentID(base58: request.fundingID) else {
                throw SwapRefusal.invalid("funding id is not a public key")
            }
            guard try view.use(of: id) != .taken else { throw SwapRefusal(.fundingIntentExists) }
            let (needed, overflow) = request.amount.addingReportingOverflow(request.fee)
            let vault = try view.vault(source.timelock(of: request.owner).vault.address)
            guard !overflow, let quarks = Int64(exactly: needed), vault?.balance.quarks ?? 0 >= quarks else {
                throw SwapRefusal.invalid("insufficient balance")
            }
            return id
        case .externalWallet:
            guard (try? Signature(base58: request.fundingID)) != nil else {
                throw SwapRefusal.invalid("funding id is not a signature")
            }
        case .coinbaseOnramp:
            break
        }
        guard source.isCore else { throw SwapRefusal.denied("source mint must be core mint") }
        if request.fundingSource == .coinbaseOnramp {
            guard UUIDBytes(text: request.fundingID) != nil else {
                throw SwapRefusal.invalid("funding id is not a uuid")
            }
            throw SwapRefusal.invalid("coinbase order not found")
        }
        // Money outside the ledger is seen only by a settlement on a chain.
        throw SwapRefusal.denied("funding source \(request.fundingSource.name) is not supported")
    }

    // MARK: 6 and 7

    private func target(of request: SwapRequest) throws -> MintRecord {
        guard let target = try view.mint(request.to) else { throw SwapRefusal.invalid("mint not found") }
        if target.state == .reserved {
            guard try view.currency(request.to)?.state == .waitingForInitialPurchase else {
                throw SwapRefusal.denied("mint is being initialized")
            }
        }
        return target
    }

    private func checkSale(_ request: SwapRequest, _ flow: SwapFlow, _ source: MintRecord) throws(SwapRefusal) {
        guard flow.sellsSource, let launchpad = source.launchpad else { return }
        let fee = UInt16(exactly: launchpad.sellFeeBasisPoints).flatMap { bps in
            DiscreteBondingCurve().serverSell(
                supplyQuarks: launchpad.supply, tokenQuarks: request.amount, feeBps: bps)?.fee
        }
        guard let fee, fee > 0 else { throw .denied("swap would not generate a sell fee") }
    }

    // MARK: 8

    private func checkExisting(_ request: SwapRequest, _ flow: SwapFlow, _ target: MintRecord) throws {
        guard request.owner != request.swapAuthority else {
            throw SwapRefusal.invalid("owner cannot be swap authority")
        }
        try checkFee(request, flow)
        guard settings.accepts(target.mint) else { throw SwapRefusal.invalid("invalid destination mint") }
        try checkVault(of: request.owner, target, "destination timelock")
    }

    private func checkFee(_ request: SwapRequest, _ flow: SwapFlow) throws(SwapRefusal) {
        guard flow == .buy else {
            guard request.fee == 0 else { throw .invalid("fee amount must be 0") }
            return
        }
        guard request.fee > 0 else { return }
        let expected = SwapFees.onTop(of: request.amount)
        guard expected > 0 else { throw .invalid("swap amount is too small to charge a fee") }
        let difference = request.fee > expected ? request.fee - expected : expected - request.fee
        guard difference <= 1 else { throw .denied("fee amount must be \(expected) quarks") }
    }

    // MARK: 9

    private func checkNew(_ request: SwapRequest, _ flow: SwapFlow, _ target: MintRecord) throws {
        guard request.owner == request.swapAuthority else {
            throw SwapRefusal.invalid("owner must be swap authority")
        }
        guard try view.currency(target.mint)?.creator == request.owner else {
            throw SwapRefusal.denied("only the currency creator can buy initial tokens")
        }
        guard flow == .treasuryLaunch else {
            guard request.amount == NewCurrencyPrice.purchase else {
                throw SwapRefusal.denied("swap amount must be \(NewCurrencyPrice.purchase) quarks")
            }
            guard request.fee == NewCurrencyPrice.fee else {
                throw SwapRefusal.denied("fee amount must be \(NewCurrencyPrice.fee) quarks")
            }
            return
        }
        try checkValue(of: request)
    }

    /// What another currency pays for a first purchase must be worth exactly the purchase and its fee.
    private func checkValue(of request: SwapRequest) throws(SwapRefusal) {
        guard let exchange = request.exchange else { throw .invalid("full amount exchange data is required") }
        let policy = ExchangeDataRules.ProofPolicy(
            nodeKey: settings.nodeKey, coreMint: settings.coreMint, reserveProofAgeMax: settings.reserveProofAgeMax)
        let checked: CheckedExchange
        do throws(ExchangeDataFailure) {
            checked = try ExchangeDataRules.checked(
                exchange, policy: policy, now: time.now, memory: settings.knownProofs)
        } catch {
            throw .invalid(error.message)
        }
        guard checked.mint == request.from else { throw .invalid("full amount mint must be the source mint") }
        let (whole, overflow) = request.amount.addingReportingOverflow(request.fee)
        guard !overflow, checked.quarks == whole else {
            throw .invalid("full amount quarks must be the swap and fee amounts")
        }
        guard checked.currencyCode == "usd" else { throw .invalid("full amount currency must be usd") }
        let price = Double(NewCurrencyPrice.purchase + NewCurrencyPrice.fee) / 1_000_000
        guard checked.nativeAmount == price else { throw .denied("full amount must be valued at 20.00 usd") }
        guard request.fee > 0, checked.isFee(request.fee, worth: Double(NewCurrencyPrice.fee) / 1_000_000) else {
            throw .denied("fee amount must be valued at 10.00 usd")
        }
    }

    // MARK: 10

    private func checkOwner(_ owner: PublicKey) throws {
        switch try view.ownerKind(owner) {
        case .user?: break
        case .giftCard?: throw SwapRefusal.denied("not a user ocp account")
        case nil: throw SwapRefusal.denied("not an ocp account")
        }
        guard try settings.antispam.allowsSwap(owner, view).isAllowed else {
            throw SwapRefusal.denied("rate limited")
        }
    }

    // MARK: Stablecoins

    private func checkStablecoin(_ request: SwapRequest, destination: PublicKey) throws {
        let source = try source(of: request)
        _ = try checkFunding(of: request, source)
        guard source.isCore else { throw SwapRefusal.invalid("source mint must be core mint") }
        guard request.to == .usdc else { throw SwapRefusal.invalid("destination mint must be usdc") }
        guard request.owner != request.swapAuthority else {
            throw SwapRefusal.invalid("owner cannot be swap authority")
        }
        let fee = UInt64(settings.withdrawalFee.usdMicros)
        guard request.fee == fee else { throw SwapRefusal.denied("fee amount must be \(fee) quarks") }
        guard destination.isOnCurve else { throw SwapRefusal.invalid("destination owner is a token account") }
        try checkOwner(request.owner)
    }
}
