import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// A swap that a test wants to make.
struct SwapOrder: Sendable {
    var id: SwapID
    var from: MintRecord
    var to: MintRecord
    var amount: UInt64
    var fee: UInt64 = 0
    var fundingID: IntentID
    /// The one-time key; the owner's own for a first purchase.
    var authority: KeyPair
    var exchange: LedgerWorld.Exchange?

    typealias Initiate = Ocp_Transaction_V1_StatefulSwapRequest.Initiate

    /// The request of an honest client.
    func request(by owner: Payer, _ change: (inout Initiate) -> Void = { _ in }) -> Initiate {
        let terms = Initiate.ReserveSwapClientParameters.with {
            $0.id.value = id.bytes
            $0.fromMint = from.mint.accountID
            $0.toMint = to.mint.accountID
            $0.swapAmount = amount
            $0.fundingSource = .submitIntent
            $0.fundingID = fundingID.base58
            $0.feeAmount = fee
            if let exchange { $0.fullAmountExchangeData = exchange }
        }
        var request = Initiate.with {
            $0.reserve = terms
            $0.owner = owner.owner.accountID
            $0.swapAuthority = authority.publicKey.accountID
        }
        change(&request)
        request.sign(owner.key)
        return request
    }
}

extension Ocp_Transaction_V1_StatefulSwapRequest.Initiate {
    /// Signs the terms and the request in their current form.
    mutating func sign(_ key: KeyPair) {
        var metadata = Ocp_Transaction_V1_VerifiedSwapMetadata()
        switch kind {
        case .reserve(let terms)?: metadata.reserve.clientParameters = terms
        case .stablecoin(let terms)?: metadata.stablecoin.clientParameters = terms
        case nil: break
        }
        proofSignature.value = key.sign((try? metadata.serializedBytes()) ?? []).bytes
        signAgain(key)
    }

    /// Signs the request alone.
    mutating func signAgain(_ key: KeyPair) {
        clearSignature()
        signature.value = key.sign((try? serializedBytes()) ?? []).bytes
    }
}

/// The result of starting a swap.
enum SwapOutcome: Hashable, Sendable {
    case success
    case denied(String)
    case invalid(String)
    /// With the text, and the transaction that the node expected.
    case signatureError(String?, expected: [UInt8]?)
    case status(RPCError.Code, String)
}

extension LedgerWorld {
    typealias SwapRequestMessage = Ocp_Transaction_V1_StatefulSwapRequest
    typealias SwapResponse = Ocp_Transaction_V1_StatefulSwapResponse

    /// A new order with a key of its own.
    func order(_ from: MintRecord, _ to: MintRecord, _ amount: UInt64, fee: UInt64 = 0) -> SwapOrder {
        SwapOrder(
            id: .generate(using: random), from: from, to: to, amount: amount, fee: fee, fundingID: id(),
            authority: .generate(using: random))
    }

    /// Starts a swap as an honest client does.
    func start(_ order: SwapOrder, by owner: Payer) async throws -> SwapOutcome {
        try await start(order.request(by: owner)) { parameters in
            do {
                return try self.signatures(order, owner, parameters)
            } catch {
                Issue.record("the transaction cannot be signed: \(error)")
                return []
            }
        }
    }

    /// Starts a swap, and answers the parameters with the result of `answer`; nil sends nothing.
    func start(
        _ initiate: SwapRequestMessage.Initiate, timing: SubmitIntentTiming = .standard,
        answer: @escaping @Sendable (SwapResponse.ServerParameters) -> [Signature]?
    ) async throws -> SwapOutcome {
        let (stream, inbound) = AsyncThrowingStream<SwapRequestMessage, any Error>.makeStream()
        inbound.yield(.with { $0.initiate = initiate })
        let last = Shared<SwapOutcome>(.status(.internalError, "no response"))
        let session = StatefulSwapSession(ledger: ledger, timing: timing) { response in
            switch response.response {
            case .serverParameters(let parameters)?:
                guard let signatures = answer(parameters) else { return }
                inbound.yield(.with { $0.submitSignatures.transactionSignatures = signatures.map(\.wire) })
            case .success?: last.change { $0 = .success }
            case .error(let error)?: last.change { $0 = SwapOutcome(error) }
            case nil: break
            }
        }
        do {
            try await session.run(RPCAsyncSequence(wrapping: stream))
        } catch let error as any RPCErrorConvertible {
            let status = RPCError(error)
            return .status(status.code, status.message)
        }
        return last.value
    }

    /// Builds the transaction from the client's own terms and the node's parameters, and signs it.
    func signatures(
        _ order: SwapOrder, _ owner: Payer, _ parameters: SwapResponse.ServerParameters
    ) throws -> [Signature] {
        try order.signatures(by: owner, core: usdf.virtualMachine, parameters)
    }

    // MARK: Funding

    /// The intent that funds a swap.
    func funding(_ order: SwapOrder, by owner: Payer) throws -> Request.SubmitActions {
        let timelock = order.from.timelock(of: owner.owner)
        return owner.withdraw(
            try exchange(order.amount + order.fee, order.from), to: timelock.swapTokenAccount.address,
            owner: timelock.swap.address, fee: nil, order.from, id: order.fundingID)
    }

    func fund(_ order: SwapOrder, by owner: Payer) async throws -> Outcome {
        try await submit(funding(order, by: owner), signers: [owner])
    }

