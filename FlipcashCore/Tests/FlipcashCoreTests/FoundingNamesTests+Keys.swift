import CodeCurves
import FlipcashCore
import Testing

/// The founding names of keys.
extension FoundingNamesTests {
    @Test("Keys, signatures and hashes have their names and base58 forms")
    func keys_byName_exist() throws {
        let pair: KeyPair = .generate(using: SystemRandomSource())
        let key: PublicKey = pair.publicKey
        let signature: Signature = pair.sign("message".utf8)
        let hash: Hash = Hash(sha256: "message".utf8)
        #expect(try PublicKey(base58: key.base58) == key)
        #expect(try Signature(base58: signature.base58) == signature)
        #expect(try Hash(base58: hash.base58) == hash)
        #expect(key.verify(signature: signature, data: "message".utf8))
    }

    @Test("Mints know their authorities and decimals")
    func mints_byName_exist() {
        #expect(PublicKey.usdc.mintDecimals == 6)
        #expect(PublicKey.usdf.mintDecimals == 6)
        #expect(PublicKey.usdcAuthority == PublicKey.usdfAuthority)
        #expect(PublicKey.usdfAuthority.base58.hasPrefix("cash11nd"))
    }

    @Test("Clusters hold the keys of a mint and move to another")
    func clusters_byName_exist() throws {
        let mnemonic: Mnemonic = .generate(using: SystemRandomSource())
        let phrase: MnemonicPhrase = try MnemonicPhrase(words: mnemonic.words)
        let cluster = AccountCluster(
            authority: phrase.key(at: .primary).keyPair, mint: .usdf, timeAuthority: .usdfAuthority)
        let mint = KeyPair.generate(using: SystemRandomSource()).publicKey
        let other = cluster.use(mint: mint, timeAuthority: mint)
        #expect(other.authority == cluster.authority)
        #expect(other.vault != cluster.vault)
        let giftCard = GiftCardCluster(mnemonic: phrase, mint: .usdf, timeAuthority: .usdfAuthority)
        #expect(giftCard.vault == cluster.vault)
    }
}
