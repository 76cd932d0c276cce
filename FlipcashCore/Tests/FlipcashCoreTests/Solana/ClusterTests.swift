import FlipcashCore
import FlipcashTestKit
import Testing

@Suite("Virtual machines and clusters")
struct ClusterTests {
    private static let jeffy = (
        mint: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25", authority: "jfy1btcfsjSn2WCqLVaxiEjp4zgmemGyRsdCPbPwnZV"
    )

    @Test("The people of the payment specification have their published addresses")
    func cluster_vectorPeople_matchTable() throws {
        let a = try VectorPeople.cluster(VectorPeople.a)
        #expect(try VectorPeople.mnemonic(VectorPeople.a).entropyBase58 == "12drXXUifSrRnXLGbXg8E")
        #expect(
            try VectorPeople.mnemonic(VectorPeople.a).phrase
                == "abandon amount liar amount expire adjust cage candy arch gather drum buyer")
        #expect(a.authorityPublicKey.base58 == "Gr8Zs6CuR8trZ5eD8innhZKBU4p5DToXicfu2tPRsJXZ")
        #expect(a.vault.base58 == "e3HDMdFVuKUwWtKSKJHsQD5AmYuYcfu24wP5MhGKtpj")
        #expect(a.depositAddress.base58 == "E9wFZDzVbbtK6wVJVQD18H4B2ZwP4rFv6LnNdaDgsyyn")
        #expect(a.timelock.swap.address.base58 == "3o55a6PRCpxjKdAS9cLDqpeycZvkjfVnaGtkaZMDcE8U")
        #expect(a.timelock.swapTokenAccount.address.base58 == "FM2Y8uDNrXgkpVqAEKivb97GE5WCnf1MiwBiRWUNXGLs")
        let b = try VectorPeople.cluster(VectorPeople.b)
        #expect(try VectorPeople.mnemonic(VectorPeople.b).entropyBase58 == "2z57mqVKV81ov6EoKXKtP8")
        #expect(b.authorityPublicKey.base58 == "Eib2R5AojufAwg84FqG3rJSAk8YdwnWxh6U5tWdQAMpx")
        #expect(b.vault.base58 == "2gcndbXHqLbmyANZk71EMM5owGFDmK1WbVG5XtZB4PX2")
        #expect(b.depositAddress.base58 == "E4pa2Rvxf4z5729ymi5BpqMxoJ9hgM1CnZ2g7Jn6rd8")
        #expect(b.timelock.swap.address.base58 == "Gn5ZYF9zqb9GHGpmzXgesazzoEGuCGX7auCvppYN4TRu")
        #expect(b.timelock.swapTokenAccount.address.base58 == "FBMpwN3NA16Qv1L4zXtQj9ubNqT2jQP4dtqMgyUYuMSW")
        let gift = GiftCardCluster(
            mnemonic: try VectorPeople.mnemonic(VectorPeople.gift), mint: .usdf, timeAuthority: .usdfAuthority)
        #expect(gift.mnemonic.entropyBase58 == "4y7bh9TAFaamQPxGNT86e2")
        #expect(
            gift.mnemonic.phrase == "cage animal match embark fame bean pass census clinic gesture entire fury")
        #expect(gift.authority.publicKey.base58 == "AsZscN1rQbqvR8B4GSx5E1zxSFK39etY6ft4U3gUz9nE")
        #expect(gift.vault.base58 == "AKm6vhvC9USUFGZ6omEfk2eS985Z9EDexD4kNhRQdh8k")
        #expect(gift.cluster.depositAddress.base58 == "DUEPKHiprHD7oH2v9CxvSTfHDz4UZiySPbpMW6bNBo1L")
    }

    @Test("Switching to another mint keeps the key and changes the addresses")
    func use_anotherMint_matchesTable() throws {
        let mint = try PublicKey(base58: Self.jeffy.mint)
        let authority = try PublicKey(base58: Self.jeffy.authority)
        let usdf = try VectorPeople.cluster(VectorPeople.a)
        let jeffy = usdf.use(mint: mint, timeAuthority: authority)
        #expect(jeffy.authority == usdf.authority)
        #expect(jeffy.mint == mint && jeffy.timeAuthority == authority)
        #expect(jeffy.timelock.virtualMachine.address.address.base58 == "8rwgUXsLSq1Pn51UJs4NGVA1cTkemwBgKyWPfFYgnm3B")
        #expect(
            jeffy.timelock.virtualMachine.omnibus.address.base58 == "9XiqBPYSG2cBwpb8MqJeuFmLaQaAAr6gwikyBrPZDQ8R")
        #expect(jeffy.vault.base58 == "GeQpCTSB3f7gX8qNRsH4hi2m6LWThitFuh5q3ifp9NER")
        #expect(jeffy.timelock.swap.address.base58 == "4tREzPkhzLuHHf692Pkn8Hn4vGo1euWuW2C5scKoMh6w")
        #expect(jeffy.timelock.swapTokenAccount.address.base58 == "J7ypdTM7MJ3u1ym1Rf5FdYLWMxSdowPxsDzBGCAav8q")
        #expect(
            try VectorPeople.cluster(VectorPeople.b).use(mint: mint, timeAuthority: authority).vault.base58
                == "CkWYN3rGb2UQxKyDGvbULaQoaREbNpnv9bxgaJ7zhoFK")
        #expect(jeffy.use(mint: .usdf, timeAuthority: .usdfAuthority) == usdf)
        #expect(usdf.use(mint: .usdf, timeAuthority: .usdfAuthority) == usdf)
        #expect(usdf.use(mint: .usdf, timeAuthority: authority).vault != usdf.vault)
    }

    @Test("New links have their own keys and keep them when the mint changes")
    func giftCardCluster_generated_isUsable() throws {
        let random = SeededRandomSource(seed: 5)
        let gift = GiftCardCluster.generate(mint: .usdf, timeAuthority: .usdfAuthority, using: random)
        let other = GiftCardCluster.generate(mint: .usdf, timeAuthority: .usdfAuthority, using: random)
        #expect(gift.vault != other.vault)
        #expect(gift.mnemonic.length == .words12)
        let reopened = GiftCardCluster(
            mnemonic: try Mnemonic(entropyBase58: gift.mnemonic.entropyBase58), mint: .usdf,
            timeAuthority: .usdfAuthority)
        #expect(reopened == gift)
        let mint = try PublicKey(base58: Self.jeffy.mint)
        let authority = try PublicKey(base58: Self.jeffy.authority)
        #expect(
            gift.use(mint: mint, timeAuthority: authority)
                == GiftCardCluster(mnemonic: gift.mnemonic, mint: mint, timeAuthority: authority))
    }
}
