import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Synchronization

@testable import FlipcashWallet

/// A small honest service; a test can replace each of its answers. Calls pass through the real stubs, the real codec
/// and an in-process transport.
final class ScriptedNode: Sendable {
    /// How the service handles a submission.
    enum Submission: Sendable {
        /// Commits the submission as a node does.
        case commit
        /// Answers with an error.
        case refuse(Ocp_Transaction_V1_SubmitIntentResponse.Error.Code, String)
        /// Sends these parameters instead of valid ones.
        case parameters([Ocp_Transaction_V1_ServerParameter])
        /// Ends the call before parameters are sent.
        case hangUpBeforeParameters
        /// Ends the call after the signatures arrived; the flag says whether the submission was committed.
        case hangUpAfterSignatures(commits: Bool)
        /// Stops answering once the actions have arrived.
        case silentAfterActions
        /// Stops answering once the signatures have arrived; the flag says whether the submission was committed.
        case silentAfterSignatures(commits: Bool)
        /// Claims success without asking for signatures.
        case claimSuccess
    }

    struct Record: Sendable {
        let actions: Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions
        let signatures: [Ocp_Common_V1_Signature]
    }

    struct State: Sendable {
        var users: [PublicKey: [UInt8]] = [:]
        var quarks: [PublicKey: UInt64] = [:]
        var managementState = Ocp_Account_V1_TokenAccountInfo.ManagementState.locked
        var opened: Set<PublicKey> = []
        var intents: [IntentID: Record] = [:]
        var submitted: [Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions] = []
        /// All offers so far, including withdrawn ones.
        var offers: [Ocp_Messaging_V1_RequestToGiveBill] = []
        var messages: [[UInt8]: [Ocp_Messaging_V1_Message]] = [:]
        var streams: [[UInt8]: AsyncStream<Ocp_Messaging_V1_Message>.Continuation] = [:]
        var giftCards: [PublicKey: GiftCard] = [:]
        var activities: [Flipcash_Activity_V1_Notification] = []
        var pagedRequests: [IntentID?] = []
        var rejectsCursor: IntentID?
        var voided: [PublicKey] = []
        var voidResult = Ocp_Transaction_V1_VoidGiftCardResponse.Result.ok
        var rates: [(code: String, rate: Double)] = [("usd", 1), ("cad", 1.4)]
        var submission = Submission.commit
        /// How many submissions to refuse first, because another intent was committed meanwhile.
        var lostRaces = 0
        var vmAuthority: PublicKey?
        var isDown = false
        var liveStreamCount = 0
        var dropsLiveStreams = false
        /// How long after the rates a stream delivers the supplies.
        var supplyDelay: Duration = .zero
        var calls: [String] = []
        var metadataIsHidden = false
        var nonceCounter = 0
        var grabResult = Ocp_Messaging_V1_SendMessageResponse.Result.ok
        var limitsNext: Float = 250
        /// Answers about destinations of withdrawals, instead of those that follow from the opened vaults.
        var withdrawalAccounts: [PublicKey: Ocp_Transaction_V1_CanWithdrawToAccountResponse] = [:]
        var minBuild: UInt32 = 10
        var settings: [Settings] = []
        var settingsResult: Flipcash_Settings_V1_UpdateSettingsResponse.Result? = .ok
        /// Runs when signatures have arrived, before they are processed.
        var onSignatures: (@Sendable () async -> Void)?
        /// Runs after the answer to a submission, before the end of the stream. An error ends the stream.
        var afterAnswer: (@Sendable () async throws -> Void)?
        var losesVoids = false
        /// Whether to answer cancellations of links with unreadable bytes, after carrying them out.
        var garblesVoids = false
        var metadataMakesNoSense = false
        var metadataDelay: Duration?
        var metadataIsDown = false
        /// Runs when accounts are requested, before the answer.
        var onAccountInfos: (@Sendable () async -> Void)?
        var omitsGiftCardMint = false
        var lostMessageCount = 0
        var flagsAreDown = false
        var pagesWithoutEnd = false
        /// Whether only calls to the history fail, as when the core API is down.
        var historyIsDown = false
        var market = ScriptedMarket()
    }

    /// The changes of one call.
    struct Settings: Hashable, Sendable {
        let locale: String?
        let region: String?
    }

    struct GiftCard: Sendable {
        let vault: PublicKey
        let issuer: PublicKey
        let exchangeData: Ocp_Transaction_V1_ExchangeData
        var claimState = Ocp_Account_V1_TokenAccountInfo.ClaimState.notClaimed
    }

    let key: KeyPair
    let clock: any WallClock
    let state = Mutex(State())

