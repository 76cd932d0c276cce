import FlipcashAPI
import FlipcashCore
import Testing

@testable import FlipcashNode

@Suite("Currencies as clients see them", .namingVectorCases)
struct MintPresenterTests {
    private let authority = KeyPair.generate(using: SystemRandomSource()).publicKey

    private func presented(
        _ mint: PublicKey, coreMint: PublicKey = .usdf, supply: UInt64 = 7
    ) -> Ocp_Currency_V1_LaunchpadMetadata {
        let record = MintRecord(
            mint: mint, decimals: 10, vmAuthority: authority,
            vm: VirtualMachine(mint: mint, authority: authority).address.address, lockDays: 21, name: "Coin",
            symbol: "COIN", description: "", imageURL: "", state: .available,
            launchpad: LaunchpadState(supply: supply, baseVault: 5, feesAccumulated: 1, sellFeeBasisPoints: 100),
            createdAt: Instant(seconds: 0))
        let identity = LaunchpadIdentity(authority: authority, seed: Samples.address)
        return MintPresenter.mint(record, identity: identity, coreMint: coreMint).launchpadMetadata
    }

    @Test("A currency's addresses are those that the currency creator derives")
    func mint_ofVectors_hasItsAddresses() throws {
        guard let file = try VectorFile.open("pda") else { return }
        let cases = file.cases("launchpad")
        #expect(VectorFile.isElsewhere || !cases.isEmpty)
        for vector in cases {
            func address(_ name: String) throws -> PublicKey {
                try PublicKey(base58: vector[name]["address"].string())
            }
            let metadata = presented(try address("mint"))
            #expect(metadata.currencyConfig == (try address("currency")).accountID, "\(vector)")
            #expect(metadata.liquidityPool == (try address("pool")).accountID, "\(vector)")
            #expect(metadata.mintVault == (try address("vault_target")).accountID, "\(vector)")
            #expect(metadata.coreMintVault == (try address("vault_base")).accountID, "\(vector)")
            #expect(metadata.supplyFromBonding == 7 && metadata.sellFeeBps == 100)
        }
    }

    @Test(
        "Price and market capitalisation are those of the supply, fractions included (money specification §3.6)",
        arguments: [
            (0, 0.01, 0), (9_999_999_999, 0.01, 0.009999999999),
            (1_000_000_000_000, 0.010000877213746469, 1.0000877213746469),
            (16_638_838_663_352_671, 0.04303567027434838, 71_606.35744641251),
        ] as [(UInt64, Double, Double)])
    func mint_supply_hasPriceAndMarketCap(supply: UInt64, price: Double, marketCap: Double) {
        let metadata = presented(Samples.mint, supply: supply)
        #expect(abs(metadata.price - price) <= price * 1e-12)
        #expect(abs(metadata.marketCap - marketCap) <= marketCap * 1e-12)
    }

    @Test("Of a currency's addresses, only its backing vault depends on the node's core mint")
    func mint_otherCoreMint_differsInItsVault() {
        var (one, other) = (presented(Samples.mint), presented(Samples.mint, coreMint: .usdc))
        #expect(one.coreMintVault != other.coreMintVault)
        one.coreMintVault = .init()
        other.coreMintVault = .init()
        #expect(one == other)
    }
}
