import FlipcashAPI
import FlipcashTestKit
import ProtobufCodec

@testable import FlipcashCore

/// An owner, two currencies and what an honest node would send for swaps between them.
struct SwapWorld {
    let owner = KeyPair.generate(using: SeededRandomSource(seed: 11))
    let random = SeededRandomSource(seed: 12)
    let payer = PublicKey.named("payer")
    let nonce = PublicKey.named("nonce")
    let creator = PublicKey.named("creator")
    let seed = PublicKey.named("seed")
    let receiver = PublicKey.named("receiver")
    let core = VirtualMachine(mint: .usdf, authority: PublicKey.named("payer"))
    let jeffy = ReserveCurrency(mint: PublicKey.named("jeffy"), authority: PublicKey.named("jeffy authority"))
    let bolts = ReserveCurrency(mint: PublicKey.named("bolts"), authority: PublicKey.named("bolts authority"))
    let newMint: PublicKey

    init() throws {
        newMint =
            CurrencyCreatorAddresses.mint(
                authority: creator, name: try PaddedName(name: "New Coin"), seed: seed
            ).address
    }

    var timelock: TimelockAccount { TimelockAccount(owner: owner.publicKey, virtualMachine: core) }

    private func parties(_ funding: SwapFunding? = nil) -> SwapOrder.Parties {
        SwapOrder.Parties(
            id: SwapID.generate(using: random), funding: funding ?? .intent(IntentID.generate(using: random)),
            owner: owner, core: core)
    }

    func buy() throws -> SwapOrder {
        try .buy(jeffy, amount: 10_000_000, fee: 100_000, parties: parties(), random: random)
    }

    func sell() throws -> SwapOrder {
        try .sell(jeffy, amount: 2_000_000_000_000, parties: parties(), random: random)
    }

    func convert() throws -> SwapOrder {
        try .convert(jeffy, to: bolts, amount: 2_000_000_000_000, parties: parties(), random: random)
    }

    func launch(source: ReserveCurrency? = nil) throws -> SwapOrder {
        try .launch(
            newMint,
            purchase: SwapOrder.FirstPurchase(
                name: "New Coin", symbol: "NEW", purchaseAmount: 10_000_000, source: source),
            amount: source == nil ? 10_000_000 : 4_000_000_000_000,
            fee: source == nil ? 10_000_000 : 4_000_000_000_000, parties: parties())
    }

    func withdrawal() throws -> SwapOrder {
        try .withdrawal(to: receiver, amount: 4_500_000, fee: 500_000, parties: parties(), random: random)
    }

    func existing(fee: Bool) -> SwapTermsTests.Existing {
        .with {
            $0.payer = payer.wire
            $0.nonce = nonce.wire
            $0.blockhash = .with { $0.value = Hash(sha256: "blockhash".utf8).bytes }
            $0.alts = [table(jeffy), table(bolts)]
            $0.computeUnitLimit = 150_000
            $0.computeUnitPrice = 1_000
            $0.memoValue = "buy_v0"
            $0.memoryAccount = PublicKey.named("memory").wire
            $0.memoryIndex = 3
            if fee { $0.feeDestination = PublicKey.named("fees").wire }
        }
    }

    private func table(_ currency: ReserveCurrency) -> Ocp_Common_V1_SolanaAddressLookupTable {
        let table = AddressLookupTable.launchpad(
            at: PublicKey.named("table of \(currency.mint.base58)"), currency: currency)
        return .with {
            $0.address = table.address.wire
            $0.entries = table.addresses.map(\.wire)
        }
    }

    func new() -> SwapTermsTests.New {
        .with {
            $0.payer = payer.wire
            $0.nonce = nonce.wire
            $0.blockhash = .with { $0.value = Hash(sha256: "blockhash".utf8).bytes }
            $0.alts = [
                .with {
                    $0.address = PublicKey.named("core table").wire
                    $0.entries = [core.address.address, .usdf, Sysvar.rent, Sysvar.recentBlockhashes].map(\.wire)
                }
            ]
            $0.authority = creator.wire
            $0.name = "New Coin"
            $0.symbol = "NEW"
            $0.seed = seed.wire
            $0.sellFeeBps = 100
            $0.vmLockDurationInDays = 21
            $0.feeDestination = PublicKey.named("fees").wire
        }
    }

    func stablecoin() -> SwapTermsTests.Stablecoin {
        .with {
            $0.payer = payer.wire
            $0.nonce = nonce.wire
            $0.blockhash = .with { $0.value = Hash(sha256: "blockhash".utf8).bytes }
            $0.feeDestination = PublicKey.named("fees").wire
            $0.poolFeeRecipient = PublicKey.named("pool fees").wire
        }
    }
}
