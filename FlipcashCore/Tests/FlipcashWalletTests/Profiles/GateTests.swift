import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashWallet

/// An outdated build, or an account that the service no longer manages, cannot run any money command (client
/// specification §2.5).
@Suite struct GateTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode
    private let a: TestWallet
    private let b: TestWallet

    init() {
        node = ScriptedNode(clock: world.clock)
        a = TestWallet("a", node: node, world: world)
        b = TestWallet("b", node: node, world: world)
    }

    /// The session's methods that move money, by name.
    private static let commands = [
        "prepare", "prepare all", "create link", "receive link", "cancel link", "grab", "show a bill",
    ]

    private func perform(_ command: String, _ session: Session, pin: VerifiedState) async throws {
        let amount = try ExchangedFiat.computeFromQuarks(
            quarks: 1_000_000, mint: .usdf, rate: pin.rate, supplyFromBonding: nil)
        let data = PinnedExchangeData(amount: amount, state: pin)
        let words = TestWallet.account("link").mnemonic
        switch command {
        case "prepare": _ = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
        case "prepare all": _ = try await session.prepareMaximum(currency: .usd, mint: .usdf)
        case "create link": _ = try await session.createCashLink(exchangedFiat: data)
        case "receive link": _ = try await session.receiveCashLink(words)
        case "cancel link": try await session.cancelCashLink(vault: node.vault(of: words.key().publicKey))
        case "grab": _ = try await session.receiveCash(session.makePayload(for: .usd("1")))
        default: _ = try await session.showCashBill(data).run()
        }
    }

    /// Returns a session of an existing account in a process that has sent no requests yet, and a pin.
    private func freshSession() async throws -> (Session, VerifiedState) {
        let first = try await a.open("a", quarks: 25_000_000, node: node)
        let pin = try await first.pin(currency: .usd, mint: .usdf)
        let session = try await b.authenticator.completeLogin(
            with: TestWallet.account("a"), userID: first.userID
        ).session
        return (session, pin)
    }

    @Test("A build below the minimum can run no money command", arguments: commands)
    func moneyCommand_oldBuild_isRefused(_ command: String) throws {
        try world.run {
            let (session, pin) = try await freshSession()
            node.change { $0.minBuild = 101 }
            let failure = await report { try await perform(command, session, pin: pin) }
            #expect(failure?.kind == .unusableHere && failure?.code == .upgrade)
            #expect(node.read { $0.submitted.count } == 1)
            #expect(node.read { $0.voided.isEmpty && $0.messages.isEmpty })
        }
    }

    @Test("An account that is no longer managed can run no money command", arguments: commands)
    func moneyCommand_unlockedAccount_isRefused(_ command: String) throws {
        try world.run {
            let (session, pin) = try await freshSession()
            node.change { $0.managementState = .unlocked }
            let failure = await report { try await perform(command, session, pin: pin) }
            #expect(failure?.kind == .unusableHere && failure?.code == .forceLogout)
            #expect(failure?.message.contains("Withdraw its money with another tool") == true)
            #expect(node.read { $0.submitted.count } == 1)
            #expect(node.read { $0.voided.isEmpty && $0.messages.isEmpty })
        }
    }

    @Test("A failed request neither closes nor opens a gate")
    func gates_noAnswer_areLeftAsTheyWere() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            try await session.passGates()
            node.change { $0.isDown = true }
            await session.refreshGates()
            try session.checkGates()
            node.change { state in
                state.isDown = false
                state.minBuild = 101
            }
            await session.refreshGates()
            node.change { $0.isDown = true }
            await session.refreshGates()
            #expect(throws: SessionError.upgradeRequired(minBuild: 101)) { try session.checkGates() }
            // The service may lower its minimum build. An account that is no longer managed stays locked.
            node.change { state in
                state.isDown = false
                state.minBuild = 100
                state.managementState = .unlocking
            }
            await session.refreshGates()
            node.change { $0.managementState = .locked }
            await session.refreshGates()
            #expect(throws: SessionError.forceLogout) { try session.checkGates() }
        }
    }

    @Test("A process checks the gates once before its money commands")
    func passGates_again_asksNobody() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            try await session.passGates()
            let calls = node.read { $0.calls.count }
            try await session.passGates()
            #expect(node.read { $0.calls.count } == calls)
        }
    }

    @Test("A waiting bill is withdrawn within half a minute after a gate closes, and no money moves")
    func bill_gateCloses_isWithdrawn() throws {
        try world.run {
            let session = try await a.open("a", quarks: 25_000_000, node: node)
            let bill = try session.showCashBill(
                try await session.prepareSubmission(amount: .usd("5"), mint: .usdf))
            let states = bill.states()
            let start = world.clock.uptime()
            let watcher = world.environment.tasks.spawn {
                for await state in states where state == .advertised {
                    try? await world.clock.sleep(for: .seconds(65))
                    node.change { $0.minBuild = 101 }
                }
            }
            await #expect(throws: SendCashFailure.session(.upgradeRequired(minBuild: 101))) { try await bill.run() }
            await watcher.wait()
            let lasted = world.clock.uptime() - start
            #expect(lasted >= .seconds(65) && lasted <= .seconds(96))
            #expect(bill.state == .failed && node.read { $0.intents[bill.id] == nil })
        }
    }

    private func report(_ body: () async throws -> Void) async -> FailureReport? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? any WalletFailure)?.report
        }
    }
}
