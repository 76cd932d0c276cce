import FlipcashCore

/// What the rules have looked up for one request, so that each fact is read once.
///
/// Used by one thread, for one check of one request: a later check reads again.
final class LedgerFacts<View: LedgerView>: LedgerView {
    private let view: View
    private var mints: [PublicKey: MintRecord?] = [:]
    private var vaults: [PublicKey: Vault?] = [:]
    private var vaultsByOwner: [PublicKey: [Vault]] = [:]
    private var derivedAddresses: [PublicKey: DerivedAddress?] = [:]

    /// - Parameter knownMints: currencies that need no reading, because nothing about them changes.
    init(_ view: View, knownMints: [MintRecord] = []) {
        self.view = view
        for mint in knownMints { mints[mint.mint] = mint }
    }

    func mint(_ mint: PublicKey) throws -> MintRecord? {
        if let known = mints[mint] { return known }
        let record = try view.mint(mint)
        mints[mint] = .some(record)
        return record
    }

    func vault(_ token: PublicKey) throws -> Vault? {
        if let known = vaults[token] { return known }
        let vault = try view.vault(token)
        vaults[token] = .some(vault)
        return vault
    }

    func vaults(owner: PublicKey) throws -> [Vault] {
        if let known = vaultsByOwner[owner] { return known }
        let found = try view.vaults(owner: owner)
        vaultsByOwner[owner] = found
        for vault in found { vaults[vault.token] = vault }
        return found
    }

    func derivedAddress(_ address: PublicKey) throws -> DerivedAddress? {
        if let known = derivedAddresses[address] { return known }
        let derived = try view.derivedAddress(address)
        derivedAddresses[address] = .some(derived)
        return derived
    }

    func vault(depositTokenAccount address: PublicKey) throws -> Vault? {
        try view.vault(depositTokenAccount: address)
    }

    func use(of id: IntentID) throws -> IntentIDUse { try view.use(of: id) }

    func swap(_ id: SwapID) throws -> SwapRecord? { try view.swap(id) }

    func swap(fundedBy id: IntentID) throws -> SwapRecord? { try view.swap(fundedBy: id) }

    func currency(_ mint: PublicKey) throws -> CurrencyRecord? { try view.currency(mint) }

    func intent(_ id: IntentID) throws -> IntentRecord? { try view.intent(id) }

    func launchpadIdentity(of mint: PublicKey) throws -> LaunchpadIdentity? {
        try view.launchpadIdentity(of: mint)
    }

    func giftCardIntent(vault: PublicKey) throws -> IntentRecord? { try view.giftCardIntent(vault: vault) }

    func claim(of vault: PublicKey) throws -> ActionRecord? { try view.claim(of: vault) }

    func autoReturn(of vault: PublicKey) throws -> ActionRecord? { try view.autoReturn(of: vault) }

    func returnID(ofGiftCard vault: PublicKey) throws -> IntentID? { try view.returnID(ofGiftCard: vault) }

    func usdSent(by owner: PublicKey, since: Instant) throws -> Int64 { try view.usdSent(by: owner, since: since) }

    func isRegistered(_ key: PublicKey) throws -> Bool? { try view.isRegistered(key) }
}
