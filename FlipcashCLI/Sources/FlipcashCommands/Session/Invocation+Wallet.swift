import FlipcashCore
import FlipcashNode
import FlipcashWallet

extension Invocation {
    /// Runs `body` with the wallet of this call's account. Creates the account on a first use.
    func withWallet<Result: Sendable>(
        _ body: @Sendable (any WalletAccess) async throws -> Result
    ) async throws -> Result {
        try await withSessionWallet { wallet, _ in try await body(wallet) }
    }

    /// The same with the session itself, and with the connections and keys of this call.
    func withSessionWallet<Result: Sendable>(
        _ body: @Sendable (SessionWallet, Container) async throws -> Result
    ) async throws -> Result {
        let settings = try settings()
        try requireAccount(settings)
        // Checked first, so that a call that cannot succeed starts and creates nothing.
        let currency = try namedCurrency(settings)
        return try await withContainer(settings) { container in
            let session = try await openSession(container, settings)
            if let currency { session.session.rates.overrideBalanceCurrency(currency) }
            let wallet = SessionWallet(
                session: session.session, hosts: try linkHosts(), isOffline: options.isOffline, runtime: runtime,
                locale: try moneyText().locale)
            await mentionRecovered(session.session)
            return try await body(wallet, container)
        }
    }

    /// The account of this call. Creates it on a first use, as commands that open the wallet do.
    ///
    /// - Throws: `CommandFailure`, exit 4, if there is no account and none may be created.
    @discardableResult
    func accountOrFirst() async throws -> AccountSummary {
        if let account = try selectedAccount(accountManager()) { return account }
        try await withSessionWallet { _, _ in }
        let manager = try accountManager()
        guard let account = try selectedAccount(manager) else { throw notLoggedIn(manager) }
        return account
    }

    /// Runs `body` with a service, without any account.
    func withService<Result: Sendable>(
        _ body: @Sendable (AnonymousService) async throws -> Result
    ) async throws -> Result {
        try await withContainer(settings()) { container in
            try await body(AnonymousService(container: container))
        }
    }

    /// Registers an account and makes it current.
    func register(_ account: KeyAccount, label: String?) async throws -> AccountSummary {
        try await withContainer(settings()) { container in
            let session = try await SessionAuthenticator(container: container).createAccount(account, label: label)
            return try container.accountManager.account(matching: session.account.owner.base58)
        }
    }

    /// Logs in with words and makes the account current.
    func login(_ account: KeyAccount, label: String?, createIfMissing: Bool) async throws -> AccountSummary {
        try await withContainer(settings()) { container in
            let session = try await SessionAuthenticator(container: container).login(
                account, label: label, createsIfMissing: createIfMissing)
            return try container.accountManager.account(matching: session.account.owner.base58)
        }
    }

    /// Runs `body` with the connections and files of this call, then closes them.
    func withContainer<Result: Sendable>(
        _ settings: Settings, _ body: @Sendable (Container) async throws -> Result
    ) async throws -> Result {
        let services = try await openServices(settings)
        let container = Container(
            settings: settings, endpoint: try endpoint(settings), layout: try layout, files: files,
            environment: runtime, payments: services.payments, core: services.core, passphrase: passphrase,
            keyStores: .ofThisMachine(environment),
            options: SessionOptions(
                waitsForLock: options.waitsForLock, build: Version.build, locale: languageTag(settings),
                startOfDay: LocalDay.start))
        do {
            let result = try await body(container)
            await services.close()
            return result
        } catch {
            await services.close()
            throw error
        }
    }

    /// The call's locale as a language tag: `de_DE.UTF-8` becomes `de-DE`.
    private func languageTag(_ settings: Settings) -> String {
        let locale = options.locale ?? settings.text(.locale) ?? "en_US"
        return String(locale.prefix { $0 != "." && $0 != "@" }).replacing("_", with: "-")
    }

    /// Whether this is a first use, which creates an account without being asked (client specification §12.2).
    private func isFirstUse(_ manager: AccountManager, _ settings: Settings) throws -> Bool {
        guard try accountSelector() == nil, try endpoint(settings).isOwnNode else { return false }
        return try !manager.hasEverHadAccount()
    }

