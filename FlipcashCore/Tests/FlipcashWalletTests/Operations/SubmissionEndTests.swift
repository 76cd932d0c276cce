import FlipcashAPI
import FlipcashTestKit
import GRPCCore
import Testing

@testable import FlipcashCore
@testable import FlipcashWallet

/// What happens between the server's answer to a submission and the end of the stream.
@Suite struct SubmissionEndTests {
    /// How an answered submission ends.
    private struct End: Sendable {
        let result: Result<Void, SubmitIntentError>
        let took: Duration
        let stage: SubmissionProgress.Stage
    }

    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let client: Client
    private let payer: AccountCluster
    private let receiver: AccountCluster

    init() {
        node = ScriptedNode(clock: world.clock)
        client = Client(connection: node.connect(world.environment), environment: world.environment)
        payer = AccountCluster(
            authority: TestWallet.account("a").ownerKey, mint: .usdf, timeAuthority: node.key.publicKey)
        receiver = AccountCluster(
            authority: TestWallet.account("b").ownerKey, mint: .usdf, timeAuthority: node.key.publicKey)
    }

    /// The intents of this suite: one is answered without signatures, one after them.
    private func intent(isSigned: Bool) throws -> Intent {
        let id = IntentID.generate(using: world.environment.random)
        guard isSigned else { return .openPrimary(id: id, cluster: payer) }
        return .payment(
            id: id, from: payer, to: receiver.vault,
            exchangeData: try ServerParametersTests.exchangeData(node, at: world.clock.now()))
    }

    /// Submits an intent to a server that runs `afterAnswer` before it ends the stream.
    private func submit(
        isSigned: Bool = true, afterAnswer: @escaping @Sendable () async throws -> Void
    ) throws -> End {
        node.change { $0.afterAnswer = afterAnswer }
        let intent = try intent(isSigned: isSigned)
        return try world.run { await outcome(of: intent) }
    }

    private func outcome(of intent: Intent) async -> End {
        let (start, progress) = (world.clock.uptime(), SubmissionProgress(clock: world.clock))
        var result = Result<Void, SubmitIntentError>.success(())
        do throws(SubmitIntentError) {
            try await client.submitIntent(intent, progress: progress)
        } catch {
            result = .failure(error)
        }
        return End(result: result, took: world.clock.uptime() - start, stage: progress.stage)
    }

    @Test("A server that ends the stream after its answer delays nothing", arguments: [false, true])
    func answer_streamEnds_noWait(isSigned: Bool) throws {
        let end = try submit(isSigned: isSigned) {}
        try end.result.get()
        #expect(end.took == .zero && end.stage == .confirmed)
    }

    @Test("A server that keeps the stream open delays its answer until the bound", arguments: [false, true])
    func answer_streamStaysOpen_arrivesAfterBound(isSigned: Bool) throws {
        let clock = world.clock
        let end = try submit(isSigned: isSigned) { try await clock.sleep(for: .seconds(86_400)) }
        try end.result.get()
        #expect(end.took == SubmissionBound.streamEndTimeMax && end.stage == .confirmed)
    }

    @Test("A stream that fails after the answer does not change the outcome", arguments: [false, true])
    func answer_streamFails_isKept(isSigned: Bool) throws {
        for code in [RPCError.Code.unavailable, .deadlineExceeded, .internalError, .invalidArgument] {
            let end = try submit(isSigned: isSigned) { throw RPCError(code: code, message: "the test says so") }
            try end.result.get()
            #expect(end.took == .zero && end.stage == .confirmed)
        }
    }

    @Test("A refusal stays a refusal when its stream stays open or fails")
    func refusal_streamStaysOpenOrFails_isKept() throws {
        let clock = world.clock
        node.change { $0.submission = .refuse(.denied, "the test says so") }
        let refused = SubmitIntentError.denied(reasons: ["the test says so"])
        let open = try submit { try await clock.sleep(for: .seconds(86_400)) }
        #expect(throws: refused) { try open.result.get() }
        #expect(open.took == SubmissionBound.streamEndTimeMax && open.stage == .actionsSent)
        let failed = try submit { throw RPCError(code: .unavailable, message: "the test says so") }
        #expect(throws: refused) { try failed.result.get() }
        #expect(failed.took == .zero)
    }

    @Test("Cancelling a call that has its answer ends the wait, and the answer is kept")
    func cancel_afterAnswer_keepsAnswer() throws {
        let clock = world.clock
        node.change { $0.afterAnswer = { try await clock.sleep(for: .seconds(86_400)) } }
        let intent = try intent(isSigned: true)
        let half = SubmissionBound.streamEndTimeMax / 2
        let end = try world.run {
            let call = world.environment.tasks.start { await outcome(of: intent) }
            try await clock.sleep(for: half)
            call.cancel()
            return try await call.value
        }
        try end.result.get()
        #expect(end.took == half && end.stage == .confirmed)
    }
}