    /// An amount at its present value in US dollars, with fresh proofs.
    func exchange(_ quarks: UInt64, _ mint: MintRecord) throws -> Exchange {
        guard !mint.isCore else { return dollars(quarks) }
        let supply = try store.read { try $0.mint(mint.mint)?.launchpad?.supply } ?? 0
        let value = DiscreteBondingCurve().serverSell(supplyQuarks: supply, tokenQuarks: quarks, feeBps: 0)?.value ?? 0
        return .with {
            $0.mint = mint.mint.accountID
            $0.quarks = quarks
            $0.nativeAmount = max(0.01, Double(value) / 1_000_000)
            $0.coreMintFiatExchangeRate = rate("usd", 1)
            $0.launchpadCurrencyReserveState = reserve(supply, mint: mint.mint)
        }
    }

    /// Starts a swap, funds it, and lets it end.
    @discardableResult
    func swapped(_ order: SwapOrder, by owner: Payer) async throws -> SwapRecord {
        let started = try await start(order, by: owner)
        guard started == .success else { throw UnexpectedSwap(outcome: started) }
        try await submitted(funding(order, by: owner), signers: [owner])
        guard let swap = try swap(order) else { throw UnexpectedSwap(outcome: .invalid("no swap")) }
        return swap
    }

    struct UnexpectedSwap: Error {
        let outcome: SwapOutcome
    }

    func swap(_ order: SwapOrder) throws -> SwapRecord? { try store.read { try $0.swap(order.id) } }

    // MARK: Pools

    /// Gives Jeffy a pool: others hold `tokens`, and `reserve` core-mint quarks back all tokens.
    func backJeffy(tokens: UInt64, reserve: UInt64) throws {
        try store.write { writer in
            guard var state = try writer.mint(jeffy.mint)?.launchpad else { return }
            state.supply += tokens
            state.baseVault += reserve
            try writer.update(state, of: jeffy.mint)
            let holder = LedgerAccount.external(address: Samples.address, mint: jeffy.mint)
            let (tokens, reserve) = (Int64(tokens), Int64(reserve))
            try writer.book(
                [
                    Posting(
                        account: .mintAuthority(mint: jeffy.mint), mint: jeffy.mint,
                        delta: .debit(quarks: tokens, usd: 0)),
                    Posting(account: holder, mint: jeffy.mint, delta: .credit(quarks: tokens, usd: 0)),
                    Posting(
                        account: .mintAuthority(mint: usdf.mint), mint: usdf.mint,
                        delta: .debit(quarks: reserve, usd: 0)),
                    Posting(account: .pool(mint: jeffy.mint), mint: usdf.mint, delta: .credit(quarks: reserve, usd: 0)),
                ], cause: 1)
        }
    }

    /// Records a currency as `Launch` would.
    func launched(_ name: String, by creator: Payer) async throws -> MintRecord {
        let authority = KeyPair.generate(using: random)
        let seed = PublicKey(raw: Hash(sha256: random.bytes(32)).raw)
        let mint = CurrencyCreatorAddresses.mint(
            authority: authority.publicKey, name: try PaddedName(name: name), seed: seed
        ).address
        let record = MintRecord(
            mint: mint, decimals: 10, vmAuthority: authority.publicKey,
            vm: VirtualMachine(mint: mint, authority: authority.publicKey).address.address, lockDays: 21, name: name,
            symbol: CurrencyName.symbol(of: name), description: name, imageURL: "https://example.com/\(name)",
            state: .reserved, launchpad: .empty, createdAt: clock.now())
        let launch = LaunchedCurrency(
            mint: record, identity: LaunchpadIdentity(authority: authority.publicKey, seed: seed),
            sealedSeed: try ledger.swaps.keys.seal(authority, mint: mint, random: random),
            record: CurrencyRecord(
                mint: mint, creator: creator.owner, state: .waitingForInitialPurchase, colors: [], socialLinks: []),
            icon: nil)
        try await ledger.committer.commit(.launch(launch, currenciesMax: ledger.settings.currenciesMax)).get()
        return record
    }

    /// Launches a currency and makes its first purchase.
    func available(_ name: String, by creator: Payer) async throws -> MintRecord {
        let mint = try await launched(name, by: creator)
        try await swapped(firstPurchase(of: mint, by: creator), by: creator)
        return try store.read { try $0.mint(mint.mint) } ?? mint
    }

    /// The first purchase, paid with the core mint.
    func firstPurchase(of mint: MintRecord, by creator: Payer) -> SwapOrder {
        var order = order(usdf, mint, 10_000_000, fee: 10_000_000)
        order.authority = creator.key
        return order
    }

    func quarks(_ account: LedgerAccount, _ mint: MintRecord) throws -> Int64? {
        try store.read { try $0.balance(of: account, mint: mint.mint)?.quarks }
    }
}

extension SwapOutcome {
    init(_ error: Ocp_Transaction_V1_StatefulSwapResponse.Error) {
        let detail = error.errorDetails.first
        switch error.code {
        case .denied: self = .denied(detail?.denied.reason ?? "")
        case .invalidSwap: self = .invalid(detail?.reasonString.reason ?? "")
        case .signatureError:
            switch detail?.type {
            case .invalidSignature(let bad)?: self = .signatureError(nil, expected: bad.expectedTransaction.value)
            case .reasonString(let reason)?: self = .signatureError(reason.reason, expected: nil)
            case .denied?, nil: self = .signatureError(nil, expected: nil)
            }
        case .UNRECOGNIZED: self = .status(.internalError, "unknown code")
        }
    }
}
