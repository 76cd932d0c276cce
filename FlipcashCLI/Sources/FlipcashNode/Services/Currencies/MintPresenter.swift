import FlipcashAPI
import FlipcashCore
import ProtobufCodec

/// Converts a currency to `ocp.currency.v1.Mint` (wire contract §7.3).
enum MintPresenter {
    /// The core mint's `created_at`: Go's zero time, 0001-01-01T00:00:00Z.
    private static let coreMintCreation = Google_Protobuf_Timestamp(seconds: -62_135_596_800)

    static func mint(
        _ record: MintRecord, identity: LaunchpadIdentity?, currency: CurrencyRecord? = nil, coreMint: PublicKey
    )
        -> Ocp_Currency_V1_Mint
    {
        .with {
            $0.address = record.mint.accountID
            $0.decimals = UInt32(clamping: record.decimals)
            $0.name = record.name
            $0.symbol = record.symbol
            $0.description_p = record.description
            $0.imageURL = record.imageURL
            $0.vmMetadata = virtualMachine(record)
            $0.createdAt = record.isCore ? coreMintCreation : record.createdAt.timestamp
            if let launchpad = record.launchpad, let identity {
                $0.launchpadMetadata = metadata(record.mint, launchpad, identity, coreMint: coreMint)
            }
            guard let currency else { return }
            if !currency.colors.isEmpty {
                $0.billCustomization.colors = currency.colors.map { color in .with { $0.hex = color } }
            }
            let links = try? Ocp_Currency_V1_UpdateMetadataRequest.SocialLinksUpdate(
                serializedBytes: currency.socialLinks)
            $0.socialLinks = links?.value ?? []
        }
    }

    private static func virtualMachine(_ record: MintRecord) -> Ocp_Currency_V1_VmMetadata {
        let machine = VirtualMachine(mint: record.mint, authority: record.vmAuthority)
        return .with {
            $0.vm = machine.address.address.accountID
            $0.authority = record.vmAuthority.accountID
            $0.lockDurationInDays = UInt32(machine.lockDays)
            $0.omnibus = machine.omnibus.address.accountID
        }
    }

    private static func metadata(
        _ mint: PublicKey, _ state: LaunchpadState, _ identity: LaunchpadIdentity, coreMint: PublicKey
    ) -> Ocp_Currency_V1_LaunchpadMetadata {
        let addresses = LaunchpadAddresses(mint: mint, coreMint: coreMint)
        return .with {
            $0.currencyConfig = addresses.currency.address.accountID
            $0.liquidityPool = addresses.pool.address.accountID
            $0.seed = identity.seed.accountID
            $0.authority = identity.authority.accountID
            $0.mintVault = addresses.targetVault.address.accountID
            $0.coreMintVault = addresses.baseVault.address.accountID
            $0.supplyFromBonding = state.supply
            $0.sellFeeBps = UInt32(clamping: state.sellFeeBasisPoints)
            $0.price = MarketCapHistory.price(supplyQuarks: state.supply)
            $0.marketCap = MarketCapHistory.value(supplyQuarks: state.supply, fx: 1)
        }
    }
}

extension StoreReading {
    /// The currency `mint` as clients see it; nil when the node does not handle it.
    func mintMetadata(_ mint: PublicKey, coreMint: PublicKey) throws -> Ocp_Currency_V1_Mint? {
        guard let record = try self.mint(mint) else { return nil }
        guard !record.isCore else { return MintPresenter.mint(record, identity: nil, coreMint: coreMint) }
        return MintPresenter.mint(
            record, identity: try launchpadIdentity(of: mint), currency: try currency(mint), coreMint: coreMint)
    }
}
