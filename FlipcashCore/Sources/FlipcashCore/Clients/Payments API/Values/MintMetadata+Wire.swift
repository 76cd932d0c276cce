import FlipcashAPI
import ProtobufCodec

extension MintMetadata {
    /// Reads a currency; nil when it contains an invalid address.
    init?(wire: Ocp_Currency_V1_Mint) {
        guard let address = PublicKey(wire: wire.address), wire.decimals <= 19 else { return nil }
        var vm: VMMetadata?
        if wire.hasVmMetadata {
            guard let metadata = VMMetadata(wire: wire.vmMetadata) else { return nil }
            vm = metadata
        }
        var launchpad: LaunchpadMetadata?
        if wire.hasLaunchpadMetadata {
            guard let metadata = LaunchpadMetadata(wire: wire.launchpadMetadata) else { return nil }
            launchpad = metadata
        }
        self.init(
            address: address, name: wire.name, symbol: wire.symbol, description: wire.description_p,
            decimals: Int(wire.decimals), imageURL: wire.imageURL, vm: vm, launchpad: launchpad,
            socialLinks: wire.socialLinks.compactMap(SocialLink.init(wire:)),
            billColors: wire.billCustomization.colors.map(\.hex), createdAt: Instant(wire: wire.createdAt),
            metrics: MintMetrics(wire: wire))
    }
}

extension VMMetadata {
    init?(wire: Ocp_Currency_V1_VmMetadata) {
        guard let address = PublicKey(wire: wire.vm), let authority = PublicKey(wire: wire.authority) else {
            return nil
        }
        self.init(
            address: address, authority: authority, omnibus: PublicKey(wire: wire.omnibus),
            lockDurationInDays: Int(wire.lockDurationInDays))
    }
}

extension LaunchpadMetadata {
    init?(wire: Ocp_Currency_V1_LaunchpadMetadata) {
        guard let currencyConfig = PublicKey(wire: wire.currencyConfig),
            let liquidityPool = PublicKey(wire: wire.liquidityPool), let seed = PublicKey(wire: wire.seed),
            let authority = PublicKey(wire: wire.authority), let mintVault = PublicKey(wire: wire.mintVault),
            let coreMintVault = PublicKey(wire: wire.coreMintVault)
        else { return nil }
        self.init(
            currencyConfig: currencyConfig, liquidityPool: liquidityPool, seed: seed, authority: authority,
            mintVault: mintVault, coreMintVault: coreMintVault, supplyFromBonding: wire.supplyFromBonding,
            sellFeeBps: Int(wire.sellFeeBps))
    }
}

extension SocialLink {
    /// The link on the wire.
    var wire: Ocp_Currency_V1_SocialLink {
        switch self {
        case .website(let url): .with { $0.website = .with { $0.url = url } }
        case .x(let username): .with { $0.x = .with { $0.username = username } }
        case .telegram(let username): .with { $0.telegram = .with { $0.username = username } }
        case .discord(let inviteCode): .with { $0.discord = .with { $0.inviteCode = inviteCode } }
        }
    }

    init?(wire: Ocp_Currency_V1_SocialLink) {
        switch wire.type {
        case .website(let link): self = .website(url: link.url)
        case .x(let link): self = .x(username: link.username)
        case .telegram(let link): self = .telegram(username: link.username)
        case .discord(let link): self = .discord(inviteCode: link.inviteCode)
        case nil: return nil
        }
    }
}
