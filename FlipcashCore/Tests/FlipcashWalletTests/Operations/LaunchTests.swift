import FlipcashAPI
import FlipcashTestKit
import GRPCCore
import Synchronization
import Testing

@testable import FlipcashCore
@testable import FlipcashWallet

/// Creating a currency (payment specification §17).
@Suite struct LaunchTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
    }

    private func draft(_ name: String = "New Coin") -> LaunchDraft {
        LaunchDraft(name: name, description: "A coin.", billColors: ["#19191A"])
    }

    @Test("A launch costs purchase and fee, and leaves the first tokens in the wallet")
    func launch_buysTheFirstTokens() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let payment = try await session.prepareLaunch(source: .usdf)
            #expect(payment.funding.amount.quarks == 20_000_000 && payment.fee.quarks == 10_000_000)
            let launch = try await session.moderate(draft())
            let (mint, outcome) = try await session.launch(launch, payment: payment)
            #expect(outcome.isDone)
            #expect(session.balance(for: .usdf)?.quarks == 5_000_000)
            #expect(session.balance(for: mint)?.quarks == payment.quote.received.quarks)
            #expect(try session.journal.launches().first?.state == .done)
        }
    }

    @Test("If the first purchase fails, a second attempt buys with the same mint and creates nothing")
    func launch_purchaseFailed_isResumed() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let payment = try await session.prepareLaunch(source: .usdf)
            let launch = try await session.moderate(draft())
            node.change { $0.market.script = .refuse(.denied, "rate limited") }
            do {
                _ = try await session.launch(launch, payment: payment)
                Issue.record("the purchase went through")
            } catch let failure as SwapFailure {
                #expect(failure.report.advice == .resumeLaunch("New Coin"))
            }
            let mint = try #require(try session.unboughtLaunches().first?.mint)
            node.change { $0.market.script = .honest }
            let again = try await session.launch(launch, payment: payment)
            #expect(again.mint == mint && again.outcome.isDone)
            #expect(node.read { $0.market.launchCount } == 1)
            await #expect(throws: SwapFailure.noLaunch("New Coin")) {
                _ = try await session.resumeLaunch("New Coin", payment: payment)
            }
        }
    }

    @Test("After a crash the purchase can be made by name, whatever its case")
    func resumeLaunch_afterRestart_buys() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let mint = node.addCurrency("New Coin", supply: 0, isReserved: true)
            try session.journal.append(
                .launch(
                    LaunchRecord(
                        name: "New Coin", mint: mint, created: world.clock.now(), state: .created,
                        node: session.node.coreVMAuthority)))
            let payment = try await session.prepareLaunch(source: .usdf)
            let result = try await session.resumeLaunch("new  coin", payment: payment)
            #expect(result.mint == mint && result.outcome.isDone)
        }
    }

    /// Creates a currency, agrees on its first purchase, and stops before the payment.
    private func leaveUnpaid(_ session: Session, _ payment: LaunchPayment) async throws -> SwapID {
        let launch = try await session.moderate(draft())
        let node = node
        node.change { $0.market.onStored = { node.change { $0.submission = .hangUpBeforeParameters } } }
        await #expect(throws: SwapFailure.self) { _ = try await session.launch(launch, payment: payment) }
        node.change { state in
            state.market.onStored = nil
            state.submission = .commit
        }
        return try #require(node.read { $0.market.swaps.keys.first })
    }

    @Test("A first purchase that was agreed on and not paid has the figures of its launch, and can be paid")
    func preparePayment_unpaidLaunch_hasItsFigures() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let payment = try await session.prepareLaunch(source: .usdf)
            let id = try await leaveUnpaid(session, payment)
            let figures = try await session.preparePayment(of: id, currency: .usd)
            #expect(figures.kind == .launch && figures.funding.amount.quarks == 20_000_000)
            #expect(figures.fee.quarks == 10_000_000 && figures.net == .usd("10"))
            #expect(figures.quote.received.quarks == payment.quote.received.quarks)
            #expect(try session.unboughtLaunches().count == 1)
            #expect(try await session.paySwap(id, payment: figures).isDone)
            #expect(session.balance(for: .usdf)?.quarks == 5_000_000)
            #expect(try session.unboughtLaunches().isEmpty && session.journal.launches().first?.state == .done)
        }
    }

    @Test("A currency that the service has given up is not bought: resuming says so, and launching creates it anew")
    func launch_lapsed_isCreatedAnew() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let payment = try await session.prepareLaunch(source: .usdf)
            _ = try await leaveUnpaid(session, payment)
            // Not paid in time, so the service cancels the swap and frees the name.
            node.change { state in
                state.market.swaps.removeAll()
                state.market.currencies.removeAll()
            }
            await #expect(throws: SwapFailure.launchLapsed(name: "New Coin")) {
                _ = try await session.resumeLaunch("new coin", payment: payment)
            }
            #expect(try session.unboughtLaunches().isEmpty)
            let launch = try await session.moderate(draft())
            #expect(try await session.launch(launch, payment: payment).outcome.isDone)
            #expect(node.read { $0.market.launchCount } == 2)
            #expect(session.balance(for: .usdf)?.quarks == 5_000_000)
        }
    }

    /// Creates a currency whose first purchase failed without a return of its money, so that the service gave it up.
    private func leaveStuck(_ session: Session, _ payment: LaunchPayment) async throws -> SwapID {
        let id = try await leaveUnpaid(session, payment)
        let purchase = try #require(try session.journal.swaps().first { $0.swap == id })
        try session.journal.append(.swap(purchase.with(.stuck)))
        node.change { state in
            state.market.swaps.removeAll()
            state.market.currencies.removeAll()
        }
        return id
    }

    @Test("If the money of the first purchase could not be returned, no report says that none was spent")
    func resumeLaunch_stuckPurchase_saysSo() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let payment = try await session.prepareLaunch(source: .usdf)
            let id = try await leaveStuck(session, payment)
            await #expect(throws: SwapFailure.stuck(id)) {
                _ = try await session.resumeLaunch("New Coin", payment: payment)
            }
            #expect(try session.unboughtLaunches().isEmpty)
        }
    }

    @Test("If the money of the first purchase could not be returned, launching the name again says so before it pays")
    func launch_stuckPurchase_saysSoOnce() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let payment = try await session.prepareLaunch(source: .usdf)
            let id = try await leaveStuck(session, payment)
            let launch = try await session.moderate(draft())
            await #expect(throws: SwapFailure.stuck(id)) {
                _ = try await session.launch(launch, payment: payment)
            }
            #expect(node.read { $0.market.launchCount } == 1)
            #expect(try await session.launch(launch, payment: payment).outcome.isDone)
            #expect(node.read { $0.market.launchCount } == 2)
        }
    }

    @Test("Without a detour over resuming, launching a name that lapsed creates the currency anew, too")
    func launch_lapsedUnnoticed_isCreatedAnew() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let payment = try await session.prepareLaunch(source: .usdf)
            _ = try await leaveUnpaid(session, payment)
            node.change { state in
                state.market.swaps.removeAll()
                state.market.currencies.removeAll()
            }
            let launch = try await session.moderate(draft())
            #expect(try await session.launch(launch, payment: payment).outcome.isDone)
            #expect(node.read { $0.market.launchCount } == 2)
            #expect(try session.journal.launches().map(\.state) == [.done])
        }
    }

    @Test("A report about a currency that was given up says that its name is free, and how to create it")
    func report_launchLapsed_saysWhatToDo() {
        let report = SwapFailure.launchLapsed(name: "New Coin").report
        #expect(report.code == .launchFailed && report.kind == .refused && !report.isRetryable)
        #expect(report.message.contains("No money was spent") && report.advice == .launchAgain("New Coin"))
    }

    @Test("While a first purchase may be paid, no second one is made")
    func launch_paidAndUnderWay_isNotPaidAgain() throws {
        try world.run {
            let session = try await a.open("a", quarks: 45_000_000, node: node)
            let payment = try await session.prepareLaunch(source: .usdf)
            let launch = try await session.moderate(draft())
            node.change { $0.market.states = [.funding] }
            let (mint, outcome) = try await session.launch(launch, payment: payment)
            #expect(!outcome.isDone && outcome.record.state == .running)
            await #expect(throws: SwapFailure.pending(outcome.record.swap)) {
                _ = try await session.resumeLaunch("New Coin", payment: payment)
            }
            #expect(node.read { $0.market.swaps.count } == 1)
            node.change { $0.market.states = [.funding, .submitting, .finalized] }
            #expect(try await session.followSwap(outcome.record.swap).isDone)
            #expect(try session.unboughtLaunches().isEmpty && session.balance(for: mint) != nil)
        }
    }

    @Test("A name that another currency has is refused, and nothing is paid")
    func launch_nameTaken_isRefused() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            node.addCurrency("New Coin", supply: 1_000_000)
            #expect(try await !session.isNameAvailable("New Coin"))
            let payment = try await session.prepareLaunch(source: .usdf)
            let launch = try await session.moderate(draft())
            await #expect(throws: SwapFailure.launch(.nameExists)) {
                _ = try await session.launch(launch, payment: payment)
            }
            #expect(try session.journal.launches().first?.state == .failed)
            try await session.fetchBalance()
            #expect(session.balance(for: .usdf)?.quarks == 25_000_000)
        }
    }

    @Test("A lost answer leaves the name in the journal, and no second currency of that name is assumed")
    func launch_answerLost_isKept() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let payment = try await session.prepareLaunch(source: .usdf)
            let launch = try await session.moderate(draft())
            node.change { $0.market.losesLaunchAnswers = true }
            let steps = StepLog()
            await #expect(throws: SwapFailure.launchUnknown(name: "New Coin")) {
                _ = try await session.launch(launch, payment: payment) { steps.note($0) }
            }
            #expect(steps.all == [.creating])
            #expect(try session.journal.launches().first?.state == .creating)
            #expect(try session.unboughtLaunches().isEmpty)
            #expect(try await !session.isNameAvailable("New Coin"))
            try await session.fetchBalance()
            #expect(session.balance(for: .usdf)?.quarks == 25_000_000)
        }
    }

    @Test("Once the name may be taken, no report says that nothing was submitted, and none invites to a repetition")
    func report_nameMayBeTaken_saysSo() {
        let unknown = SwapFailure.launchUnknown(name: "New Coin").report
        #expect(unknown.kind == .outcomeUnknown && unknown.advice == .checkName("New Coin"))
        #expect(unknown.message.contains("may be taken") && unknown.details == ["name": "New Coin"])
        let stopped = SwapFailure.notBought(name: "New Coin", .service(.cancelled)).report
        #expect(stopped.kind == .declined && stopped.advice == .resumeLaunch("New Coin"))
        let unreachable: [SwapFailure] = [
            .service(.transportFailure(code: .unavailable)), .notStarted(.rpc(.transportFailure(code: .unavailable))),
        ]
        let reports = unreachable.map { SwapFailure.notBought(name: "New Coin", $0).report }
        for report in reports {
            #expect(report.kind == .outcomeUnknown && report.advice == .resumeLaunch("New Coin"))
        }
        for report in reports + [unknown, stopped] {
            #expect(!report.message.lowercased().contains("nothing was submitted") && !report.isRetryable)
        }
        for report in reports + [stopped] { #expect(report.message.contains("reserved for you")) }
    }

    @Test("Only the service's own refusal says that no currency was created")
    func leavesCreationOpen_eachFailure_isDecided() {
        let refusals: [CurrencyLaunchError] = [
            .denied, .nameExists, .invalidIcon, .notFound, .notAttested,
            .rpc(.rejected(code: .invalidArgument, reason: "")),
        ]
        let open: [CurrencyLaunchError] = [
            .malformed, .rpc(.cancelled), .rpc(.transportFailure(code: .deadlineExceeded)),
            .rpc(.unreachable(.refused("x"))), .rpc(.unknown(code: .internalError, reason: "")),
        ]
        #expect(refusals.allSatisfy { !$0.leavesCreationOpen } && open.allSatisfy(\.leavesCreationOpen))
    }

    @Test("A launch that is stopped when its currency exists says so, and its purchase can be made later")
    func launch_stoppedAfterCreation_isNotBought() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let payment = try await session.prepareLaunch(source: .usdf)
            let launch = try await session.moderate(draft())
            await withTaskGroup(of: Void.self) { group in
                // A task of its own, because the rest of the test goes on.
                group.addTask {
                    await #expect(throws: SwapFailure.notBought(name: "New Coin", .service(.cancelled))) {
                        _ = try await session.launch(launch, payment: payment) { step in
                            if case .created = step { withUnsafeCurrentTask { $0?.cancel() } }
                        }
                    }
                }
            }
            #expect(node.read { $0.market.swaps.isEmpty && $0.market.launchCount == 1 })
            #expect(try await session.resumeLaunch("New Coin", payment: payment).outcome.isDone)
        }
    }

    @Test("What the service does not allow, or vouches for with other content, is not launched")
    func moderate_refused_throws() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            await #expect(throws: SwapFailure.moderation(.name, .flagged(.spam))) {
                _ = try await session.moderate(draft("a bad name"))
            }
            var (withSymbol, withText, withIcon) = (draft(), draft(), draft())
            withSymbol.symbol = "bad"
            await #expect(throws: SwapFailure.moderation(.symbol, .flagged(.spam))) {
                _ = try await session.moderate(withSymbol)
            }
            withText.description = "a bad text"
            await #expect(throws: SwapFailure.moderation(.description, .flagged(.spam))) {
                _ = try await session.moderate(withText)
            }
            withIcon.icon = [1, 2, 3]
            await #expect(throws: SwapFailure.moderation(.icon, .malformed)) {
                _ = try await session.moderate(withIcon)
            }
        }
    }

    @Test(
        "A refusal of content names the part and has the part's code",
        arguments: [
            (CurrencyContent.name, MessageCode.nameDenied, MessageCode.nameUnchecked),
            (.symbol, .textDenied, .textUnchecked), (.description, .textDenied, .textUnchecked),
            (.icon, .imageDenied, .imageFormat),
        ])
    func report_moderation_namesThePart(content: CurrencyContent, denied: MessageCode, unchecked: MessageCode) {
        let refused = SwapFailure.moderation(content, .flagged(.impersonation)).report
        #expect(refused.code == denied && refused.kind == .refused && refused.message.contains(content.rawValue))
        #expect(refused.details["category"] == "impersonation" && refused.details["content"] == content.rawValue)
        let unsupported = SwapFailure.moderation(content, .unsupported).report
        #expect(unsupported.code == unchecked && unsupported.message.contains(content.rawValue))
    }

    @Test("A balance below purchase and fee is refused before anything is created")
    func prepareLaunch_short_isRefused() throws {
        try world.run {
            let session = try await a.open("a", quarks: 19_999_999, node: node)
            await #expect(throws: SwapFailure.self) { _ = try await session.prepareLaunch(source: .usdf) }
            #expect(!node.read { $0.calls.contains("launch") })
        }
    }

    @Test("Content that was changed after its check is not sent")
    func launch_changedAfterCheck_isRefused() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let checked = try await session.moderate(draft())
            let payment = try await session.prepareLaunch(source: .usdf)
            let changed = CurrencyLaunch(name: "Other Coin", nameAttestation: checked.nameAttestation)
            await #expect(throws: SwapFailure.launch(.notAttested)) {
                _ = try await session.launch(changed, payment: payment)
            }
            #expect(!node.read { $0.calls.contains("launch") })
        }
    }
}

/// The steps of a trade, in order, each repeated step once.
final class StepLog: Sendable {
    private let steps = Mutex<[SwapProgress]>([])

    var all: [SwapProgress] { steps.withLock { $0 } }

    func note(_ step: SwapProgress) {
        steps.withLock { if $0.last != step { $0.append(step) } }
    }
}
