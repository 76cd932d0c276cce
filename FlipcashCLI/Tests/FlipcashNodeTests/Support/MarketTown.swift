import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashNodeTestKit
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// A running node whose users launch and trade currencies through its services. A and B hold 200 dollars each.
struct MarketTown: Sendable {
    let harness: NodeHarness
    let usdf: MintRecord
    let a: Payer
    let b: Payer

    typealias Transport = InProcessTransport.Client
    typealias Initiate = SwapOrder.Initiate

    static func run(
        settings: NodeSettings? = nil, _ body: @escaping @Sendable (MarketTown) async throws -> Void
    ) async throws {
        try await NodeHarness.run(settings: settings) { harness in
            let usdf = try #require(try harness.node.context.store.read { try $0.mint(.usdf) })
            let town = MarketTown(
                harness: harness, usdf: usdf, a: Payer(key: try Somebody("a").key),
                b: Payer(key: try Somebody("b").key))
            for person in [town.a, town.b] { try await town.settle(person) }
            try await body(town)
        }
    }

    var node: Node { harness.node }
    var currencies: Ocp_Currency_V1_Currency.Client<Transport> { harness.currencies }
    var transactions: Ocp_Transaction_V1_Transaction.Client<Transport> { .init(wrapping: harness.client) }
    var moderation: Flipcash_Moderation_V1_Moderation.Client<Transport> { .init(wrapping: harness.client) }
    private var random: any RandomSource { node.context.environment.random }

    /// Registers a person, opens the account and fills it.
    func settle(_ person: Payer) async throws {
        _ = try await harness.register(Somebody(key: person.key))
        #expect(try await transactions.submit(person.open(usdf, id: node.newIntentID()), signers: []) == nil)
        let faucet = AdminRequest(.faucet, owner: person.owner.base58, quarks: 200_000_000)
        #expect(await node.perform(faucet).ok)
    }

    func balance(_ person: Payer, _ mint: MintRecord? = nil) throws -> Int64 {
        try node.context.store.read { try $0.vault(person.vault(mint ?? usdf))?.balance.quarks ?? 0 }
    }

    /// The mint as the node has it now.
    func mint(_ address: PublicKey) throws -> MintRecord {
        try #require(try node.context.store.read { try $0.mint(address) })
    }

    func violations() async -> [String]? { await node.perform(AdminRequest(.check)).check?.violations }

    // MARK: Launches

    /// The node's statement that it allows a text.
    func attestation(_ text: String, for person: Payer) async throws -> Ocp_Currency_V1_ModerationAttestation {
        var request = Flipcash_Moderation_V1_ModerateTextRequest.with { $0.text = text }
        request.auth = try Somebody(key: person.key).auth(request)
        let answer = try await moderation.moderateText(request)
        #expect(answer.isAllowed)
        let bytes: [UInt8] = try answer.attestation.serializedBytes()
        return .with { $0.rawValue = bytes }
    }

    /// The node's statement that it allows a picture.
    func attestation(picture: [UInt8], for person: Payer) async throws -> Ocp_Currency_V1_ModerationAttestation {
        var request = Flipcash_Moderation_V1_ModerateImageRequest.with { $0.imageData = picture }
        request.auth = try Somebody(key: person.key).auth(request)
        let answer = try await moderation.moderateImage(request)
        #expect(answer.isAllowed)
        let bytes: [UInt8] = try answer.attestation.serializedBytes()
        return .with { $0.rawValue = bytes }
    }

    /// Asks for a currency, after a change of the request.
    func launch(
        _ name: String, by person: Payer,
        _ change: (inout Ocp_Currency_V1_LaunchRequest) async throws -> Void = { _ in }
    ) async throws -> Ocp_Currency_V1_LaunchResponse {
        let attestation = try await attestation(name, for: person)
        var request = Ocp_Currency_V1_LaunchRequest.with {
            $0.owner = person.owner.accountID
            $0.name = name
            $0.nameModerationAttestation = attestation
        }
        try await change(&request)
        request.clearSignature()
        request.signature = person.key.sign(try request.serializedBytes()).wire
        return try await currencies.launch(request)
    }