    init(clock: any WallClock, seed: UInt8 = 7) {
        key =
            (try? KeyPair(seed: [UInt8](repeating: seed, count: 32))) ?? KeyPair.generate(using: SeededRandomSource())
        self.clock = clock
    }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func read<Value: Sendable>(_ body: (State) -> Value) -> Value { state.withLock { body($0) } }

    /// Whether the next submission loses a race.
    func losesRace() -> Bool {
        state.withLock { state in
            guard state.lostRaces > 0 else { return false }
            state.lostRaces -= 1
            return true
        }
    }

    var node: PinnedNode { PinnedNode(key: key.publicKey, coreMint: .usdf, coreVMAuthority: key.publicKey) }

    /// Records a call, and throws while the service is down.
    func enter(_ call: String) throws {
        let isDown = state.withLock { state in
            state.calls.append(call)
            return state.isDown
        }
        if isDown { throw RPCError(code: .unavailable, message: "the test says so") }
    }

    /// Connects a wallet to this service.
    func connect(_ environment: RuntimeEnvironment) -> ServiceConnection {
        let transport = InProcessTransport()
        let server = GRPCServer(
            transport: transport.server,
            services: [
                ScriptedAccount(node: self), ScriptedCurrency(node: self), ScriptedMessaging(node: self),
                ScriptedTransaction(node: self), ScriptedCoreAccount(node: self), ScriptedActivity(node: self),
                ScriptedSettings(node: self), ScriptedModeration(node: self), GarbledVoids(node: self),
            ])
        environment.tasks.spawn { try? await server.serve() }
        return ServiceConnection(
            transport: transport.client, userAgent: UserAgent(version: "1.0.0"), environment: environment)
    }

    func signedRate(_ code: String, _ rate: Double, at time: Instant)
        -> Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate
    {
        let inner = Ocp_Currency_V1_CoreMintFiatExchangeRate.with {
            $0.currencyCode = code
            $0.exchangeRate = rate
            $0.timestamp = Google_Protobuf_Timestamp(seconds: time.seconds, nanos: time.nanoseconds)
        }
        let bytes: [UInt8] = (try? inner.serializedBytes()) ?? []
        return .with {
            $0.exchangeRate = inner
            $0.signature = .with { $0.value = key.sign(bytes).bytes }
        }
    }

    func coreMint() -> Ocp_Currency_V1_Mint {
        let authority = read { $0.vmAuthority } ?? key.publicKey
        return .with {
            $0.address = .with { $0.value = PublicKey.usdf.bytes }
            $0.decimals = 6
            $0.name = "USDF"
            $0.symbol = "USDF"
            $0.description_p = "d"
            $0.imageURL = "https://x.example/i"
            $0.createdAt = Google_Protobuf_Timestamp(seconds: -62_135_596_800)
            $0.vmMetadata = .with {
                $0.vm = .with { $0.value = PublicKey.usdc.bytes }
                $0.authority = .with { $0.value = authority.bytes }
                $0.omnibus = .with { $0.value = PublicKey.usdc.bytes }
                $0.lockDurationInDays = 21
            }
        }
    }

    func vault(of owner: PublicKey) -> PublicKey {
        TimelockAccount(owner: owner, virtualMachine: VirtualMachine(mint: .usdf, authority: key.publicKey)).vault
            .address
    }
}

/// Ids in the services' message types.
extension PublicKey {
    var test: Ocp_Common_V1_SolanaAccountId { .with { $0.value = bytes } }
}

private func unused() -> RPCError { RPCError(code: .unimplemented, message: "the double does not do this") }

struct ScriptedAccount: Ocp_Account_V1_Account.SimpleServiceProtocol {
    let node: ScriptedNode

    func isOcpAccount(
        request: Ocp_Account_V1_IsOcpAccountRequest, context: ServerContext
    ) async throws -> Ocp_Account_V1_IsOcpAccountResponse { throw unused() }

