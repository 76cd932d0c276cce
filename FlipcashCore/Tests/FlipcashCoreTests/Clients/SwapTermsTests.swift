import FlipcashAPI
import FlipcashTestKit
import ProtobufCodec
import Testing

@testable import FlipcashCore

/// What a hostile node may send for a swap (payment specification §16.4).
@Suite("The node's parameters of a swap")
struct SwapTermsTests {
    typealias Parameters = Ocp_Transaction_V1_StatefulSwapResponse.ServerParameters
    typealias Existing = Parameters.ReserveExistingCurrencyServerParameters
    typealias New = Parameters.ReserveNewCurrencyServerParameter
    typealias Stablecoin = Parameters.CoinbaseStableSwapperServerParameter

    private let world: SwapWorld

    init() throws { world = try SwapWorld() }

    private func error(_ order: SwapOrder, _ parameters: Parameters) -> SwapTermsError? {
        do throws(SwapTermsError) {
            _ = try order.transaction(under: parameters)
            return nil
        } catch {
            return error
        }
    }

    @Test("Both sides build the same transaction of a purchase, a sale and a conversion")
    func transaction_honest_isTheExpectedOne() throws {
        for order in [try world.buy(), try world.sell(), try world.convert()] {
            let parameters = world.existing(fee: order.parameters.fee > 0)
            let (transaction, nonce) = try order.transaction(under: .with { $0.reserveExistingCurrency = parameters })
            #expect(nonce.address == world.nonce)
            #expect(transaction.payer == world.payer)
            #expect(transaction.clientSigners == [order.owner.publicKey, order.swapAuthority.publicKey])
            let (signed, signatures) = try transaction.signed(by: [order.owner, order.swapAuthority])
            #expect(signatures.count == 2)
            #expect(signed.signature(of: order.owner.publicKey) == signatures[0])
        }
    }

    @Test(
        "A purchase with any invalid or dangerous parameter is refused",
        arguments: [
            ("payer", SwapTermsError.malformed("payer")), ("payer-owner", .ownAccount("payer")),
            ("payer-authority", .ownAccount("payer")), ("nonce", .malformed("nonce")),
            ("blockhash", .malformed("blockhash")), ("alts-address", .malformed("alts")),
            ("alts-entry", .malformed("alts")), ("alts-many", .malformed("alts")),
            ("alts-vault", .ownAccountInTable), ("alts-temporary", .ownAccountInTable),
            ("alts-holding", .ownAccountInTable), ("memo", .transaction(.invalidServerParameter("memo_value"))),
            ("memory", .malformed("memory_account")), ("index", .transaction(.invalidServerParameter("memory_index"))),
            ("fee-missing", .transaction(.invalidServerParameter("fee_destination"))),
            ("fee-short", .malformed("fee_destination")), ("fee-owner", .ownAccount("fee_destination")),
        ])
    func buy_hostileParameter_isRefused(change: String, expected: SwapTermsError) throws {
        let order = try world.buy()
        var offered = world.existing(fee: true)
        switch change {
        case "payer": offered.payer.value.removeLast()
        case "payer-owner": offered.payer = order.owner.publicKey.wire
        case "payer-authority": offered.payer = order.swapAuthority.publicKey.wire
        case "nonce": offered.clearNonce()
        case "blockhash": offered.blockhash.value = [1]
        case "alts-address": offered.alts[0].clearAddress()
        case "alts-entry": offered.alts[0].entries[3].value = []
        case "alts-many": offered.alts[0].entries = (0..<257).map { PublicKey.named("\($0)").wire }
        case "alts-vault": offered.alts[0].entries.append(world.timelock.vault.address.wire)
        case "alts-temporary":
            let account = AssociatedTokenAccount.address(owner: order.swapAuthority.publicKey, mint: .usdf).address
            offered.alts[0].entries.append(account.wire)
        case "alts-holding": offered.alts[0].entries.append(world.timelock.swapTokenAccount.address.wire)
        case "memo": offered.memoValue = String(repeating: "m", count: 65)
        case "memory": offered.memoryAccount.value = []
        case "index": offered.memoryIndex = 65_536
        case "fee-missing": offered.clearFeeDestination()
        case "fee-short": offered.feeDestination.value.removeLast()
        case "fee-owner": offered.feeDestination = order.owner.publicKey.wire
        default: Issue.record("unknown change \(change)")
        }
        #expect(error(order, .with { $0.reserveExistingCurrency = offered }) == expected)
    }

