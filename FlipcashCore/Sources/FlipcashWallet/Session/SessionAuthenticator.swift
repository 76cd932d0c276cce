public import FlipcashCore
public import Observation
import Synchronization

/// Logs accounts in and out (client specification §2.3).
///
/// Asynchronous methods do not block Swift's default executor: they reach files in `performBlocking` of the container's
/// `environment.tasks`.
public final class SessionAuthenticator: Sendable {
    /// The login state.
    public enum State: Sendable {
        /// No account is logged in.
        case loggedOut
        /// The key store has not been read yet.
        case migrating
        /// Registration waits for an external step; no current service needs one.
        case pending
        /// The owner is logged in.
        case loggedIn(SessionContainer)
    }

    private let container: Container
    private let stored = Mutex(State.migrating)
    private let registrar = ObservationRegistrar()
    private let lock = AsyncLock()

    /// Creates an authenticator for `container`'s profile; it is logged out until ``restore(selector:)``.
    public init(container: Container) { self.container = container }

    /// The current login state.
    public var state: State {
        registrar.access(self, keyPath: \.state)
        return stored.withLock { $0 }
    }

    /// The current session; nil if no account is logged in.
    public var session: SessionContainer? {
        if case .loggedIn(let session) = state { session } else { nil }
    }

    /// - Returns: the previous session, which the caller ends.
    private func move(to state: State) -> SessionContainer? {
        let previous = registrar.withMutation(of: self, keyPath: \.state) {
            stored.withLock { stored in
                defer { stored = state }
                return stored
            }
        }
        if case .loggedIn(let session) = previous { return session } else { return nil }
    }
}

extension SessionAuthenticator: Observable {}

extension SessionAuthenticator {
    /// Logs in the current account without asking a server, if the profile has one and its node is known. Ends the
    /// previous session.
    ///
    /// - Parameter selector: the account to use instead of the current one.
    /// - Returns: nil if the profile has no account to log in.
    /// - Throws: `KeyStoreFailure`, `PinFailure`, `NodeGateFailure`, `DatabaseFailure`.
    public func restore(selector: String? = nil) async throws -> SessionContainer? {
        try await container.environment.tasks.performBlocking { try await loginStored(selector) }
    }

    private func loginStored(_ selector: String?) async throws -> SessionContainer? {
        let manager = container.accountManager
        let summary: AccountSummary?
        if let selector { summary = try manager.account(matching: selector) } else { summary = try manager.current() }
        guard let summary, let userID = summary.userID else {
            await leave()
            return nil
        }
        let account = try manager.keyAccount(for: summary.owner)
        // Best effort: the last-used time does not affect the login.
        try? manager.noteUse(of: summary)
        return try await completeLogin(with: account, userID: userID)
    }