    func getTokenAccountInfos(
        request: Ocp_Account_V1_GetTokenAccountInfosRequest, context: ServerContext
    ) async throws -> Ocp_Account_V1_GetTokenAccountInfosResponse {
        try node.enter("getTokenAccountInfos")
        if let onAccountInfos = node.read({ $0.onAccountInfos }) { await onAccountInfos() }
        guard let owner = PublicKey(exactly: request.owner.value) else { throw unused() }
        let mint = node.coreMint()
        if let card = node.read({ $0.giftCards[owner] }) {
            let info = Ocp_Account_V1_TokenAccountInfo.with {
                $0.address = card.vault.test
                $0.accountType = .remoteSendGiftCard
                $0.claimState = card.claimState
                $0.originalExchangeData = card.exchangeData
                $0.mint = PublicKey.usdf.test
                if !node.read({ $0.omitsGiftCardMint }) { $0.mintMetadata = mint }
                $0.managementState = .locked
                $0.createdAt = Google_Protobuf_Timestamp(seconds: 1_767_225_600)
                $0.isGiftCardIssuer = request.requestingOwner.value == card.issuer.bytes
            }
            return .with { $0.tokenAccountInfos = [card.vault.base58: info] }
        }
        let vault = node.vault(of: owner)
        let (isOpen, quarks, managementState) = node.read {
            ($0.opened.contains(vault), $0.quarks[vault] ?? 0, $0.managementState)
        }
        guard isOpen else { return .with { $0.result = .notFound } }
        let info = Ocp_Account_V1_TokenAccountInfo.with {
            $0.address = vault.test
            $0.owner = owner.test
            $0.authority = owner.test
            $0.accountType = .primary
            $0.balance = quarks
            $0.balanceSource = .cache
            $0.managementState = managementState
            $0.mint = PublicKey.usdf.test
            $0.mintMetadata = mint
            $0.usdCostBasis = Double(quarks) / 1_000_000
        }
        let infos = node.marketAccounts(of: owner).merging([vault.base58: info]) { $1 }
        return .with { $0.tokenAccountInfos = infos }
    }
}

struct ScriptedCurrency: Ocp_Currency_V1_Currency.SimpleServiceProtocol {
    let node: ScriptedNode

    func getMints(
        request: Ocp_Currency_V1_GetMintsRequest, context: ServerContext
    ) async throws -> Ocp_Currency_V1_GetMintsResponse {
        try node.enter("getMints")
        var mints: [String: Ocp_Currency_V1_Mint] = [:]
        for address in request.addresses {
            guard let mint = PublicKey(exactly: address.value) else { throw unused() }
            guard let wire = mint == .usdf ? node.coreMint() : node.wireMint(mint) else {
                return .with { $0.result = .notFound }
            }
            mints[mint.base58] = wire
        }
        let found = mints
        return .with { $0.metadataByAddress = found }
    }

    func streamLiveMintData(
        request: RPCAsyncSequence<Ocp_Currency_V1_StreamLiveMintDataRequest, any Error>,
        response: RPCWriter<Ocp_Currency_V1_StreamLiveMintDataResponse>, context: ServerContext
    ) async throws {
        try node.enter("streamLiveMintData")
        node.change { $0.liveStreamCount += 1 }
        if node.read({ $0.dropsLiveStreams }) { return }
        var iterator = request.makeAsyncIterator()
        guard case .request(let subscription) = try await iterator.next()?.type else { return }
        let now = node.clock.now()
        let rates = node.read { $0.rates }.map { node.signedRate($0.code, $0.rate, at: now) }
        try await response.write(
            .with { $0.data = .with { $0.coreMintFiatExchangeRates = .with { $0.exchangeRates = rates } } })
        let reserves = subscription.mints.compactMap { PublicKey(exactly: $0.value) }
            .compactMap { node.signedReserve($0, at: now) }
        if !reserves.isEmpty {
            let delay = node.read { $0.supplyDelay }
            if delay > .zero { try await node.clock.sleep(for: delay) }
            try await response.write(
                .with { $0.data = .with { $0.launchpadCurrencyReserveStates = .with { $0.reserveStates = reserves } } })
        }
        while true {
            try await response.write(
                .with {
                    $0.ping = .with {
                        $0.timestamp = Google_Protobuf_Timestamp(seconds: node.clock.now().seconds)
                        $0.pingDelay = Google_Protobuf_Duration(seconds: 5)
                    }
                })
            guard try await iterator.next() != nil else { return }
            try await node.clock.sleep(for: .seconds(5))
        }
    }

    func getHistoricalMintData(
        request: Ocp_Currency_V1_GetHistoricalMintDataRequest, context: ServerContext
    ) async throws -> Ocp_Currency_V1_GetHistoricalMintDataResponse { throw unused() }
    func updateIcon(
        request: Ocp_Currency_V1_UpdateIconRequest, context: ServerContext
    ) async throws -> Ocp_Currency_V1_UpdateIconResponse { throw unused() }
    func updateMetadata(
        request: Ocp_Currency_V1_UpdateMetadataRequest, context: ServerContext
    ) async throws -> Ocp_Currency_V1_UpdateMetadataResponse { throw unused() }
    func discover(
        request: Ocp_Currency_V1_DiscoverRequest, response: RPCWriter<Ocp_Currency_V1_DiscoverResponse>,
        context: ServerContext
    ) async throws { throw unused() }
}

