import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec

/// Launches currencies and changes what their creators may change (payment specification §17).
struct CurrencyLauncher: Sendable {
    /// Why a request is refused.
    enum Refusal: Error, Hashable {
        case denied
        case nameExists
        case invalidIcon
        case notFound
    }

    let context: NodeContext

    private var ledger: LedgerCore { context.ledger }
    private var attestations: ModerationAttestations { ModerationAttestations(key: context.nodeKey) }

    // MARK: Launch

    /// Performs the checks in the order of the specification, and records the currency.
    ///
    /// - Throws: `Refusal`, `StoreError`.
    func launch(_ request: Ocp_Currency_V1_LaunchRequest, by owner: PublicKey) async throws -> PublicKey {
        let now = context.environment.clock.now()
        let symbol = request.symbol.isEmpty ? CurrencyName.symbol(of: request.name) : request.symbol
        try checkTexts(request, now: now)
        if !request.icon.isEmpty, PictureFormat(of: request.icon) == nil { throw Refusal.invalidIcon }
        let isAllowed = try ledger.store.read { reader in
            try reader.ownerKind(owner) == .user && ledger.settings.antispam.allowsLaunch(owner, reader).isAllowed
        }
        guard isAllowed else { throw Refusal.denied }
        guard try ledger.store.read({ try $0.isFree(name: request.name) }) else { throw Refusal.nameExists }
        let launched = try currency(request, symbol: symbol, creator: owner, now: now)
        let unit = LedgerUnit.launch(launched, currenciesMax: ledger.settings.currenciesMax)
        switch await ledger.committer.commit(unit) {
        case .committed: return launched.mint.mint
        case .refused(.nameTaken): throw Refusal.nameExists
        case .refused: throw Refusal.denied
        case .unavailable(.store(let error)): throw error
        case .unavailable(.books(let failure)): throw failure
        }
    }

    private func checkTexts(_ request: Ocp_Currency_V1_LaunchRequest, now: Instant) throws {
        guard try ledger.store.read({ try $0.currencyCount() }) < ledger.settings.currenciesMax else {
            throw Refusal.denied
        }
        guard CurrencyNameValidator().validate(request.name) != nil,
            CurrencyName.key(request.name) != CurrencyName.key(CoreMint.usdf.name)
        else { throw Refusal.denied }
        try require(request.nameModerationAttestation, of: Array(request.name.utf8), now)
        if request.symbol.isEmpty {
            guard !CurrencyName.symbol(of: request.name).isEmpty else { throw Refusal.denied }
        } else {
            try require(request.symbolModerationAttestation, of: Array(request.symbol.utf8), now)
        }
        if !request.description_p.isEmpty {
            try require(request.descriptionModerationAttestation, of: Array(request.description_p.utf8), now)
        }
        if !request.icon.isEmpty { try require(request.iconModerationAttestation, of: request.icon, now) }
    }

    private func require(
        _ attestation: Ocp_Currency_V1_ModerationAttestation, of content: [UInt8], _ now: Instant
    ) throws(Refusal) {
        guard attestations.isValid(attestation.rawValue, of: content, now: now) else { throw .denied }
    }

    /// A new currency with a random authority and a random seed.
    private func currency(
        _ request: Ocp_Currency_V1_LaunchRequest, symbol: String, creator: PublicKey, now: Instant
    ) throws -> LaunchedCurrency {
        let random = context.environment.random
        let authority = KeyPair.generate(using: random)
        guard let name = try? PaddedName(name: request.name),
            let seed = PublicKey(exactly: random.bytes(PublicKey.byteCount))
        else { throw Refusal.denied }
        let mint = CurrencyCreatorAddresses.mint(authority: authority.publicKey, name: name, seed: seed).address
        let machine = VirtualMachine(mint: mint, authority: authority.publicKey)
        let colors = request.billCustomization.colors.map(\.hex)
        let icon = request.icon.isEmpty ? nil : request.icon
        return LaunchedCurrency(
            mint: MintRecord(
                mint: mint, decimals: DiscreteBondingCurve.tokenDecimals, vmAuthority: authority.publicKey,
                vm: machine.address.address, lockDays: Int(machine.lockDays), name: request.name, symbol: symbol,
                description: request.description_p.isEmpty ? request.name : request.description_p,
                imageURL: CurrencyPicture.address(icon: icon, symbol: symbol, colors: colors), state: .reserved,
                launchpad: .empty, createdAt: now),
            identity: LaunchpadIdentity(authority: authority.publicKey, seed: seed),
            sealedSeed: try ledger.swaps.keys.seal(authority, mint: mint, random: random),
            record: CurrencyRecord(
                mint: mint, creator: creator, state: .waitingForInitialPurchase, colors: colors, socialLinks: []),
            icon: icon)
    }

    // MARK: Changes

    /// Replaces the picture of a currency.
    ///
    /// - Throws: `Refusal`, `StoreError`.
    func update(_ request: Ocp_Currency_V1_UpdateIconRequest, by owner: PublicKey) async throws {
        let key = try PublicKey(request.mint)
        _ = try ledger.store.read { try own(key, owner, $0) }
        try require(request.moderationAttestation, of: request.icon, context.environment.clock.now())
        guard PictureFormat(of: request.icon) != nil else { throw Refusal.invalidIcon }
        try await ledger.committer.commit { [icon = request.icon] writer in
            // Read again: other changes may have been written since.
            let (mint, currency) = try own(key, owner, writer)
            try writer.setIcon(icon, of: key)
            let address = CurrencyPicture.address(icon: icon, symbol: mint.symbol, colors: currency.colors)
            try writer.setImageURL(address, of: key)
        }
    }

    /// Replaces description, colours and links, those that the request has.
    ///
    /// - Throws: `Refusal`, `StoreError`.
    func update(_ request: Ocp_Currency_V1_UpdateMetadataRequest, by owner: PublicKey) async throws {
        let key = try PublicKey(request.mint)
        _ = try ledger.store.read { try own(key, owner, $0) }
        let description = request.hasNewDescription ? request.newDescription : nil
        if let description {
            try require(
                description.moderationAttestation, of: Array(description.value.utf8), context.environment.clock.now())
        }
        let socialLinks = request.hasNewSocialLinks ? try request.newSocialLinks.signedBytes() : nil
        try await ledger.committer.commit { writer in
            // Read again: other changes may have been written since.
            let (mint, found) = try own(key, owner, writer)
            var currency = found
            if request.hasNewBillCustomization {
                currency.colors = request.newBillCustomization.value.colors.map(\.hex)
            }
            if let socialLinks { currency.socialLinks = socialLinks }
            try writer.update(currency, description: description?.value)
            let icon = try writer.icon(of: key, bytesMax: CurrencyPicture.iconBytesMax)
            let address = CurrencyPicture.address(icon: icon, symbol: mint.symbol, colors: currency.colors)
            try writer.setImageURL(address, of: key)
        }
    }

    /// The currency, which only its creator may change.
    private func own(
        _ mint: PublicKey, _ owner: PublicKey, _ reader: some StoreReading
    ) throws -> (MintRecord, CurrencyRecord) {
        guard let record = try reader.mint(mint) else { throw Refusal.notFound }
        guard let currency = try reader.currency(mint), currency.creator == owner else { throw Refusal.denied }
        guard currency.state != .abandoning else { throw Refusal.notFound }
        return (record, currency)
    }
}
