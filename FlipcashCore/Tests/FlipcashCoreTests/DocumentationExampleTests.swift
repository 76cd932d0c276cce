import FlipcashCore
import Testing

/// The example of the article `FlipcashCore.md`, line by line. `Scripts/check-examples.py` compares the two.
@Suite("The example of the documentation")
struct DocumentationExampleTests {
    @Test("Words lead to an address, a signature verifies, and an amount is priced exactly")
    func article_firstExample_works() throws {
        // Twelve words lead to a key. The key leads to the address that holds its dollars.
        let words = Mnemonic.generate(using: SystemRandomSource())
        let owner = words.key().keyPair
        let account = AccountCluster(authority: owner, mint: .usdf, timeAuthority: .usdfAuthority)
        let address = account.vault.base58

        // The public key verifies what the key has signed.
        let signature = owner.sign("five dollars".utf8)
        let isValid = owner.publicKey.verify(signature: signature, data: "five dollars".utf8)

        // $5.50 CAD at 1.375 Canadian dollars for one US dollar are 4,000,000 quarks of the dollar token.
        let rate = try Rate(wireValue: 1.375, currencyCode: "cad")
        let entered = try FiatAmount(wireValue: 5.50, currency: .cad)
        let priced = try ExchangedFiat.computeFromEntered(
            amount: entered, rate: rate, mint: .usdf, supplyFromBonding: nil)

        #expect(words.words.count == 12)
        #expect(try PublicKey(base58: address) == account.vault)
        #expect(isValid)
        #expect(priced?.quarks == 4_000_000)
        #expect(priced?.nativeAmount == entered)
        #expect(entered.formattedNamingCurrency() == "$5.50 CAD")
    }
}
