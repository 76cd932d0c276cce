import FlipcashCore
import Synchronization

/// What a process has learnt about the two things that close a wallet (client specification §2.5).
struct Gates: Hashable, Sendable {
    /// The least build that the service serves; 0 for any.
    var minBuild: UInt32 = 0
    /// Whether the flags have come.
    var hasFlags = false
    /// Whether the accounts have been looked at.
    var hasSeenAccounts = false
}

extension Session {
    /// How often a waiting command looks at the gates again.
    public static let gateInterval: Duration = .seconds(30)

    /// What comes before every money command: the node is the pinned one, and neither this build nor this account is
    /// locked out. The service is asked until it has answered once in a process; what it does not answer closes
    /// nothing.
    ///
    /// - Throws: `PinFailure`, `NodeGateFailure`, `SessionError.upgradeRequired`, `SessionError.forceLogout`.
    func passGates() async throws {
        try await nodeGate.verify()
        let (asksForFlags, asksForAccounts) = values.withLock { values in
            (!values.gates.hasFlags, !values.gates.hasSeenAccounts)
        }
        async let flags = asksForFlags ? try? flipClient.fetchUserFlags(userID: userID, owner: owner) : nil
        if asksForAccounts { await lookAtAccounts() }
        if let flags = await flags { keep(flags) }
        try checkGates()
    }

    /// Keeps looking every 30 seconds while a command waits, and comes back only by throwing.
    ///
    /// - Throws: `SessionError.upgradeRequired`, `SessionError.forceLogout`, `CancellationError`.
    func watchGates() async throws {
        while true {
            try await environment.clock.sleep(for: Self.gateInterval)
            await refreshGates()
            try checkGates()
        }
    }

    /// Asks both questions again; what is not answered stays as it was.
    func refreshGates() async {
        if let flags = try? await flipClient.fetchUnauthenticatedUserFlags() { noteMinimumBuild(of: flags) }
        await lookAtAccounts()
    }

    /// Checks that this build and this account may still be used, as far as is known here.
    ///
    /// - Throws: `SessionError.upgradeRequired`, `SessionError.forceLogout`.
    public func checkGates() throws(SessionError) {
        let minBuild = values.withLock { $0.gates.minBuild }
        guard UserFlags.allows(build: options.build, minBuild: minBuild) else {
            throw .upgradeRequired(minBuild: minBuild)
        }
        if requiresForceLogout { throw .forceLogout }
    }

    /// A primary account that the service no longer manages closes this wallet, until the process ends.
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
