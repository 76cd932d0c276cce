import FlipcashAPI
import FlipcashCore
import Testing

@testable import FlipcashNode

@Suite("Currencies as clients see them", .namingVectorCases)
struct MintPresenterTests {
    private let authority = KeyPair.generate(using: SystemRandomSource()).publicKey

    private func presented(_ mint: PublicKey, coreMint: PublicKey = .usdf) -> Ocp_Currency_V1_LaunchpadMetadata {
        let record = MintRecord(
            mint: mint, decimals: 10, vmAuthority: authority,
            vm: VirtualMachine(mint: mint, authority: authority).address.address, lockDays: 21, name: "Coin",
            symbol: "COIN", description: "", imageURL: "", state: .available,
            launchpad: LaunchpadState(supply: 7, baseVault: 5, feesAccumulated: 1, sellFeeBasisPoints: 100),
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

    @Test("Of a currency's addresses, only its backing vault depends on the node's core mint")
    func mint_otherCoreMint_differsInItsVault() {
        var (one, other) = (presented(Samples.mint), presented(Samples.mint, coreMint: .usdc))
        #expect(one.coreMintVault != other.coreMintVault)
        one.coreMintVault = .init()
        other.coreMintVault = .init()
        #expect(one == other)
    }
}