    /// Runs `body` alone, and where it may block: it reads and writes words and files.
    private func changeAccounts<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await container.environment.tasks.performBlocking { try await lock.withLock(body) }
    }

    /// Registers or logs in an owner, then opens its first account. Stores nothing. The order matters: the payments
    /// service accepts only owners that the core API knows.
    ///
    /// - Throws: `AuthenticationFailure`, `PinFailure`, `NodeGateFailure`.
    public func initialize(using account: KeyAccount, isRegistration: Bool) async throws -> UserID {
        let node = try await container.nodeGate.verify()
        let userID = try await userID(of: account, isRegistration: isRegistration)
        let cluster = AccountCluster(
            authority: account.ownerKey, mint: node.coreMint, timeAuthority: node.coreVMAuthority)
        do throws(SubmitIntentError) {
            try await container.client.openAccount(cluster)
        } catch {
            // Another process may have opened the same account first.
            guard case .staleState = error else { throw AuthenticationFailure.openAccount(error) }
        }
        return userID
    }

    /// Opens the owner's store and makes the owner the logged-in one. Asks the server only for its identity. Ends the
    /// previous session: dismisses its bill and stops its poller and stream.
    ///
    /// - Throws: `PinFailure`, `NodeGateFailure`, `DatabaseFailure`.
    @discardableResult
    public func completeLogin(
        with account: KeyAccount, userID: UserID, keepsNothing: Bool = false
    ) async throws -> SessionContainer {
        let node: PinnedNode
        if let pinned = container.nodeGate.pinned {
            node = pinned
        } else {
            node = try await container.nodeGate.verify()
        }
        let session = try await container.environment.tasks.performBlocking {
            let opened = try SessionContainer(
                account: account, userID: userID, node: node, container: container, keepsNothing: keepsNothing)
            if !keepsNothing { container.preferences.wasLoggedIn = true }
            return opened
        }
        if let previous = move(to: .loggedIn(session)) { await end(previous) }
        return session
    }

    /// Creates an account. Its words are durable before it is registered, and are used again if an earlier attempt was
    /// interrupted (client specification §3.1).
    ///
    /// - Parameters:
    ///   - account: the words to register; by default those of an interrupted registration, else new ones.
    ///   - label: the user's name for the account; nil for no name.
    ///   - isFirstUse: whether the program creates the account on its own initiative, on the user's own node.
    /// - Throws: `KeyStoreFailure`, `AuthenticationFailure`, `PinFailure`, `NodeGateFailure`, `DatabaseFailure`.
    public func createAccount(
        _ account: KeyAccount? = nil, label: String? = nil, isFirstUse: Bool = false
    ) async throws -> SessionContainer {
        try await changeAccounts {
            let manager = self.container.accountManager
            let chosen: KeyAccount
            if let account {
                chosen = account
            } else {
                chosen = try manager.pendingAccount() ?? KeyAccount.generate(using: self.container.environment.random)
            }
            try manager.addPending(chosen, isFirstUse: isFirstUse)
            let userID = try await self.initialize(using: chosen, isRegistration: true)
            try manager.complete(chosen, userID: userID, label: label)
            return try await self.begin(chosen, userID)
        }
    }

    /// Logs in with the words of an existing account.
    ///
    /// - Parameters:
    ///   - account: the account's words.
    ///   - label: the user's name for the account; nil for no name.
    ///   - createsIfMissing: whether to register the owner if no user has this key.
    /// - Throws: `AuthenticationFailure.unknownOwner` when no user has this key, and as `createAccount`.
    public func login(
        _ account: KeyAccount, label: String? = nil, createsIfMissing: Bool = false
    ) async throws -> SessionContainer {
        try await changeAccounts {
            let userID: UserID
            do {
                userID = try await self.initialize(using: account, isRegistration: false)
            } catch let failure as AuthenticationFailure where failure == .unknownOwner && createsIfMissing {
                try self.container.accountManager.addPending(account, isFirstUse: false)
                userID = try await self.initialize(using: account, isRegistration: true)
            }
            try self.container.accountManager.complete(account, userID: userID, label: label)
            return try await self.begin(account, userID)
        }
    }

    /// Uses words in this process only. Stores neither the words nor any data fetched with them.
    ///
    /// - Throws: as `login`.
    public func useOnce(_ account: KeyAccount) async throws -> SessionContainer {
        let userID = try await initialize(using: account, isRegistration: false)
        return try await completeLogin(with: account, userID: userID, keepsNothing: true)
    }

    /// Logs out: leaves no account current, dismisses the bill and ends the session. Words, account list and store
    /// stay.
    ///
    /// - Throws: `KeyStoreFailure`; `CancellationError` if cancelled while a login runs. The session continues then.
    public func logout() async throws {
        try await changeAccounts {
            try self.container.accountManager.logout()
            self.container.preferences.storedTokenMint = nil
            self.container.preferences.wasLoggedIn = false
            await self.leave()
        }
    }

    /// Sets the state to logged out and ends the previous session.
    private func leave() async {
        if let previous = move(to: .loggedOut) { await end(previous) }
    }

    /// Dismisses a session's bill and stops its background work.
    private func end(_ session: SessionContainer) async {
        session.session.dismissCashBill(style: .cancelled)
        await session.session.stop()
        await session.ratesController.clear()
    }

    /// Logs the current owner out and another one in. If the logout fails, the current owner stays logged in. If the
    /// login fails, no account is logged in.
    ///
    /// - Throws: as `logout` and `login`.
    public func switchAccount(to account: KeyAccount) async throws -> SessionContainer {
        try await logout()
        // Lets the old owner's streams end before the new one's begin.
        try await container.environment.clock.sleep(for: .seconds(1))
        return try await login(account)
    }

    /// Completes a login that the user asked for, and sends the settings to the core API.
    private func begin(_ account: KeyAccount, _ userID: UserID) async throws -> SessionContainer {
        let container = try await completeLogin(with: account, userID: userID)
        await container.session.updateSettings()
        return container
    }

    private func userID(of account: KeyAccount, isRegistration: Bool) async throws -> UserID {
        if isRegistration {
            do throws(RegisterError) {
                return try await container.flipClient.register(owner: account.ownerKey)
            } catch {
                throw AuthenticationFailure.register(error)
            }
        }
        do throws(LoginError) {
            return try await container.flipClient.login(owner: account.ownerKey)
        } catch {
            throw error == .denied ? AuthenticationFailure.unknownOwner : AuthenticationFailure.login(error)
        }
    }
}

/// Why a registration or login failed. No account has become usable.
public enum AuthenticationFailure: WalletFailure, Equatable {
    /// No account on this service belongs to these words.
    case unknownOwner
    /// The core API did not register the owner.
    case register(RegisterError)
    /// The core API did not log the owner in.
    case login(LoginError)
    /// The payments service did not open the owner's first account.
    case openAccount(SubmitIntentError)

    /// Says which step failed. Network errors are retryable.
    public var report: FailureReport {
        switch self {
        case .unknownOwner:
            FailureReport(
                .unknownAccount, .notFound,
                "No account on this service belongs to these words. Check them, or create an account.")
        case .register(.rpc(let failure)): failure.walletReport(doing: "register", changes: true)
        case .register(.invalidSignature), .register(.denied), .register(.malformed):
            FailureReport(.refused, .refused, "Failed to register: the service refused. Ask its operator why.")
        case .login(.rpc(let failure)): failure.walletReport(doing: "log in")
        case .login(.invalidTimestamp):
            FailureReport(
                .refused, .refused,
                "Failed to log in: this machine's clock is more than two minutes off. Set it and try again.")
        case .login(.denied), .login(.malformed):
            FailureReport(.refused, .refused, "Failed to log in: the service refused. Ask its operator why.")
        case .openAccount(.rpc(let failure)): failure.walletReport(doing: "open the account", changes: true)
        case .openAccount(let error): SubmissionFailure.refused(error).report
        }
    }
}
