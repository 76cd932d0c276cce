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
        switch await ledger.committer.commit(.launch(launched)) {
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
    func update(_ request: Ocp_Currency_V1_UpdateIconRequest, by owner: PublicKey) async throws {
        let (mint, currency) = try own(try PublicKey(request.mint), owner)
        try require(request.moderationAttestation, of: request.icon, context.environment.clock.now())
        guard PictureFormat(of: request.icon) != nil else { throw Refusal.invalidIcon }
        let address = CurrencyPicture.address(icon: request.icon, symbol: mint.symbol, colors: currency.colors)
        try await ledger.committer.commit { [icon = request.icon] writer in
            try writer.setIcon(icon, of: mint.mint)
            try writer.setImageURL(address, of: mint.mint)
        }
    }

    /// Replaces description, colours and links, those that the request has.
    func update(_ request: Ocp_Currency_V1_UpdateMetadataRequest, by owner: PublicKey) async throws {
        var (mint, currency) = try own(try PublicKey(request.mint), owner)
        if request.hasNewDescription {
            let update = request.newDescription
            try require(
                update.moderationAttestation, of: Array(update.value.utf8), context.environment.clock.now())
            mint.description = update.value
        }
        if request.hasNewBillCustomization {
            currency.colors = request.newBillCustomization.value.colors.map(\.hex)
        }
        if request.hasNewSocialLinks { currency.socialLinks = try request.newSocialLinks.signedBytes() }
        let icon = try ledger.store.read { [mint] in try $0.icon(of: mint.mint) }
        let address = CurrencyPicture.address(icon: icon, symbol: mint.symbol, colors: currency.colors)
        try await ledger.committer.commit { [mint, currency] writer in
            try writer.update(currency, description: mint.description)
            try writer.setImageURL(address, of: mint.mint)
        }
    }

    /// The currency, which only its creator may change.
    private func own(_ mint: PublicKey, _ owner: PublicKey) throws -> (MintRecord, CurrencyRecord) {
        let found = try ledger.store.read { reader in (try reader.mint(mint), try reader.currency(mint)) }
        guard let record = found.0 else { throw Refusal.notFound }
        guard let currency = found.1, currency.creator == owner else { throw Refusal.denied }
        guard currency.state != .abandoning else { throw Refusal.notFound }
        return (record, currency)
    }
}
