import FlipcashCore
import FlipcashWallet

/// What can be answered without the words of an account, so that no key store is opened and no passphrase asked for.
extension Invocation {
    /// What the stored figures say, without the service.
    ///
    /// - Returns: nil when the account is not one of the list: its words come with this call.
    func storedBalance(all: Bool, token: TokenArgument?) throws -> BalanceView? {
        guard let account = try listedAccount() else { return nil }
        return try storedBalance(of: account, all: all, token: token)
    }

    /// What the stored figures of `account` say, without the service.
    func storedBalance(of account: AccountSummary, all: Bool, token: TokenArgument?) throws -> BalanceView {
        let settings = try settings()
        let folder = try layout.profile(settings.profile)
        let database = try Database(owner: account.owner, folder: folder, files: files)
        defer { database.close() }
        let preferred = Preferences(path: folder.preferences, files: files).balanceCurrency
        let currency = try namedCurrency(settings) ?? preferred ?? .usd
        let rate: Rate? = try currency == .usd ? .oneToOne : database.getRates()[currency]
        guard let rate else { throw SessionError.rateUnavailable(currency) }
        return try BalanceView(
            // A profile has no pin while every call named another service than its own.
            BalanceSheet(balances: database.getBalances(), coreMint: settings.pinnedNode?.coreMint ?? .usdf), at: rate,
            all: all,
            token: token, isStale: true, now: runtime.clock.now())
    }

    /// Runs `body` with the stored history, without the service.
    ///
    /// - Returns: nil when the account is not one of the list: its words come with this call.
    func withStoredHistory<Value>(_ body: (StoredHistory) throws -> Value) throws -> Value? {
        let settings = try settings()
        guard let account = try listedAccount() else { return nil }
        // Shows nothing here, but a currency that does not exist is refused by every command.
        _ = try namedCurrency(settings)
        return try withStore(of: account, settings) { database in
            try body(StoredHistory(database: database) { try database.getCashLinks() })
        }
    }

    /// The addresses of an account: of dollars, or of another token.
    ///
    /// They follow from the owner's address and the token's virtual machine, which is asked of the service only where
    /// it is not stored. What is stored holds for the profile's own service; another one that this call names is asked.
    func addresses(_ token: TokenArgument?) async throws -> AccountAddresses {
        guard let account = try listedAccount() else {
            return try await withWallet { wallet in try await wallet.addresses(token) }
        }
        let settings = try settings()
        if let machine = try storedMachine(of: token, account, settings) {
            return AccountAddresses(owner: account.owner, in: machine)
        }
        return try await withContainer(settings) { container in
            let node = try await container.nodeGate.verify()
            guard let token, !token.isDollars else {
                return AccountAddresses(
                    owner: account.owner, in: VirtualMachine(mint: node.coreMint, authority: node.coreVMAuthority))
            }
            let mint = try mint(of: token, account, settings)
            let metadata: MintMetadata
            do throws(MintsError) {
                metadata = try await container.client.fetchMint(mint)
            } catch {
                throw error == .notFound ? SessionError.mintNotFound(mint) : SessionError.mints(error)
            }
            guard let authority = metadata.vm?.authority else { throw SessionError.vmMetadataMissing(mint) }
            return AccountAddresses(owner: account.owner, in: VirtualMachine(mint: mint, authority: authority))
        }
    }

    /// The account that this call is about, if it is one of the list.
    private func listedAccount() throws -> AccountSummary? {
        guard options.wordsSource == nil else { return nil }
        return try selectedAccount(accountManager())
    }

    /// The virtual machine of a token at the profile's own service, as far as it is known without asking.
    ///
    /// - Returns: nil also where this call names another service.
    private func storedMachine(
        of token: TokenArgument?, _ account: AccountSummary, _ settings: Settings
    ) throws -> VirtualMachine? {
        guard try endpoint(settings) == settings.endpoint, let node = settings.pinnedNode else { return nil }
        let core = VirtualMachine(mint: node.coreMint, authority: node.coreVMAuthority)
        guard let token, !token.isDollars else { return core }
        let mint = try mint(of: token, account, settings)
        if mint == node.coreMint { return core }
        let metadata = try withStore(of: account, settings) { try $0.getMintMetadata(mint: mint) }
        return metadata?.metadata.vm.map { VirtualMachine(mint: mint, authority: $0.authority) }
    }

    /// The mint that an argument means: any in base58, else one that is held.
    private func mint(of token: TokenArgument, _ account: AccountSummary, _ settings: Settings) throws -> PublicKey {
        if let mint = try? PublicKey(base58: token.text) { return mint }
        return try withStore(of: account, settings) { try TokenChoice.balance(token, among: $0.getBalances()).mint }
    }

    private func withStore<Value>(
        of account: AccountSummary, _ settings: Settings, _ body: (Database) throws -> Value
    ) throws -> Value {
        let database = try Database(owner: account.owner, folder: layout.profile(settings.profile), files: files)
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