    @Test("A fee that was not agreed on is refused")
    func sell_withFeeDestination_isRefused() throws {
        let parameters = Parameters.with { $0.reserveExistingCurrency = world.existing(fee: true) }
        #expect(
            error(try world.sell(), parameters) == .transaction(.invalidServerParameter("fee_destination")))
        #expect(
            error(try world.convert(), parameters) == .transaction(.invalidServerParameter("fee_destination")))
    }

    @Test("The parameters of another kind of swap are refused")
    func transaction_otherKind_isRefused() throws {
        let kinds: [Parameters] = [
            .with { $0.reserveExistingCurrency = world.existing(fee: true) },
            .with { $0.reserveNewCurrency = world.new() }, .with { $0.stablecoin = world.stablecoin() }, .init(),
        ]
        let (launch, withdrawal, buy) = (try world.launch(), try world.withdrawal(), try world.buy())
        for (index, parameters) in kinds.enumerated() {
            #expect((error(buy, parameters) == .wrongKind) == (index != 0))
            #expect((error(launch, parameters) == .wrongKind) == (index != 1))
            #expect((error(withdrawal, parameters) == .wrongKind) == (index != 2))
        }
    }

    @Test("An honest launch is signed by the owner alone")
    func launch_honest_isSignedByOwner() throws {
        let order = try world.launch()
        let (transaction, _) = try order.transaction(under: .with { $0.reserveNewCurrency = world.new() })
        #expect(try transaction.signed(by: [order.owner]).signatures.count == 1)
    }

    @Test(
        "A launch with any other currency, fee, lock or treasury than agreed is refused",
        arguments: [
            ("name", SwapTermsError.changed("name")), ("symbol", .changed("symbol")),
            ("bps", .changed("sell_fee_bps")), ("lock", .changed("vm_lock_duration_in_days")),
            ("authority-owner", .ownAccount("authority")), ("authority-short", .malformed("authority")),
            ("seed-short", .malformed("seed")), ("fee", .malformed("fee_destination")),
            ("treasury", .malformed("treasury")), ("payer", .ownAccount("payer")),
            ("deposit", .ownAccountInTable),
        ])
    func launch_hostileParameter_isRefused(change: String, expected: SwapTermsError) throws {
        let order = try world.launch()
        var offered = world.new()
        switch change {
        case "name": offered.name = "New Coin "
        case "symbol": offered.symbol = "OLD"
        case "bps": offered.sellFeeBps = 101
        case "lock": offered.vmLockDurationInDays = 20
        case "authority-owner": offered.authority = order.owner.publicKey.wire
        case "authority-short": offered.authority.value.removeLast()
        case "seed-short": offered.seed.value.removeLast()
        case "fee": offered.clearFeeDestination()
        case "treasury": offered.treasury = PublicKey.named("treasury").wire
        case "payer": offered.payer = order.owner.publicKey.wire
        case "deposit":
            let machine = VirtualMachine(mint: world.newMint, authority: world.creator)
            offered.alts = [
                .with {
                    $0.address = PublicKey.named("table").wire
                    $0.entries = [machine.depositAddress(owner: order.owner.publicKey).address.wire]
                }
            ]
        default: Issue.record("unknown change \(change)")
        }
        #expect(error(order, .with { $0.reserveNewCurrency = offered }) == expected)
    }

    @Test("A seed or an authority that gives another mint is refused")
    func launch_otherMint_isRefused() throws {
        let order = try world.launch()
        for change in ["seed", "authority"] {
            var offered = world.new()
            if change == "seed" { offered.seed = PublicKey.named("x").wire }
            if change == "authority" { offered.authority = PublicKey.named("x").wire }
            guard
                case .transaction(.mintMismatch(let expected, _)) = error(
                    order, .with { $0.reserveNewCurrency = offered })
            else {
                Issue.record("the \(change) was accepted")
                continue
            }
            #expect(expected == world.newMint)
        }
    }

    @Test("A launch that is paid with a currency needs a treasury that buys for the agreed amount")
    func treasuryLaunch_otherAmount_isRefused() throws {
        let order = try world.launch(source: world.jeffy)
        var offered = world.new()
        #expect(error(order, .with { $0.reserveNewCurrency = offered }) == .malformed("treasury"))
        offered.treasury = PublicKey.named("treasury").wire
        offered.treasuryPurchaseAmount = 9_999_999
        #expect(
            error(order, .with { $0.reserveNewCurrency = offered })
                == .transaction(.purchaseAmountMismatch(accepted: 10_000_000, offered: 9_999_999)))
        offered.treasuryPurchaseAmount = 10_000_000
        #expect(error(order, .with { $0.reserveNewCurrency = offered }) == nil)
        offered.treasury = order.owner.publicKey.wire
        #expect(error(order, .with { $0.reserveNewCurrency = offered }) == .ownAccount("treasury"))
    }

    @Test("A withdrawal checks payer, fee and the receiver's accounts in tables")
    func withdrawal_hostileParameter_isRefused() throws {
        let order = try world.withdrawal()
        #expect(error(order, .with { $0.stablecoin = world.stablecoin() }) == nil)
        var offered = world.stablecoin()
        offered.poolFeeRecipient.value = []
        #expect(error(order, .with { $0.stablecoin = offered }) == .malformed("pool_fee_recipient"))
        offered = world.stablecoin()
        offered.clearFeeDestination()
        #expect(error(order, .with { $0.stablecoin = offered }) == .malformed("fee_destination"))
        offered = world.stablecoin()
        let receiver = AssociatedTokenAccount.address(owner: world.receiver, mint: .usdc).address
        offered.alts = [
            .with {
                $0.address = PublicKey.named("table").wire
                $0.entries = [receiver.wire]
            }
        ]
        #expect(error(order, .with { $0.stablecoin = offered }) == .ownAccountInTable)
    }

    @Test("Whatever else the node changes, amounts and destinations stay the user's own")
    func transaction_anyParameters_keepsTheUsersAmounts() throws {
        let order = try world.buy()
        let honest = try order.transaction(
            under: .with { $0.reserveExistingCurrency = world.existing(fee: true) }
        ).transaction.instructions
        var offered = world.existing(fee: true)
        offered.computeUnitLimit = .max
        offered.computeUnitPrice = .max
        offered.memoValue = "another"
        offered.memoryIndex = 7
        offered.nonce = PublicKey.named("other nonce").wire
        let changed = try order.transaction(
            under: .with { $0.reserveExistingCurrency = offered }
        ).transaction.instructions
        #expect(honest.count == changed.count)
        // Transfer and closing carry amount, fee and the destinations; only nonce, budget, memo and slot may differ.
        let differing = zip(honest, changed).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
        #expect(differing == [0, 1, 2, 3, 6])
    }

    @Test("A nonce signs one swap only")
    func signatures_sameNonce_isRefused() throws {
        let nonces = NonceMemory()
        let parameters = Parameters.with { $0.reserveExistingCurrency = world.existing(fee: true) }
        let first = StatefulSwapSubmission(order: try world.buy(), nonces: nonces)
        #expect(try first.signatures(over: parameters).submitSignatures.transactionSignatures.count == 2)
        let second = StatefulSwapSubmission(order: try world.buy(), nonces: nonces)
        #expect(throws: StatefulSwapError.serverParameters(.nonceReused)) {
            try second.signatures(over: parameters)
        }
    }

    @Test("Refused parameters do not use up the nonce")
    func signatures_refused_keepsTheNonce() throws {
        let nonces = NonceMemory()
        var hostile = world.existing(fee: true)
        hostile.payer = world.owner.publicKey.wire
        let submission = StatefulSwapSubmission(order: try world.buy(), nonces: nonces)
        #expect(throws: StatefulSwapError.self) {
            try submission.signatures(over: .with { $0.reserveExistingCurrency = hostile })
        }
        let honest = Parameters.with { $0.reserveExistingCurrency = world.existing(fee: true) }
        #expect(try submission.signatures(over: honest).submitSignatures.transactionSignatures.count == 2)
    }
}
