import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashWallet

@Suite struct AuthenticatorTests {
    private let world = SimulatedWorld()
    private let node: ScriptedNode

    init() { node = ScriptedNode(clock: world.clock) }

    @Test("The node is verified first, then the owner registered, its account opened and the settings sent")
    func createAccount_callsInOrder() throws {
        try world.run {
            let wallet = TestWallet("a", node: node, world: world)
            let container = try await wallet.authenticator.createAccount()
            #expect(node.read { $0.calls } == ["getMints", "register", "submitIntent", "updateSettings"])
            #expect(wallet.authenticator.session?.userID == container.userID)
            #expect(container.historyController === container.session.history)
        }
    }

    @Test("Words survive an interrupted registration, and are used again")
    func createAccount_cutOff_reusesTheWords() throws {
        try world.run {
            let wallet = TestWallet("a", node: node, world: world)
            try await wallet.container.nodeGate.verify()
            node.change { $0.isDown = true }
            await #expect(throws: AuthenticationFailure.self) {
                _ = try await wallet.authenticator.createAccount()
            }
            let pending = try #require(try wallet.container.accountManager.pendingAccount())
            #expect(try wallet.container.accountManager.accounts().isEmpty)
            node.change { $0.isDown = false }
            let session = try await wallet.authenticator.createAccount()
            #expect(session.account.owner == pending.owner)
        }
    }

    @Test("Unknown words are refused, not registered")
    func login_unknownOwner_isRefused() throws {
        try world.run {
            let wallet = TestWallet("a", node: node, world: world)
            await #expect(throws: AuthenticationFailure.unknownOwner) {
                _ = try await wallet.authenticator.useOnce(TestWallet.account("x"))
            }
            let accounts = try wallet.container.accountManager.accounts()
            #expect(node.read { $0.users.isEmpty } && accounts.isEmpty)
            #expect(AuthenticationFailure.unknownOwner.report.kind == .notFound)
        }
    }

    @Test("Nothing is signed for a node other than the pinned one")
    func login_otherNode_signsNothing() throws {
        try world.run {
            let other = ScriptedNode(clock: world.clock, seed: 8)
            let wallet = TestWallet("a", node: node, world: world, pinned: other.node)
            await #expect(throws: PinFailure.self) { _ = try await wallet.authenticator.createAccount() }
            #expect(node.read { $0.calls } == ["getMints"])
        }
    }

    @Test("The first node is pinned, and another node is refused later")
    func nodeGate_pinsOnFirstUse() throws {
        try world.run {
            let wallet = TestWallet("a", node: node, world: world)
            let pinned = try await wallet.container.nodeGate.verify()
            #expect(pinned == node.node)
            let store = SettingsStore(layout: FolderLayout(root: "/a"), files: wallet.files)
            #expect(try store.settings(for: .default).pinnedNode == node.node)
            node.change { $0.vmAuthority = .usdc }
            let second = NodeGate(client: wallet.container.client, pinned: pinned) { $0 }
            await #expect(throws: PinFailure.self) { try await second.verify() }
        }
    }

    @Test("If two programs first connect to different nodes, the second trusts the pinned one and stops")
    func nodeGate_pinnedMeanwhile_isNotReplaced() throws {
        try world.run {
            let other = ScriptedNode(clock: world.clock, seed: 8)
            let wallet = TestWallet("a", node: node, world: world)
            let store = SettingsStore(layout: FolderLayout(root: "/a"), files: wallet.files)
            let gate = NodeGate(client: wallet.container.client, pinned: nil) { met in
                // Another program of the profile pins its node first.
                _ = try store.pin(other.node, in: .default)
                return try store.pin(met, in: .default)
            }
            await #expect(throws: PinFailure.self) { try await gate.verify() }
            let pinned = try store.settings(for: .default).pinnedNode
            #expect(pinned == other.node && gate.pinned == other.node)
        }
    }

    @Test("Logging in again ends the old session: its bill, its poller and its stream")
    func login_whileLoggedIn_endsTheOldSession() throws {
        try world.run {
            let a = TestWallet("a", node: node, world: world)
            let old = try await a.open("a", quarks: 25_000_000, node: node)
            let bill = try old.showCashBill(try await old.prepareSubmission(amount: .usd("1"), mint: .usdf))
            await old.start()
            let new = try await a.authenticator.login(TestWallet.account("b"), createsIfMissing: true).session
            #expect(!old.rates.isStreaming)
            #expect(old.bill == nil)
            await #expect(throws: SendCashFailure.cancelled) { try await bill.run() }
            #expect(a.authenticator.session?.session.ownerPublicKey == new.ownerPublicKey)
            // The old session sends no more requests.
            let calls = node.read { $0.calls.count }
            try await world.clock.sleep(for: Session.pollInterval * 5)
            #expect(node.read { $0.calls.count } == calls)
        }
    }

    @Test("Restoring without a current account ends the previous session")
    func restore_noCurrentAccount_endsTheSession() throws {
        try world.run {
            let wallet = TestWallet("a", node: node, world: world)
            let session = try await wallet.open("a", quarks: 25_000_000, node: node)
            let bill = try session.showCashBill(try await session.prepareSubmission(amount: .usd("1"), mint: .usdf))
            await session.start()
            // Another program of the profile logs out.
            try wallet.container.accountManager.logout()
            let restored = try await wallet.authenticator.restore()
            #expect(restored == nil)
            if case .loggedOut = wallet.authenticator.state {} else { Issue.record("an account is logged in") }
            #expect(session.bill == nil && !session.rates.isStreaming)
            await #expect(throws: SendCashFailure.cancelled) { try await bill.run() }
            let calls = node.read { $0.calls.count }
            try await world.clock.sleep(for: Session.pollInterval * 5)
            #expect(node.read { $0.calls.count } == calls)
        }
    }

    @Test("If a logout cannot be stored, the session and the login state stay")
    func logout_listNotWritable_keepsTheSession() throws {
        try world.run {
            let wallet = TestWallet("a", node: node, world: world)
            let session = try await wallet.open("a", quarks: 25_000_000, node: node)
            let bill = try session.showCashBill(try await session.prepareSubmission(amount: .usd("1"), mint: .usdf))
            wallet.files.failWrites(toPathsEndingIn: "/accounts.json")
            await #expect(throws: KeyStoreFailure.self) { try await wallet.authenticator.logout() }
            #expect(wallet.authenticator.session?.session === session && session.bill === bill)
            #expect(wallet.container.preferences.wasLoggedIn)
            #expect(try wallet.container.accountManager.current()?.owner == session.ownerPublicKey)
            // Log out, because a running session would stay in memory.
            wallet.files.allowWrites()
            try await wallet.authenticator.logout()
        }
    }

    @Test("Logging out ends the session and keeps the words")
    func logout_keepsTheWords() throws {
        try world.run {
            let wallet = TestWallet("a", node: node, world: world)
            _ = try await wallet.authenticator.createAccount()
            try await wallet.authenticator.logout()
            #expect(wallet.authenticator.session == nil)
            #expect(try wallet.container.accountManager.accounts().count == 1)
            #expect(try wallet.container.accountManager.current() == nil)
        }
    }
}
