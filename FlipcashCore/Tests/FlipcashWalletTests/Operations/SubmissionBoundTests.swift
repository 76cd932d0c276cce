import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashWallet

/// Servers that stop answering, and clocks that are set (payment specification §4, §8).
@Suite struct SubmissionBoundTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
    }

    private func link(
        _ submission: ScriptedNode.Submission, onSignatures: (@Sendable () async -> Void)? = nil
    ) throws -> (result: Result<CashLink, CashLinkFailure>, took: Duration) {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let data = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            node.change { state in
                state.submission = submission
                state.onSignatures = onSignatures
            }
            let start = world.clock.uptime()
            do {
                let link = try await session.createCashLink(exchangedFiat: data)
                return (.success(link), world.clock.uptime() - start)
            } catch let failure as CashLinkFailure {
                return (.failure(failure), world.clock.uptime() - start)
            }
        }
    }

    @Test("If a server stops answering after the actions, the call ends and nothing was submitted")
    func silence_afterActions_isNotSubmitted() throws {
        let (result, took) = try link(.silentAfterActions)
        guard case .failure(.submission(.notSubmitted(.rpc(.transportFailure)))) = result else {
            Issue.record("unexpected result \(result)")
            return
        }
        #expect(took >= .seconds(20) && took < .seconds(40))
    }

    @Test("If a server commits and stops answering, the call ends and the payment is found")
    func silence_afterCommit_isFound() throws {
        let (result, took) = try link(.silentAfterSignatures(commits: true))
        #expect(try result.get().amount.quarks == 1_000_000)
        #expect(took < .seconds(40))
    }

    @Test("If a server stops answering without a commit, the call ends and the payment has failed")
    func silence_withoutCommit_fails() throws {
        let (result, took) = try link(.silentAfterSignatures(commits: false))
        guard case .failure(.submission(.notSubmitted)) = result else {
            Issue.record("unexpected result \(result)")
            return
        }
        #expect(took >= SubmissionBound.serverBudget && took < .seconds(60))
    }

    @Test("Setting the machine's clock ahead does not use up the server's time")
    func budget_clockSetAhead_isMeasuredAllTheSame() throws {
        let clock = world.clock
        let (result, took) = try link(.hangUpAfterSignatures(commits: false)) { clock.moveDate(by: .seconds(3_600)) }
        guard case .failure(.submission(.notSubmitted)) = result else {
            Issue.record("unexpected result \(result)")
            return
        }
        #expect(took >= SubmissionBound.serverBudget)
    }
}
