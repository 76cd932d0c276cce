import FlipcashAPI
import FlipcashCore
import Foundation
import ProtobufCodec
import Testing

@testable import FlipcashNode

@Suite("Currencies as clients see them")
struct MintPresenterTests {
    private struct Vectors: Decodable {
        struct Address: Decodable {
            let address: String
        }

        struct Case: Decodable {
            let mint: Address
            let currency: Address
            let pool: Address
            let vaultTarget: Address
            let vaultBase: Address
        }

        struct Launchpad: Decodable {
            let cases: [Case]
        }

        struct Groups: Decodable {
            let launchpad: Launchpad
        }

        let groups: Groups
    }

    private static func cases() throws -> [Vectors.Case] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appendingPathComponent("Tests/Vectors/pda.json"))
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Vectors.self, from: data).groups.launchpad.cases
    }

    @Test("A currency's addresses are those of the currency creator")
    func addresses_ofVectors_match() throws {
        let cases = try Self.cases()
        #expect(!cases.isEmpty)
        for expected in cases {
            let addresses = try LaunchpadAddresses(
                mint: try PublicKey(base58: expected.mint.address), coreMint: CoreMint.usdf.mint)
            #expect(addresses.config.base58 == expected.currency.address)
            #expect(addresses.pool.base58 == expected.pool.address)
            #expect(addresses.mintVault.base58 == expected.vaultTarget.address)
            #expect(addresses.coreMintVault.base58 == expected.vaultBase.address)
        }
    }

    @Test("The vault that backs a currency follows from the node's core mint, the others do not")
    func addresses_otherCoreMint_differInItsVault() throws {
        let mint = Samples.mint
        let (one, other) = (
            try LaunchpadAddresses(mint: mint, coreMint: .usdf), try LaunchpadAddresses(mint: mint, coreMint: .usdc)
        )
        #expect(one.coreMintVault != other.coreMintVault)
        #expect(one.config == other.config && one.pool == other.pool && one.mintVault == other.mintVault)
    }
}
