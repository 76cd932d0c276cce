import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the two steps of a submission: what the node asks for, how long it waits, and how it handles unexpected
/// answers.
@Suite struct SubmitIntentSessionTests {
    typealias Outcome = LedgerWorld.Outcome

    let world: LedgerWorld
    let a: Payer
    let b: Payer

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(25_000_000)
        b = try await world.user()
    }

    private func payment() -> LedgerWorld.Request.SubmitActions {
        a.pay(world.dollars(1_000_000), to: b.vault(world.usdf), world.usdf, id: world.id())
    }

    /// Checks that no claim, reservation or intent is left, and that every lock is free.
    private func expectNothingLeft(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let signed = try world.store.read {
            try $0.integer("SELECT count(*) FROM actions WHERE nonce IS NOT NULL")
        }
        #expect(signed == 0, sourceLocation: sourceLocation)
        #expect(world.ledger.locks.heldCount == 0, sourceLocation: sourceLocation)
        #expect(try world.balance(a) == 25_000_000, sourceLocation: sourceLocation)
        #expect(try world.findings().map(\.description) == [], sourceLocation: sourceLocation)
    }

    @Test("the node asks for one signature per movement, in action order, and for none of an opening")
    func parameters_ofCashLink_matchActions() async throws {
        let card = world.stranger()
        let link = a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id())
        let seen = Shared<LedgerWorld.Response.ServerParameters?>(nil)
        let signers = [a, card]
        let outcome = try await world.submit(link) { parameters in
            seen.change { $0 = parameters }
            return LedgerWorld.signatures(link, parameters, signers)
        }
        #expect(outcome == .success)
        let parameters = try #require(seen.value).serverParameters
        #expect(parameters.map(\.actionID) == [0, 1, 2])
        #expect(parameters.map(\.nonces.count) == [0, 1, 1])
        #expect(parameters[0].type == .openAccount(.init()))
        #expect(parameters[1].type == .noPrivacyTransfer(.init()))
        #expect(parameters[2].type == .noPrivacyWithdraw(.init()))
        #expect(parameters[1].nonces != parameters[2].nonces)
    }

    @Test("too few, too many and wrong signatures are different errors, and no state is kept")
    func signatures_wrong_areRefused() async throws {
        let (a, b) = (a, b)
        let missing = try await world.submit(payment()) { _ in [] }
        #expect(missing == .status(.invalidArgument, "") || missing.isSignatureError)
        try expectNothingLeft()
        let two = payment()
        let many = try await world.submit(two) { LedgerWorld.signatures(two, $0, [a]) + [.zero] }
        #expect(many == .signatureError("too many signatures provided", actions: []))
        try expectNothingLeft()
        let wrong = payment()
        let forged = try await world.submit(wrong) { _ in [b.key.sign([1, 2, 3])] }
        #expect(forged == .signatureError(nil, actions: [0]))
        try expectNothingLeft()
    }

    @Test("every bad signature of a cash link is named with what was expected")
    func signatures_bothWrong_areBothNamed() async throws {
        let card = world.stranger()
        let link = a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id())
        #expect(
            try await world.submit(link) { _ in [.zero, .zero] } == .signatureError(nil, actions: [1, 2]))
        let (a, b) = (a, b)
        let swapped = try await world.submit(link) { parameters in
            LedgerWorld.signatures(link, parameters, [a, card]).reversed()
        }
        #expect(swapped == .signatureError(nil, actions: [1, 2]))
        let other = try await world.submit(link) { LedgerWorld.signatures(link, $0, [b, card]) }
        #expect(other == .signatureError(nil, actions: [1]))
        try expectNothingLeft()
    }

    @Test("a signature over an earlier nonce is not a signature over this one")
    func signatures_replayed_areRefused() async throws {
        let first = payment()
        let (a, kept) = (a, Shared<[Signature]>([]))
        _ = try await world.submit(first) { parameters in
            kept.change { $0 = LedgerWorld.signatures(first, parameters, [a]) }
            return nil
        } whileAdvancing: {
            .seconds(2)
        }
        try expectNothingLeft()
        world.clock.advance(by: .seconds(30))
        let replay = try await world.submit(payment()) { _ in kept.value }
        #expect(replay == .signatureError(nil, actions: [0]))
    }

    @Test("nonces are fresh random pairs, and a claim of them ends after twenty seconds")
    func nonceClaim_fresh_isValidForTwentySeconds() throws {
        let environment = world.ledger.environment
        let claims = try (0..<3).map { _ in try #require(NonceClaim(500, environment: environment)) }
        #expect(Set(claims.flatMap(\.nonces)).count == 1500)
        for nonce in claims[0].nonces.prefix(3) {
            let counter = [UInt8](repeating: 0, count: 8)
            #expect(nonce.value == Hash(sha256: Array("node-nonce".utf8) + nonce.address.bytes + counter))
        }
        let start = environment.clock.uptime()
        #expect(claims[0].isValid(at: start + .seconds(20)))
        #expect(!claims[0].isValid(at: start + .seconds(20) + .nanoseconds(1)))
    }

    @Test("a client that sends no message is dropped after two seconds")
    func stream_silentClient_timesOut() async throws {
        let outcome = try await world.converse([]) { _ in
            nil
        } whileAdvancing: {
            .seconds(2)
        }
        #expect(outcome == .status(.deadlineExceeded, "timeout receiving message"))
        try expectNothingLeft()
    }

    @Test("a client that does not sign is dropped two seconds after the request, and its nonces leave no trace")
    func stream_unsigned_timesOut() async throws {
        let outcome = try await world.submit(payment()) { _ in
            nil
        } whileAdvancing: {
            .seconds(2)
        }
        #expect(outcome == .status(.deadlineExceeded, "timeout receiving message"))
        try expectNothingLeft()
    }

    @Test("unexpected messages are invalid arguments")
    func stream_wrongArm_isInvalidArgument() async throws {
        let signatures = LedgerWorld.Request.with { $0.submitSignatures.signatures = [Signature.zero.wire] }
        #expect(
            try await world.converse([signatures]) { _ in nil } == .status(.invalidArgument, "expected submit actions"))
        let actions = LedgerWorld.Request.with { $0.submitActions = payment() }
        #expect(
            try await world.converse([actions]) { _ in actions }
                == .status(.invalidArgument, "expected submit signatures"))
        try expectNothingLeft()
    }

    @Test("reasons are cut at 2,048 bytes without breaking a character")
    func reason_tooLong_staysValid() {
        typealias Details = Ocp_Transaction_V1_ErrorDetails
        let long = String(repeating: "é", count: 2000)
        #expect(Details.denied(long).denied.reason.utf8.count == 2048)
        #expect(Details.reason("x" + long).reasonString.reason.utf8.count == 2047)
        #expect(Details.reason("short").reasonString.reason == "short")
    }
}

