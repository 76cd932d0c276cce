import FlipcashCore
import FlipcashWallet

/// Answers that need no words of an account, so that no key store is opened and no passphrase is asked for.
extension Invocation {
    /// The stored balance of this call's account, without the service.
    ///
    /// - Returns: nil if the account is not in the list, because this call supplies its words.
    func storedBalance(all: Bool, token: TokenArgument?) throws -> BalanceView? {
        guard let account = try listedAccount() else { return nil }
        return try storedBalance(of: account, all: all, token: token)
    }

    /// The stored balance of `account`, without the service.
    func storedBalance(of account: AccountSummary, all: Bool, token: TokenArgument?) throws -> BalanceView {
        let settings = try settings()
        let folder = try layout.profile(settings)
        let database = try Database(owner: account.owner, folder: folder, files: files)
        defer { database.close() }
        let preferred = Preferences(path: folder.preferences, files: files).balanceCurrency
        let currency = try namedCurrency(settings) ?? preferred ?? .usd
        let rate: Rate? = try currency == .usd ? .oneToOne : database.getRates()[currency]
        guard let rate else { throw SessionError.rateUnavailable(currency) }
        return try BalanceView(
            // A profile has no pinned node until a call uses its own service.
            BalanceSheet(balances: database.getBalances(), coreMint: settings.pinnedNode?.coreMint ?? .usdf), at: rate,
            all: all,
            token: token, isStale: true, now: runtime.clock.now())
    }

    /// Runs `body` with the stored history, without the service.
    ///
    /// - Returns: nil if the account is not in the list, because this call supplies its words.
    func withStoredHistory<Value>(_ body: (StoredHistory) throws -> Value) throws -> Value? {
        let settings = try settings()
        guard let account = try listedAccount() else { return nil }
        // Not used here, but every command refuses an unknown currency.
        _ = try namedCurrency(settings)
        return try withStore(of: account, settings) { database in
            try body(StoredHistory(database: database) { try database.getCashLinks() })
        }
    }

    /// The addresses of an account for dollars or another token.
    ///
    /// They follow from the owner's address and the token's virtual machine. The service is asked for the virtual
    /// machine only if it is not stored, or if this call names another service than the profile's.
    func addresses(_ token: TokenArgument?) async throws -> AccountAddresses {
        guard let account = try listedAccount() else {
            return try await withWallet { wallet in try await wallet.addresses(token) }
        }
        let settings = try settings()
        if let machine = try storedMachine(of: token, account, settings) {
            return AccountAddresses(owner: account.owner, in: machine)
        }
        guard !options.isOffline else {
            throw CommandFailure.usage(
                "This address is not known on this machine, and --offline asks no service. Leave --offline out.")
        }
        return try await withContainer(settings) { container in
            let node = try await container.nodeGate.verify()
            guard let token, !token.isDollars else {
                return AccountAddresses(
                    owner: account.owner, in: VirtualMachine(mint: node.coreMint, authority: node.coreVMAuthority))
            }
            let metadata: MintMetadata
            if let mint = try storedMint(of: token, account, settings) {
                do throws(MintsError) {
                    metadata = try await container.client.fetchMint(mint)
                } catch {
                    throw error == .notFound ? SessionError.mintNotFound(mint) : SessionError.mints(error)
                }
            } else {
                // A token that is neither held nor was seen: its address is wanted before the first deposit.
                let listed = try await TokenFinder.listed { try await container.client.discover($0).currencies }
                guard let found = try TokenFinder.match(token, among: listed) else { throw TokenFinder.notFound(token) }
                metadata = found
            }
            let mint = metadata.address
            guard let authority = metadata.vm?.authority else { throw SessionError.vmMetadataMissing(mint) }
            return AccountAddresses(owner: account.owner, in: VirtualMachine(mint: mint, authority: authority))
        }
    }

    /// The account of this call, if it is in the list.
    private func listedAccount() throws -> AccountSummary? {
        guard options.wordsSource == nil else { return nil }
        return try selectedAccount(accountManager())
    }

    /// The stored virtual machine of a token at the profile's own service.
    ///
    /// - Returns: nil if none is stored, or if this call names another service.
    private func storedMachine(
        of token: TokenArgument?, _ account: AccountSummary, _ settings: Settings
    ) throws -> VirtualMachine? {
        guard try endpoint(settings) == settings.endpoint, let node = settings.pinnedNode else { return nil }
        let core = VirtualMachine(mint: node.coreMint, authority: node.coreVMAuthority)
        guard let token, !token.isDollars else { return core }
        guard let mint = try storedMint(of: token, account, settings) else { return nil }
        if mint == node.coreMint { return core }
        let metadata = try withStore(of: account, settings) { try $0.getMintMetadata(mint: mint) }
        return metadata?.metadata.vm.map { VirtualMachine(mint: mint, authority: $0.authority) }
    }

    /// The mint that an argument names: any mint in base58, or the symbol or name of a token that is held or was seen.
    private func storedMint(
        of token: TokenArgument, _ account: AccountSummary, _ settings: Settings
    ) throws -> PublicKey? {
        if let mint = try? PublicKey(base58: token.text) { return mint }
        return try withStore(of: account, settings) { store in
            if let held = try TokenChoice.held(token, among: store.getBalances()) { return held.mint }
            return try TokenFinder.match(token, among: store.getMints().map(\.metadata))?.address
        }
    }

    private func withStore<Value>(
        of account: AccountSummary, _ settings: Settings, _ body: (Database) throws -> Value
    ) throws -> Value {
        let database = try Database(owner: account.owner, folder: layout.profile(settings), files: files)
        defer { database.close() }
        return try body(database)
    }
}

extension AccountAddresses {
    /// The addresses of `owner` in a token's virtual machine.
    init(owner: PublicKey, in machine: VirtualMachine) {
        let account = TimelockAccount(owner: owner, virtualMachine: machine)
        self.init(owner: owner, deposit: account.deposit.address, vault: account.vault.address)
    }
}