    /// Fails before any connection is made if there is no account and none may be created.
    private func requireAccount(_ settings: Settings) throws {
        guard options.wordsSource == nil else { return }
        let manager = try accountManager()
        if try selectedAccount(manager) != nil { return }
        guard try isFirstUse(manager, settings), !options.isOffline else { throw notLoggedIn(manager) }
        guard !options.isDryRun else {
            throw CommandFailure(
                "not_logged_in", .locked,
                "There is no account yet, and --dry-run does not create one. Run: flipcash account create")
        }
    }

    private func openSession(_ container: Container, _ settings: Settings) async throws -> SessionContainer {
        let authenticator = SessionAuthenticator(container: container)
        if let brought = try broughtAccount() { return try await authenticator.useOnce(brought) }
        if let session = try await authenticator.restore(selector: accountSelector()) { return session }
        // Two commands may be first at the same time: the second one finds the account of the first.
        let lock = try await firstUseLock(settings)
        defer { withExtendedLifetime(lock) {} }
        if let session = try await authenticator.restore(selector: accountSelector()) { return session }
        guard try isFirstUse(container.accountManager, settings) else {
            throw notLoggedIn(container.accountManager)
        }
        let session = try await authenticator.createAccount(isFirstUse: true)
        printer.note("Created an account on your own node. Show its words with: flipcash account key --reveal")
        return session
    }

    private func firstUseLock(_ settings: Settings) async throws -> HeldLock {
        let folder = try layout.profile(settings)
        try files.makeFolder(folder.path)
        return try await files.awaitLock(folder.path + "/first-use.lock", clock: runtime.clock)
    }

    /// Finds out how payments ended that an earlier command left unfinished, and reports it.
    private func mentionRecovered(_ session: Session) async {
        guard !options.isOffline, let unfinished = try? session.journal.unfinished(), !unfinished.isEmpty,
            let recovered = try? await session.recoverSubmissions()
        else { return }
        func count(_ number: Int, _ noun: String) -> String? {
            number == 0 ? nil : CountText.of(number, noun)
        }
        let done = [
            count(recovered.madeLinks.count, "link"), count(recovered.payments.count, "payment"),
            count(recovered.grabs.count, "scanned bill"),
        ].compactMap { $0 }
        if !done.isEmpty { printer.note("Completed since last time: \(done.joined(separator: ", ")).") }
        for link in recovered.madeLinks { mention(link, of: session) }
        mention(recovered.endedSwaps, open: recovered.openSwaps)
        if let failed = count(recovered.failed.count, "payment") {
            printer.note("\(failed) from an earlier run did not go through. No money moved.")
        }
    }

    /// Mentions swaps that an earlier run did not follow to their end.
    private func mention(_ ended: [SwapRecord], open: [SwapRecord]) {
        for swap in ended {
            let end = SwapState(journal: swap.state).meaning
            printer.note("A swap from an earlier run: \(end). See it with: flipcash swap show \(swap.swap.base58)")
        }
        for swap in open where swap.state == .starting {
            printer.note(
                "A swap from an earlier run was never paid. It will lapse. To pay it: flipcash swap resume "
                    + swap.swap.base58)
        }
    }

    /// Mentions a link that was made although the earlier run could not show it.
    ///
    /// Anyone with the link can take the money, so it goes to a terminal only, not to a log.
    private func mention(_ record: LinkRecord, of session: Session) {
        guard let listed = try? session.cashLinks().first(where: { $0.vault == record.vault }),
            let hosts = try? linkHosts(), let money = try? moneyText()
        else { return }
        let link = LinkView(listed, token: session.storedToken(listed.mint, quarks: listed.quarks), hosts: hosts)
        let amount = money.text(link.amount)
        if console.errors.isTerminal, let url = link.url { return printer.note("  \(amount)  \(url)") }
        printer.note("  \(amount)  \(link.name), see it with: flipcash link list")
    }
}