    /// Launches a currency, and makes its first purchase.
    func available(_ name: String, by person: Payer) async throws -> MintRecord {
        let answer = try await launch(name, by: person)
        let mint = try mint(try #require(PublicKey(exactly: answer.mint.value)))
        var order = order(usdf, mint, 10_000_000, fee: 10_000_000)
        order.authority = person.key
        #expect(try await trade(order, by: person) == .finalized)
        return try self.mint(mint.mint)
    }

    // MARK: Swaps

    func order(_ from: MintRecord, _ to: MintRecord, _ amount: UInt64, fee: UInt64 = 0) -> SwapOrder {
        SwapOrder(
            id: .generate(using: random), from: from, to: to, amount: amount, fee: fee,
            fundingID: node.newIntentID(), authority: .generate(using: random))
    }

    /// Starts a swap as an honest client does.
    func start(_ order: SwapOrder, by person: Payer) async throws -> SwapOutcome {
        try await start(order.request(by: person)) { try? order.signatures(by: person, core: usdf.virtualMachine, $0) }
    }

    /// Starts a swap, and answers the parameters with the result of `answer`; nil ends the client's side.
    func start(
        _ initiate: Initiate,
        answer: @escaping @Sendable (Ocp_Transaction_V1_StatefulSwapResponse.ServerParameters) -> [Signature]?
    ) async throws -> SwapOutcome {
        let answers = AsyncStream<Ocp_Transaction_V1_StatefulSwapRequest>.makeStream()
        do {
            return try await transactions.statefulSwap { writer in
                try await writer.write(.with { $0.initiate = initiate })
                for await answer in answers.stream { try await writer.write(answer) }
            } onResponse: { response in
                defer { answers.continuation.finish() }
                var last = SwapOutcome.status(.internalError, "nothing came")
                for try await message in response.messages {
                    switch message.response {
                    case .serverParameters(let parameters)?:
                        guard let signatures = answer(parameters) else {
                            answers.continuation.finish()
                            continue
                        }
                        answers.continuation.yield(
                            .with { $0.submitSignatures.transactionSignatures = signatures.map(\.wire) })
                    case .success?: last = .success
                    case .error(let error)?: last = SwapOutcome(error)
                    case nil: break
                    }
                }
                return last
            }
        } catch let error as RPCError {
            return .status(error.code, error.message)
        }
    }

    /// The intent that funds a swap.
    func funding(_ order: SwapOrder, by person: Payer) throws -> Payer.Actions {
        let timelock = order.from.timelock(of: person.owner)
        return person.withdraw(
            try exchange(order.amount + order.fee, order.from), to: timelock.swapTokenAccount.address,
            owner: timelock.swap.address, fee: nil, order.from, id: order.fundingID)
    }

    func fund(_ order: SwapOrder, by person: Payer) async throws -> String? {
        try await transactions.submit(funding(order, by: person), signers: [person])
    }

    /// Starts a swap, funds it, lets the node work, and returns the state that the service tells.
    @discardableResult
    func trade(_ order: SwapOrder, by person: Payer) async throws -> Ocp_Transaction_V1_SwapMetadata.State {
        #expect(try await start(order, by: person) == .success)
        #expect(try await fund(order, by: person) == nil)
        try await node.letWorkersRun()
        return try await swap(order.id, of: person).swap.state
    }

    /// Asks the service about a swap.
    func swap(
        _ id: SwapID, of person: Payer, signedBy key: KeyPair? = nil
    ) async throws -> Ocp_Transaction_V1_GetSwapResponse {
        var request = Ocp_Transaction_V1_GetSwapRequest.with {
            $0.id.value = id.bytes
            $0.owner = person.owner.accountID
        }
        request.signature = (key ?? person.key).sign(try request.serializedBytes()).wire
        return try await transactions.getSwap(request)
    }

    /// Asks the service for the swaps that wait for their funds.
    func pendingSwaps(
        of person: Payer, signedBy key: KeyPair? = nil
    ) async throws -> Ocp_Transaction_V1_GetPendingSwapsResponse {
        var request = Ocp_Transaction_V1_GetPendingSwapsRequest.with { $0.owner = person.owner.accountID }
        request.signature = (key ?? person.key).sign(try request.serializedBytes()).wire
        return try await transactions.getPendingSwaps(request)
    }

    /// An amount at its present value in US dollars, with the node's newest proofs.
    func exchange(_ quarks: UInt64, _ mint: MintRecord) throws -> LedgerWorld.Exchange {
        var exchange = try node.dollars(quarks)
        guard !mint.isCore else { return exchange }
        let reserve = try #require(node.proofs.reserve(of: mint.mint))
        let value = DiscreteBondingCurve().serverSell(
            supplyQuarks: reserve.reserveState.supplyFromBonding, tokenQuarks: quarks, feeBps: 0)?.value
        exchange.mint = mint.mint.accountID
        exchange.nativeAmount = max(0.01, Double(value ?? 0) / 1_000_000)
        exchange.launchpadCurrencyReserveState = reserve
        return exchange
    }

    /// The person's history, newest first.
    func feed(_ person: Payer) async throws -> [Flipcash_Activity_V1_Notification] {
        var request = Flipcash_Activity_V1_GetLatestNotificationsRequest.with { $0.type = .transactionHistory }
        request.auth = try Somebody(key: person.key).auth(request)
        return try await harness.feed.getLatestNotifications(request).notifications
    }
}
