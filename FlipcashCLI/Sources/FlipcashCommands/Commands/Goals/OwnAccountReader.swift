import FlipcashCore
import FlipcashWallet
import SavingsGoals

/// Reads the vaults of the person's own accounts: through the service, or from the stored history with `--offline`.
///
/// The id of a transfer is that of its payment, so that a contribution is not imported a second time.
struct OwnAccountReader: ChainReader {
    let name = "your other account"
    let call: Invocation
    /// The accounts by the address of their vault for dollars or a held token.
    let vaults: [String: Vault]

    /// A vault of one account.
    struct Vault: Sendable {
        let owner: PublicKey
        let mint: PublicKey
        let currency: AssetCurrency
    }

    func reads(_ place: Asset.ChainAddress, _ currency: AssetCurrency) -> Bool {
        vaults[place.address]?.currency == currency
    }

    func balance(of place: Asset.ChainAddress, _ currency: AssetCurrency) async throws(ChainFailure) -> ExactInteger {
        guard let vault = vaults[place.address] else { throw .badAddress }
        do {
            if !call.options.isOffline {
                try await call.withContainer(call.settings()) { container in
                    let session = try await SessionAuthenticator(container: container)
                        .restore(selector: vault.owner.base58)
                    _ = await session?.session.updatePostTransaction()
                }
            }
            let folder = try call.layout.profile(call.settings().profile)
            return try call.goalHoldings(vault.owner, folder, core: vault.mint).first { $0.mint == vault.mint }?.units
                ?? 0
        } catch {
            throw .network(name)
        }
    }

    func transfers(
        of place: Asset.ChainAddress, _ currency: AssetCurrency, known: Set<String>
    ) async throws(ChainFailure) -> [ChainImport.Transfer] {
        guard let vault = vaults[place.address] else { throw .badAddress }
        do {
            let folder = try call.layout.profile(call.settings().profile)
            return try call.goalMovements(vault.owner, folder, of: vault.mint).map {
                ChainImport.Transfer(externalID: $0.id, units: $0.units, date: $0.date)
            }
        } catch {
            throw .badAnswer(name)
        }
    }
}

extension Invocation {
    /// The vaults of all accounts of this profile, for dollars and the tokens that are held.
    ///
    /// The identity of the service is checked only if this call names another service than the profile does.
    func ownVaults(_ desk: GoalDesk) async throws -> [String: OwnAccountReader.Vault] {
        let settings = try settings()
        let isOwnService = try endpoint(settings) == settings.endpoint
        let pinned = isOwnService ? settings.pinnedNode : nil
        guard pinned != nil || !options.isOffline, try desk.store.assets().contains(where: \.isWatched) else {
            return [:]
        }
        let node: PinnedNode
        if let pinned {
            node = pinned
        } else {
            node = try await withContainer(settings) { try await $0.nodeGate.verify() }
        }
        var vaults: [String: OwnAccountReader.Vault] = [:]
        let tokens = desk.holdings.values.filter { $0.mint != node.coreMint }.compactMap { holding in
            holding.authority.map { VirtualMachine(mint: holding.mint, authority: $0) }
        }
        let machines = [VirtualMachine(mint: node.coreMint, authority: node.coreVMAuthority)] + tokens
        for account in try accountManager().accounts() {
            for machine in machines {
                let address = AccountAddresses(owner: account.owner, in: machine).vault.base58
                let currency = machine.mint == node.coreMint ? AssetCurrency.usdf : AssetCurrency(mint: machine.mint)
                vaults[address] = .init(owner: account.owner, mint: machine.mint, currency: currency)
            }
        }
        return vaults
    }
}
