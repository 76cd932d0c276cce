import FlipcashCore
import Synchronization

/// What the process knows about the two reasons to lock a wallet (client specification §2.5).
struct Gates: Hashable, Sendable {
    /// The lowest build that the service accepts; 0 for any.
    var minBuild: UInt32 = 0
    /// Whether the flags have been fetched.
    var hasFlags = false
    /// Whether the accounts have been checked.
    var hasSeenAccounts = false
}

extension Session {
    /// How often a waiting command checks the gates again.
    public static let gateInterval: Duration = .seconds(30)

    /// Checks, before every money command, that the node is the pinned one and that neither this build nor this account
    /// is locked out.
    ///
    /// Asks the service until it has answered once in this process. A failed request does not lock the wallet.
    ///
    /// - Throws: `PinFailure`, `NodeGateFailure`, `SessionError.upgradeRequired`, `SessionError.forceLogout`.
    func passGates() async throws {
        try await nodeGate.verify()
        let (asksForFlags, asksForAccounts) = values.withLock { values in
            (!values.gates.hasFlags, !values.gates.hasSeenAccounts)
        }
        async let flags = asksForFlags ? try? flipClient.fetchUserFlags(userID: userID, owner: owner) : nil
        if asksForAccounts { await lookAtAccounts() }
        if let flags = await flags { await keep(flags) }
        try checkGates()
    }

    /// Checks the gates every 30 seconds while a command waits; returns only by throwing.
    ///
    /// - Throws: `SessionError.upgradeRequired`, `SessionError.forceLogout`, `CancellationError`.
    func watchGates() async throws {
        while true {
            try await environment.clock.sleep(for: Self.gateInterval)
            await refreshGates()
            try checkGates()
        }
    }

    /// Fetches both answers again, and keeps the old answer where a request fails.
    func refreshGates() async {
        if let flags = try? await flipClient.fetchUnauthenticatedUserFlags() { noteMinimumBuild(of: flags) }
        await lookAtAccounts()
    }

    /// Checks that this build and this account may still be used, without asking the service.
    ///
    /// - Throws: `SessionError.upgradeRequired`, `SessionError.forceLogout`.
    public func checkGates() throws(SessionError) {
        let minBuild = values.withLock { $0.gates.minBuild }
        guard UserFlags.allows(build: options.build, minBuild: minBuild) else {
            throw .upgradeRequired(minBuild: minBuild)
        }
        if requiresForceLogout { throw .forceLogout }
    }

    /// Locks the wallet until the process ends if the service no longer manages a primary account.
    func noteManagement(of primaries: [AccountInfo]) {
        values.withLock { $0.gates.hasSeenAccounts = true }
        guard primaries.contains(where: { $0.managementState != .locked }) else { return }
        change(\.requiresForceLogout, \.requiresForceLogout, to: true)
    }

    func noteMinimumBuild(of flags: UserFlags) {
        values.withLock { $0.gates.minBuild = flags.minBuildNumber }
    }

    private func lookAtAccounts() async {
        guard !requiresForceLogout, let infos = try? await client.fetchAccountInfos(owner: owner) else { return }
        noteManagement(of: infos.filter { $0.kind == .primary })
    }
}