extension LedgerWorld.Outcome {
    var isSignatureError: Bool {
        if case .signatureError = self { return true }
        return false
    }
}

extension LedgerWorld {
    /// Talks to a client that falls silent: once the node waits for the client, moves the clock.
    func converse(
        _ messages: [Request], answer: @escaping @Sendable (Response.ServerParameters) -> Request?,
        whileAdvancing duration: @escaping @Sendable () -> Duration
    ) async throws -> Outcome {
        let hasAsked = AsyncStream<Void>.makeStream()
        if messages.isEmpty { hasAsked.continuation.finish() }
        return try await withThrowingTaskGroup(of: Outcome?.self) { group in
            group.addTask {
                try await converse(messages) { parameters in
                    let message = answer(parameters)
                    hasAsked.continuation.finish()
                    return message
                }
            }
            group.addTask {
                for await _ in hasAsked.stream {}
                // The node's ticker then waits for the message's time.
                await clock.waitForSleeper(in: duration(), count: 1)
                clock.advance(by: duration())
                return nil
            }
            while let outcome = try await group.next() { if let outcome { return outcome } }
            throw CancellationError()
        }
    }

    func submit(
        _ actions: Request.SubmitActions, answer: @escaping @Sendable (Response.ServerParameters) -> [Signature]?,
        whileAdvancing duration: @escaping @Sendable () -> Duration
    ) async throws -> Outcome {
        try await converse([.with { $0.submitActions = actions }]) { parameters in
            answer(parameters).map { signatures in
                .with { $0.submitSignatures.signatures = signatures.map(\.wire) }
            }
        } whileAdvancing: {
            duration()
        }
    }
}
