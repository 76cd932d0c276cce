import FlipcashAPI
import FlipcashTestKit
import Foundation
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashCore
@testable import FlipcashWallet

/// Lost answers, refusals and hostile servers (payment specification §7, §8, §23.1).
@Suite struct SubmissionTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
    }

    /// Creates a link of one dollar while the service behaves as `submission` says.
    private func link(_ submission: ScriptedNode.Submission) throws -> (Result<CashLink, CashLinkFailure>, [LinkRecord])
    {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let data = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            node.change { $0.submission = submission }
            do {
                let link = try await session.createCashLink(exchangedFiat: data)
                return (.success(link), try session.journal.links())
            } catch let failure as CashLinkFailure {
                return (.failure(failure), try session.journal.links())
            }
        }
    }

    @Test("A payment whose answer is lost after the commit is found by its id and succeeds")
    func hangUp_afterCommit_succeeds() throws {
        let (result, records) = try link(.hangUpAfterSignatures(commits: true))
        #expect(try result.get().vault == records.first?.vault)
        #expect(records.first?.state == .open)
    }

    @Test("A payment whose answer is lost without a commit fails only after the server's time is over")
    func hangUp_withoutCommit_waitsForTheBudget() throws {
        let before = world.clock.uptime()
        let (result, records) = try link(.hangUpAfterSignatures(commits: false))
        guard case .failure(.submission(.notSubmitted)) = result else {
            Issue.record("unexpected result")
            return
        }
        #expect(world.clock.uptime() - before >= SubmissionBound.serverBudget)
        #expect(records.first?.state == .failed)
    }

    @Test("A call that ends before the signatures were sent has moved no money")
    func hangUp_beforeParameters_isNotSubmitted() throws {
        let before = world.clock.uptime()
        let (result, _) = try link(.hangUpBeforeParameters)
        guard case .failure(let failure) = result else {
            Issue.record("unexpected success")
            return
        }
        #expect(failure.report.kind == .network)
        #expect(world.clock.uptime() - before < SubmissionBound.serverBudget)
    }

    @Test("If a payment's outcome cannot be found out, the error names its id and the link's secret is kept")
    func outcome_unreachable_isUnknown() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let data = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            let payload = try session.makePayload(for: .usd("1"))
            node.change { $0.submission = .hangUpAfterSignatures(commits: true) }
            let watcher = world.environment.tasks.spawn {
                while node.read({ !$0.calls.contains("submitIntent") || $0.submitted.count < 2 }) { await Task.yield() }
                node.change { $0.isDown = true }
            }
            let id = IntentID(rendezvous: payload.rendezvous.publicKey)
            let failure = await #expect(throws: CashLinkFailure.self) {
                _ = try await session.createCashLink(payload: payload, exchangedFiat: data)
            }
            await watcher.wait()
            let record = try #require(try session.journal.links().first)
            #expect(failure == .unclear(id: id, vault: record.vault) && failure?.leavesMoney == true)
            let report = try #require(failure?.report)
            #expect(report.kind == .outcomeUnknown && report.advice == .listLinks)
            #expect(report.details == ["id": id.base58, "vault": record.vault.base58])
            #expect(record.state == .submitting)
            #expect(try session.cashLinks().first?.state == .unconfirmed)
            // The next start determines the outcome.
            node.change { $0.isDown = false }
            let recovered = try await session.recoverSubmissions()
            #expect(recovered.madeLinks.map(\.vault) == [record.vault])
            #expect(try session.journal.links().first?.state == .open)
            #expect(try await session.recoverSubmissions().isEmpty)
        }
    }

    @Test("A service that is not running is reported as such, and nothing was sent")
    func submit_nobodyListens_neverLeaves() async throws {
        let environment = RuntimeEnvironment.system
        let path = "/tmp/fc-unused-\(UUID().uuidString.prefix(8)).sock"
        let connection = try ServiceConnection(
            endpoint: .unix(path: path), userAgent: UserAgent(version: "1.0.0"), environment: environment)
        let client = Client(connection: connection, environment: environment)
        let key = TestWallet.account("a").ownerKey
        let cluster = AccountCluster(authority: key, mint: .usdf, timeAuthority: .usdc)
        let intent = Intent.openPrimary(id: .generate(using: environment.random), cluster: cluster)
        let progress = SubmissionProgress(clock: environment.clock)
        await #expect(throws: SubmitIntentError.rpc(.unreachable(.refused(path)))) {
            try await client.submitIntent(intent, progress: progress)
        }
        #expect(progress.stage == .notSent && !progress.didLeaveProcess)
        #expect(await connection.isServing() == false)
        await connection.abort()
        let failure = SubmissionFailure.notSubmitted(.rpc(.transportFailure(code: .unavailable)))
        #expect(failure.report.kind == .network && failure.report.isRetryable)
    }

    @Test("A success without signatures is rejected")
    func claimedSuccess_isRefused() throws {
        let (result, _) = try link(.claimSuccess)
        guard case .failure(let failure) = result else {
            Issue.record("unexpected success")
            return
        }
        #expect(failure.report.code == .hostileServer && failure.report.kind == .unexpected)
    }

    @Test("A success is rejected if the server does not know the payment afterwards")
    func falseSuccess_isUnknown() throws {
        node.change { $0.metadataIsHidden = true }
        let (result, records) = try link(.commit)
        guard case .failure(.unclear) = result else {
            Issue.record("unexpected result")
            return
        }
        #expect(records.first?.state == .submitting)
    }

    @Test("Nothing is signed if the parameters do not fit the actions")
    func hostileParameters_signNothing() throws {
        let (result, records) = try link(.parameters([]))
        guard case .failure(.submission(.refused(.serverParameters(.wrongCount(3, 0))))) = result else {
            Issue.record("unexpected result")
            return
        }
        #expect(records.first?.state == .failed)
        #expect(node.read { $0.intents.values.allSatisfy { $0.signatures.isEmpty } })
    }

    @Test(
        "Refusals are reported by their meaning",
        arguments: [
            (
                Ocp_Transaction_V1_SubmitIntentResponse.Error.Code.denied, "dollar value exceeds limit",
                FailureKind.notPossible
            ),
            (.denied, "at least one source account is no longer managed by code", .unusableHere),
            (.denied, "antispam guard denied account creation", .refused),
            (.invalidIntent, "actions[1]: x has insufficient balance to perform action", .notPossible),
            (.invalidIntent, "native amount and quark value mismatch", .rateUnavailable),
            (.staleState, "exchange rate validation failed: exchange rate is stale", .rateUnavailable),
            (.staleState, "race detected: busy", .conflict),
            (.signatureError, "at least one signature is missing", .unexpected),
            (.denied, "too many payments", .refused),
            (.denied, "flipcash does not support the intent type", .refused),
            (.invalidIntent, "destination is not the ata for x", .badInput),
            (.invalidIntent, "destination is not a token account of x mint", .badInput),
            (.invalidIntent, "CREATE_ON_SEND_WITHDRAWAL fee payment is required", .rateUnavailable),
            (
                .invalidIntent, "actions[1]: CREATE_ON_SEND_WITHDRAWAL fee payment amount must be 0.50 USD",
                .rateUnavailable
            ),
            (.invalidIntent, "reserve state is required for launchpad currencies", .refused),
            (.staleState, "destination account has been closed", .refused),
            (.staleState, "reserve state validation failed: reserve state is stale", .rateUnavailable),
            (.staleState, "gift card is expired", .conflict),
        ])
    func refusal_maps(
        code: Ocp_Transaction_V1_SubmitIntentResponse.Error.Code, reason: String, kind: FailureKind
    ) throws {
        let (result, records) = try link(.refuse(code, reason))
        guard case .failure(let failure) = result else {
            Issue.record("unexpected success")
            return
        }
        #expect(failure.report.kind == kind)
        #expect(records.first?.state == .failed)
    }

    @Test("A payment that lost a race is submitted once more, under the same id")
    func race_once_isRepeatedSilently() throws {
        node.change { $0.lostRaces = 1 }
        let (result, records) = try link(.commit)
        #expect(try result.get().vault == records.first?.vault)
        let payments = node.read { $0.submitted.suffix(2) }
        #expect(payments.count == 2 && payments.first?.id == payments.last?.id)
    }

    @Test("A payment that loses a second race is reported, and may be tried again")
    func race_twice_isReported() throws {
        node.change { $0.lostRaces = 3 }
        let (result, records) = try link(.commit)
        guard case .failure(let failure) = result else {
            Issue.record("unexpected success")
            return
        }
        #expect(failure.report.code == .busy && failure.report.isRetryable)
        #expect(records.first?.state == .failed)
        #expect(node.read { $0.lostRaces } == 1)
    }

    @Test("Reports of refusals say what to do, and a bad signature is logged with the hash that the server expects")
    func refusal_texts_sayWhatToDo() {
        let cases: [(SubmitIntentError, String)] = [
            (.denied(reasons: ["too many payments"]), "Try again later"),
            (.denied(reasons: ["antispam guard denied account creation"]), "Finish the registration"),
            (.denied(reasons: ["dollar value exceeds limit"]), "reset daily"),
            (.invalidIntent(reasons: ["destination is not the ata for x"]), "cannot receive this currency"),
            (.invalidIntent(reasons: ["CREATE_ON_SEND_WITHDRAWAL fee payment is required"]), "start over"),
            (.staleState(reasons: ["race detected: busy"]), "try again"),
        ]
        for (error, text) in cases {
            #expect(SubmissionFailure.refused(error).report.message.contains(text), "\(error)")
        }
        let bad = Ocp_Transaction_V1_SubmitIntentResponse.Error.with {
            $0.code = .signatureError
            $0.errorDetails = [
                .with {
                    $0.invalidSignature.actionID = 1
                    $0.invalidSignature.expectedVixnHash.value = [UInt8](repeating: 0, count: 32)
                }
            ]
        }
        let expected = "invalid signature for action 1, expected over " + String(repeating: "1", count: 32)
        #expect(SubmitIntentError(bad).reasons == [expected])
        #expect(SubmitIntentError(bad).reportingLevel == .error)
    }

    @Test("The link's secret is durable before anything is submitted")
    func createLink_failingJournal_submitsNothing() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let data = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            a.files.failWrites(toPathsEndingIn: ".jsonl")
            let before = node.read { $0.submitted.count }
            await #expect(throws: CashLinkFailure.self) { _ = try await session.createCashLink(exchangedFiat: data) }
            #expect(node.read { $0.submitted.count } == before)
        }
    }

    @Test("A second money command waits, or fails because another one runs")
    func writerLock_excludes() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let lock = try #require(try a.files.tryLock(a.container.folder.writerLock(session.ownerPublicKey)))
            await #expect(throws: WriterLockFailure.heldByAnother) {
                _ = try await session.writerLock.acquire(waits: false)
            }
            let order = OneTimeValue<String>()
            let waiter = world.environment.tasks.spawn {
                _ = try? await session.writerLock.acquire(waits: true)
                order.set("waiter")
            }
            try await world.clock.sleep(for: .seconds(1))
            order.set("holder")
            withExtendedLifetime(lock) {}
            _ = consume lock
            await waiter.wait()
            #expect(order.value == "holder")
        }
    }
}
