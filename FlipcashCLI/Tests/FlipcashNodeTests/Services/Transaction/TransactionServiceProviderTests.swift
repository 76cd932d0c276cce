import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the service through gRPC, in the process and over HTTP/2.
@Suite struct TransactionServiceProviderTests {
    typealias Request = LedgerWorld.Request
    typealias Response = LedgerWorld.Response

    enum Wire: CaseIterable {
        case inProcess
        case http2
    }

    let world: LedgerWorld
    let a: Payer
    let b: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user()
    }

    /// Serves the world's ledger for as long as `body` runs.
    private func serving<Result: Sendable>(
        _ wire: Wire,
        _ body: @escaping @Sendable (any Ocp_Transaction_V1_Transaction.ClientProtocol) async throws -> Result
    ) async throws -> Result {
        let service = TransactionServiceProvider(ledger: world.ledger)
        switch wire {
        case .inProcess:
            let transport = InProcessTransport()
            return try await withGRPCServer(
                transport: transport.server, services: [service],
                interceptors: [CallInterceptor(meter: CallMeter(clock: world.clock))]
            ) { _ in
                try await withGRPCClient(transport: transport.client) {
                    try await body(Ocp_Transaction_V1_Transaction.Client(wrapping: $0))
                }
            }
        case .http2: return try await world.serving { try await body($0.client) }
        }
    }

    /// Submits over the wire as an honest client does.
    private static func submit(
        _ actions: Request.SubmitActions, signers: [Payer], _ client: any Ocp_Transaction_V1_Transaction.ClientProtocol
    ) async throws -> [Response.OneOf_Response?] {
        let answers = AsyncStream<Request>.makeStream()
        return try await client.submitIntent { writer in
            try await writer.write(.with { $0.submitActions = actions })
            for await answer in answers.stream { try await writer.write(answer) }
        } onResponse: { response in
            var arms: [Response.OneOf_Response?] = []
            for try await message in response.messages {
                arms.append(message.response)
                if case .serverParameters(let parameters)? = message.response {
                    let signatures = LedgerWorld.signatures(actions, parameters, signers)
                    answers.continuation.yield(
                        .with { $0.submitSignatures.signatures = signatures.map(\.wire) })
                } else {
                    answers.continuation.finish()
                }
            }
            answers.continuation.finish()
            return arms
        }
    }

    @Test("a payment takes two steps, its metadata can be read, and a void is answered", arguments: Wire.allCases)
    func submitIntent_overTheWire_succeeds(wire: Wire) async throws {
        let (world, a, b) = (world, a, b)
        let rendezvous = KeyPair.generate(using: world.random)
        let id = IntentID(rendezvous: rendezvous.publicKey)
        let card = world.stranger()
        try await serving(wire) { client in
            let paid = try await Self.submit(
                a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: id), signers: [a], client)
            #expect(paid.count == 2)
            #expect(paid.last == .success(.with { $0.code = .ok }))
            var query = Ocp_Transaction_V1_GetIntentMetadataRequest.with { $0.intentID.value = id.bytes }
            query.signature = rendezvous.sign(try query.serializedBytes() as [UInt8]).wire
            let metadata = try await client.getIntentMetadata(query)
            #expect(metadata.result == .ok)
            #expect(metadata.metadata.sendPublicPayment.serverExchangeData.quarks == 1_000_000)
            query.signature = a.key.sign([1]).wire
            await #expect(throws: RPCError.self) { try await client.getIntentMetadata(query) }

            let linked = try await Self.submit(
                a.link(world.dollars(2_000_000), card: card, world.usdf, id: world.id()), signers: [a, card], client)
            #expect(linked.last == .success(.with { $0.code = .ok }))
            var void = Ocp_Transaction_V1_VoidGiftCardRequest.with {
                $0.owner = a.owner.accountID
                $0.giftCardVault = card.vault(world.usdf).accountID
            }
            void.signature = a.key.sign(try void.serializedBytes() as [UInt8]).wire
            #expect(try await client.voidGiftCard(void).result == .ok)
        }
        #expect(try world.balance(a) == 24_000_000)
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("an opening needs one step; a refusal is an error arm in a good response", arguments: Wire.allCases)
    func submitIntent_withoutSignatures_answersAtOnce(wire: Wire) async throws {
        let (world, a) = (world, a)
        try await serving(wire) { client in
            let opened = try await Self.submit(a.open(world.jeffy, id: world.id()), signers: [], client)
            #expect(opened == [.success(.with { $0.code = .ok })])
            let stranger = world.stranger()
            let refused = try await Self.submit(stranger.open(world.jeffy, id: world.id()), signers: [], client)
            let error = Response.Error.with {
                $0.code = .denied
                $0.errorDetails = [.with { $0.denied.reason = "unexpected owner account" }]
            }
            #expect(refused == [.error(error)])
        }
    }

    @Test("broken rules and wrong signatures end with their status", arguments: Wire.allCases)
    func submitIntent_badRequests_endWithStatus(wire: Wire) async throws {
        let (world, a, b) = (world, a, b)
        try await serving(wire) { client in
            var request = a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
            request.actions[0].noPrivacyTransfer.amount = 0
            await Self.expect(.invalidArgument) { _ = try await Self.submit(request, signers: [a], client) }
            request.actions[0].noPrivacyTransfer.amount = 5
            await Self.expect(.unauthenticated) { _ = try await Self.submit(request, signers: [a], client) }
        }
        #expect(try world.balance(a) == 25_000_000)
        #expect(world.ledger.locks.heldCount == 0)
    }

    @Test("limits follow what was sent, in every currency that has a rate")
    func getLimits_afterPayment_shrink() async throws {
        let (world, a, b) = (world, a, b)
        let now = world.clock.now()
        try world.store.write { writer in
            try writer.insert([
                StoredRate(currency: "usd", value: 1, observedAt: now, proof: [1]),
                StoredRate(currency: "cad", value: 1.4, observedAt: now, proof: [1]),
                StoredRate(currency: "fok", value: 7, observedAt: now, proof: [1]),
            ])
        }
        let rich = try await world.user(900_000_000)
        for _ in 0..<3 {
            try await world.submitted(
                rich.pay(world.dollars(250_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()),
                signers: [rich])
        }
        try await world.submitted(
            rich.pay(world.dollars(100_000_000), to: b.vault(world.usdf), world.usdf, id: world.id()), signers: [rich])
        try await serving(.inProcess) { client in
            var request = Ocp_Transaction_V1_GetLimitsRequest.with {
                $0.owner = rich.owner.accountID
                $0.consumedSince = now.timestamp
            }
            request.signature = rich.key.sign(try request.serializedBytes() as [UInt8]).wire
            let limits = try await client.getLimits(request)
            #expect(limits.usdTransacted == 850)
            #expect(limits.sendLimitsByCurrency.keys.sorted() == ["cad", "usd"])
            #expect(limits.sendLimitsByCurrency["usd"]?.nextTransaction == 150)
            #expect(limits.sendLimitsByCurrency["usd"]?.maxPerTransaction == 250)
            #expect(limits.sendLimitsByCurrency["cad"]?.nextTransaction == 210)
            #expect(limits.sendLimitsByCurrency["cad"]?.maxPerDay == 1400)
            request.owner = a.owner.accountID
            let forged = request
            await Self.expect(.unauthenticated) { _ = try await client.getLimits(forged) }
        }
    }

    @Test("withdrawal hints distinguish owners, vaults and invalid addresses")
    func canWithdraw_addresses_areClassified() async throws {
        let (world, a) = (world, a)
        let (usdf, jeffy) = (world.usdf.mint, world.jeffy.mint)
        let timelock = world.usdf.timelock(of: a.owner)
        func hint(_ address: PublicKey, _ mint: PublicKey) async throws -> WithdrawalDestination {
            try await WithdrawalDestination.find(address, mint: mint, ledger: world.ledger)
        }
        #expect(try await hint(a.vault(world.usdf), usdf) == .tokenAccount)
        #expect(try await hint(a.vault(world.usdf), jeffy) == .invalid)
        #expect(try await hint(a.vault(world.jeffy), jeffy) == .invalid)
        #expect(try await hint(timelock.swap.address, usdf) == .owner(requiresInitialization: true, isFeeDue: false))
        #expect(try await hint(timelock.swap.address, jeffy) == .invalid)
        #expect(try await hint(timelock.deposit.address, usdf) == .owner(requiresInitialization: true, isFeeDue: true))
        #expect(try await hint(timelock.deposit.address, jeffy) == .invalid)
        #expect(try await hint(timelock.swapTokenAccount.address, usdf) == .invalid)
        #expect(try await hint(a.owner, world.stranger().owner) == .invalid)
        let owner = world.stranger().owner
        #expect(try await hint(owner, usdf) == .owner(requiresInitialization: true, isFeeDue: true))
        #expect(try await hint(owner, world.stranger().owner) == .invalid)
        let account = AssociatedTokenAccount.address(owner: owner, mint: usdf).address
        #expect(try await hint(account, usdf) == .invalid)
        try world.store.write { try $0.register(.external(address: account, mint: usdf), mint: usdf) }
        #expect(try await hint(owner, usdf) == .owner(requiresInitialization: false, isFeeDue: false))
        #expect(try await hint(account, usdf) == .tokenAccount)
        #expect(try await hint(account, jeffy) == .invalid)
    }

    private static func expect(
        _ code: RPCError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async {
        do {
            try await body()
            Issue.record("succeeded", sourceLocation: sourceLocation)
        } catch let error as RPCError {
            #expect(error.code == code, sourceLocation: sourceLocation)
        } catch {
            Issue.record("unexpected \(error)", sourceLocation: sourceLocation)
        }
    }
}
