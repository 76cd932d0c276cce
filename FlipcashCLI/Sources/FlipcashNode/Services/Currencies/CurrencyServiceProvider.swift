import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec

/// `ocp.currency.v1.Currency`: the currencies, their launch, and signed market data (wire contract §7.3).
struct CurrencyServiceProvider: Ocp_Currency_V1_Currency.SimpleServiceProtocol {
    let context: NodeContext
    let proofs: ProofBook

    func getMints(
        request: Ocp_Currency_V1_GetMintsRequest, context call: ServerContext
    ) async throws -> Ocp_Currency_V1_GetMintsResponse {
        let addresses = Set(try request.addresses.map { address throws(RPCError) in try PublicKey(address) })
        let coreMint = context.ledger.settings.coreMint
        let mints = try context.store.read { reader in
            try addresses.sorted().map { ($0, try reader.mintMetadata($0, coreMint: coreMint)) }
        }
        return .with { response in
            guard mints.allSatisfy({ $0.1 != nil }) else {
                response.result = .notFound
                return
            }
            response.result = .ok
            for (address, metadata) in mints { response.metadataByAddress[address.base58] = metadata }
        }
    }

    func streamLiveMintData(
        request: RPCAsyncSequence<Ocp_Currency_V1_StreamLiveMintDataRequest, any Error>,
        response: RPCWriter<Ocp_Currency_V1_StreamLiveMintDataResponse>, context call: ServerContext
    ) async throws {
        typealias Stream = KeptStream<
            Ocp_Currency_V1_StreamLiveMintDataRequest, Ocp_Currency_V1_StreamLiveMintDataRequest.Request,
            Ocp_Currency_V1_StreamLiveMintDataResponse.LiveData
        >
        let clock = context.environment.clock
        let timing = context.timing
        let stream = Stream(
            clock: clock, tasks: context.environment.tasks, ticker: context.ticker, timing: timing, lifetime: nil,
            classify: { message in
                switch message.type {
                case .request(let request): .opening(request)
                case .pong: .pong
                case nil: nil
                }
            },
            isClientFailure: { CallFailures.isOfClient($0) },
            ping: { try await response.write(.with { $0.ping = .at(clock.now(), delay: timing.ping) }) },
            deliver: { data in try await response.write(.with { $0.data = data }) })
        try await stream.run(messages: request, input: call.input) { opening, sink in
            let subscription = LiveDataSubscription(
                mints: Set(try opening.mints.map { mint throws(RPCError) in try PublicKey(mint) }),
                coreMint: context.ledger.settings.coreMint)
            let place = proofs.hub.subscribe { update in
                subscription.data(for: update).map { sink.send($0) } ?? true
            }
            let initial = [.rates(proofs.rates), .reserves(proofs.reserves(of: subscription.mints))]
                .compactMap(subscription.data)
            return StreamOpening(initial: initial) { proofs.hub.cancel(place) }
        }
    }

    // MARK: Launched currencies

    private var launcher: CurrencyLauncher { CurrencyLauncher(context: context) }

    func getHistoricalMintData(
        request: Ocp_Currency_V1_GetHistoricalMintDataRequest, context call: ServerContext
    ) async throws -> Ocp_Currency_V1_GetHistoricalMintDataResponse {
        let mint = try PublicKey(request.address)
        return try context.store.read { reader in
            try reader.marketHistory(
                of: mint, currencyCode: request.currencyCode, range: ChartRange(request.predefinedRange),
                now: context.environment.clock.now())
        }
    }

    func launch(
        request: Ocp_Currency_V1_LaunchRequest, context call: ServerContext
    ) async throws -> Ocp_Currency_V1_LaunchResponse {
        let owner = try PublicKey(request.owner)
        try RequestSignature.verify(request, signer: owner, signature: request.signature) { $0.clearSignature() }
        do {
            let mint = try await launcher.launch(request, by: owner)
            return .with {
                $0.result = .ok
                $0.mint = mint.accountID
            }
        } catch let refusal as CurrencyLauncher.Refusal {
            return .with { $0.result = refusal.launchResult }
        }
    }

    func updateIcon(
        request: Ocp_Currency_V1_UpdateIconRequest, context call: ServerContext
    ) async throws -> Ocp_Currency_V1_UpdateIconResponse {
        let owner = try PublicKey(request.owner)
        try RequestSignature.verify(request, signer: owner, signature: request.signature) { $0.clearSignature() }
        do {
            try await launcher.update(request, by: owner)
            return .with { $0.result = .ok }
        } catch let refusal as CurrencyLauncher.Refusal {
            return .with { $0.result = refusal.iconResult }
        }
    }

    func updateMetadata(
        request: Ocp_Currency_V1_UpdateMetadataRequest, context call: ServerContext
    ) async throws -> Ocp_Currency_V1_UpdateMetadataResponse {
        let owner = try PublicKey(request.owner)
        try RequestSignature.verify(request, signer: owner, signature: request.signature) { $0.clearSignature() }
        do {
            try await launcher.update(request, by: owner)
            return .with { $0.result = .ok }
        } catch let refusal as CurrencyLauncher.Refusal {
            return .with { $0.result = refusal == .notFound ? .notFound : .denied }
        }
    }

    func discover(
        request: Ocp_Currency_V1_DiscoverRequest, response: RPCWriter<Ocp_Currency_V1_DiscoverResponse>,
        context call: ServerContext
    ) async throws {
        let answer = try context.store.read { reader in
            try reader.discovery(
                request.category, coreMint: context.ledger.settings.coreMint, now: context.environment.clock.now())
        }
        try await response.write(answer)
    }

    func checkAvailability(
        request: Ocp_Currency_V1_CheckAvailabilityRequest, context call: ServerContext
    ) async throws -> Ocp_Currency_V1_CheckAvailabilityResponse {
        let isFree = try context.store.read { try $0.isFree(name: request.name) }
        return .with {
            $0.result = .ok
            $0.isAvailable = isFree
        }
    }
}

extension CurrencyLauncher.Refusal {
    fileprivate var launchResult: Ocp_Currency_V1_LaunchResponse.Result {
        switch self {
        case .denied, .notFound: .denied
        case .nameExists: .nameExists
        case .invalidIcon: .invalidIcon
        }
    }

    fileprivate var iconResult: Ocp_Currency_V1_UpdateIconResponse.Result {
        switch self {
        case .denied, .nameExists: .denied
        case .invalidIcon: .invalidIcon
        case .notFound: .notFound
        }
    }
}

/// The market data that one stream wants: rates if it named the core mint, and the reserves of the other mints it
/// named.
struct LiveDataSubscription: Sendable {
    let mints: Set<PublicKey>
    let coreMint: PublicKey

    /// The part of `update` for this stream; nil when there is none.
    func data(for update: ProofUpdate) -> Ocp_Currency_V1_StreamLiveMintDataResponse.LiveData? {
        switch update {
        case .rates(let rates):
            guard mints.contains(coreMint), !rates.isEmpty else { return nil }
            return .with { $0.coreMintFiatExchangeRates = .with { $0.exchangeRates = rates } }
        case .reserves(let reserves):
            let wanted = reserves.filter { state in
                PublicKey(exactly: state.reserveState.mint.value).map(mints.contains) ?? false
            }
            guard !wanted.isEmpty else { return nil }
            return .with { $0.launchpadCurrencyReserveStates = .with { $0.reserveStates = wanted } }
        }
    }
}