struct ScriptedMessaging: Ocp_Messaging_V1_Messaging.SimpleServiceProtocol {
    let node: ScriptedNode

    func openMessageStream(
        request: Ocp_Messaging_V1_OpenMessageStreamRequest,
        response: RPCWriter<Ocp_Messaging_V1_OpenMessageStreamResponse>, context: ServerContext
    ) async throws { throw unused() }

    func openMessageStreamWithKeepAlive(
        request: RPCAsyncSequence<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest, any Error>,
        response: RPCWriter<Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveResponse>, context: ServerContext
    ) async throws {
        try node.enter("openMessageStreamWithKeepAlive")
        var iterator = request.makeAsyncIterator()
        guard case .request(let opening) = try await iterator.next()?.requestOrPong else { return }
        let key = opening.rendezvousKey.value
        let (messages, inbox) = AsyncStream<Ocp_Messaging_V1_Message>.makeStream()
        node.change { state in
            state.streams[key] = inbox
            for message in state.messages[key] ?? [] { inbox.yield(message) }
        }
        try await response.write(
            .with {
                $0.ping = .with {
                    $0.timestamp = Google_Protobuf_Timestamp(seconds: node.clock.now().seconds)
                    // Longer than any test's bill lives, so the test double need not send another ping.
                    $0.pingDelay = Google_Protobuf_Duration(seconds: 3_000)
                }
            })
        for await message in messages {
            try await response.write(.with { $0.response = .with { $0.messages = [message] } })
        }
    }

    func pollMessages(
        request: Ocp_Messaging_V1_PollMessagesRequest, context: ServerContext
    ) async throws -> Ocp_Messaging_V1_PollMessagesResponse {
        try node.enter("pollMessages")
        return .with { $0.messages = node.read { $0.messages[request.rendezvousKey.value] ?? [] } }
    }

    func ackMessages(
        request: Ocp_Messaging_V1_AckMessagesRequest, context: ServerContext
    ) async throws -> Ocp_Messaging_V1_AckMesssagesResponse {
        try node.enter("ackMessages")
        let ids = Set(request.messageIds.map(\.value))
        node.change { $0.messages[request.rendezvousKey.value]?.removeAll { ids.contains($0.id.value) } }
        return Ocp_Messaging_V1_AckMesssagesResponse()
    }

    func sendMessage(
        request: Ocp_Messaging_V1_SendMessageRequest, context: ServerContext
    ) async throws -> Ocp_Messaging_V1_SendMessageResponse {
        try node.enter("sendMessage")
        let isLost = node.state.withLock { state in
            guard state.lostMessageCount > 0 else { return false }
            state.lostMessageCount -= 1
            return true
        }
        if isLost { throw RPCError(code: .unavailable, message: "lost") }
        let key = request.rendezvousKey.value
        guard let rendezvous = PublicKey(exactly: key), let signature = Signature(exactly: request.signature.value),
            rendezvous.verify(signature: signature, data: try request.message.serializedBytes() as [UInt8])
        else { throw RPCError(code: .unauthenticated, message: "") }
        if case .requestToGrabBill = request.message.kind, node.read({ $0.grabResult }) != .ok {
            return .with { $0.result = node.read { $0.grabResult } }
        }
        if case .requestToGiveBill(let offer) = request.message.kind { node.change { $0.offers.append(offer) } }
        node.deliver(request.message, signature: request.signature, to: key)
        return .with { $0.messageID = .with { $0.value = [UInt8](repeating: 1, count: 16) } }
    }
}

extension ScriptedNode {
    /// Ends the stream of a rendezvous and forgets its messages, as a restart without a copy does.
    func loseMessages(on rendezvous: PublicKey) {
        state.withLock { state in
            state.messages[rendezvous.bytes] = nil
            state.streams.removeValue(forKey: rendezvous.bytes)?.finish()
        }
    }

    /// Stores a message and pushes it to an open stream.
    func deliver(_ message: Ocp_Messaging_V1_Message, signature: Ocp_Common_V1_Signature, to key: [UInt8]) {
        var stored = message
        stored.sendMessageRequestSignature = signature
        let signed = stored
        state.withLock { state in
            var message = signed
            let number = UInt8(truncatingIfNeeded: state.messages[key]?.count ?? 0)
            message.id = .with { $0.value = [UInt8](repeating: number, count: 16) }
            state.messages[key, default: []].append(message)
            state.streams[key]?.yield(message)
        }
    }
}
