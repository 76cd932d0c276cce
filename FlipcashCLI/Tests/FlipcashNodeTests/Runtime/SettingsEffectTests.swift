import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashNodeTestKit
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests that a node obeys its settings.
@Suite("Settings that a node obeys")
struct SettingsEffectTests {
    private func pay(_ quarks: UInt64, _ town: WireTown, isSigned: Bool = true) async throws -> String? {
        let payment = town.a.pay(try town.dollars(quarks), to: town.b.vault(town.usdf), town.usdf, id: town.id())
        return try await town.submit(payment, signers: isSigned ? [town.a] : [])
    }

    @Test("The daily limit is what clients show, and a fifth more is allowed")
    func dailyLimit_lower_toldAndEnforced() async throws {
        var settings = NodeSettings.standard
        settings.dailyLimitMicros = 10_000_000
        try await WireTown.run(settings: settings) { town async throws in
            var request = Ocp_Transaction_V1_GetLimitsRequest.with {
                $0.owner = town.a.owner.accountID
                $0.consumedSince = town.clock.now().timestamp
            }
            request.signature = town.a.key.sign(try request.serializedBytes()).wire
            var limit = try await town.transactions.getLimits(request).sendLimitsByCurrency["usd"]
            #expect(limit?.nextTransaction == 10 && limit?.maxPerDay == 10)
            #expect(try await pay(12_010_000, town) == "dollar value exceeds limit")
            #expect(try await pay(4_000_000, town) == nil)
            limit = try await town.transactions.getLimits(request).sendLimitsByCurrency["usd"]
            #expect(limit?.nextTransaction == 6 && limit?.maxPerDay == 10)
            #expect(try await pay(8_010_000, town) == "dollar value exceeds limit")
            // It is refused before the signatures are looked at.
            #expect(try await pay(8_010_000, town, isSigned: false) == "dollar value exceeds limit")
            #expect(try await pay(8_000_000, town) == nil)
            #expect(await town.violations() == [])
        }
    }

    @Test("The commit checks the daily limit of the settings, too")
    func dailyLimit_atCommit_enforced() throws {
        let world = try LedgerWorld()
        let owner = world.stranger().owner
        let limit = DailySendLimit(advertisedMicros: 10_000_000)
        #expect(limit.enforcedMicros == 12_000_000)
        #expect(DailySendLimit().enforcedMicros == SendLimitRules.enforcedUSDMicros)
        #expect(DailySendLimit(advertisedMicros: .max).enforcedMicros == SendLimitRules.enforcedUSDMicros)
        #expect(limit.allows(12_000_000, after: 0) && !limit.allows(12_000_001, after: 0))
        #expect(!limit.allows(1, after: .max))
        let plan = IntentPlan.DailyLimit(
            owner: owner, since: LedgerWorld.start, ledgerTime: LedgerWorld.start, usdMicros: 1,
            enforcedMicros: limit.enforcedMicros)
        #expect(plan.enforcedMicros == 12_000_000)
    }

    @Test("The withdrawal fee and its collector are those of the settings, wherever clients read them")
    func withdrawalFee_changed_everywhere() async throws {
        let collector = try Somebody("collector").key.publicKey
        var settings = NodeSettings.standard
        settings.withdrawalFeeMicros = 1_250_000
        settings.feeCollector = collector
        try await WireTown.run(settings: settings) { town async throws in
            let (a, b, usdf) = (town.a, town.b, town.usdf)
            let address = usdf.timelock(of: b.owner).deposit.address
            let account = AssociatedTokenAccount.address(owner: address, mint: usdf.mint).address
            let hint = try await town.transactions.canWithdrawToAccount(
                .with {
                    $0.account = address.accountID
                    $0.mint = usdf.mint.accountID
                })
            #expect(hint.feeAmount.nativeAmount == 1.25)
            func withdraw(fee: UInt64) async throws -> String? {
                let request = a.withdraw(
                    try town.dollars(5_000_000), to: account, owner: address, fee: fee, usdf, id: town.id())
                return try await town.submit(request, signers: [a])
            }
            #expect(
                try await withdraw(fee: 500_000)
                    == "actions[1]: CREATE_ON_SEND_WITHDRAWAL fee payment amount must be 1.25 USD")
            #expect(try await withdraw(fee: 1_250_000) == nil)
            #expect(try town.balance(b) == 3_750_000)
            #expect(await town.violations() == [])
            let ledger = town.node.context.ledger.settings
            #expect(
                ledger.feeDestination(mint: usdf.mint)
                    == AssociatedTokenAccount.address(owner: collector, mint: usdf.mint).address)
            let client = ClientFeatures(platform: .apple, country: nil, version: nil)
            let flags = UserFlagsPresenter.flags(user: nil, client: client, withdrawalFee: ledger.withdrawalFee)
            #expect(flags.withdrawalFeeAmount == 1_250_000)
        }
    }

    @Test("Intents that are switched off are temporarily unavailable, and the others are served")
    func intentsOff_paymentsAndOpenings_unavailable() async throws {
        let folder = try TemporaryFolder()
        let storage = NodeConfiguration.Storage.folder(NodeFolder(folder.file("n")))
        try await WireTown.run(storage) { _ in }
        var settings = NodeSettings.standard
        settings.intentsOff = [.payments, .openings, .withdrawals]
        try await WireTown.run(storage, settings: settings, seed: 2) { town async throws in
            let stranger = Payer(key: try Somebody("c").key)
            try await town.register(stranger)
            let payment = await grpcStatus { try await pay(1_000_000, town) }
            let opening = await grpcStatus {
                try await town.submit(stranger.open(town.usdf, id: town.id()), signers: [])
            }
            // It is not looked at further.
            var forged = town.a.pay(try town.dollars(1), to: town.b.vault(town.usdf), town.usdf, id: town.id())
            forged.signature = town.b.key.sign([]).wire
            let unsigned = await grpcStatus { [forged] in try await town.submit(forged, signers: [town.a]) }
            for status in [payment, opening, unsigned] {
                #expect(status?.code == .unavailable && status?.message == "temporarily unavailable")
            }
            let card = Payer(key: try Somebody("card").key)
            let link = town.a.link(try town.dollars(2_000_000), card: card, town.usdf, id: town.id())
            #expect(try await town.submit(link, signers: [town.a, card]) == nil)
            let claim = town.b.claim(card, quarks: 2_000_000, town.usdf, id: town.id())
            #expect(try await town.submit(claim, signers: [card]) == nil)
        }
        settings.intentsOff = [.cashLinks, .claims]
        try await WireTown.run(storage, settings: settings, seed: 3) { town async throws in
            #expect(try await pay(1_000_000, town) == nil)
            let card = Payer(key: try Somebody("card 2").key)
            let link = town.a.link(try town.dollars(2_000_000), card: card, town.usdf, id: town.id())
            let status = await grpcStatus { try await town.submit(link, signers: [town.a, card]) }
            #expect(status?.code == .unavailable)
        }
    }

    @Test("Intents in a currency that is not among the settings' mints are refused as unknown")
    func mints_other_unsupported() async throws {
        let folder = try TemporaryFolder()
        let storage = NodeConfiguration.Storage.folder(NodeFolder(folder.file("n")))
        try await WireTown.run(storage) { town async throws in #expect(try await pay(1_000_000, town) == nil) }
        var settings = NodeSettings.standard
        settings.mints = [.usdc]
        try await WireTown.run(storage, settings: settings, seed: 2) { town async throws in
            #expect(try await pay(1_000_000, town) != nil)
        }
        settings.mints = [.usdc, .usdf]
        try await WireTown.run(storage, settings: settings, seed: 3) { town async throws in
            #expect(try await pay(1_000_000, town) == nil)
        }
    }

    // MARK: Rates

    @Test("Of several rate sources the first that answers counts, and all reasons are named if none does")
    func rates_inOrder_firstAnswers() async throws {
        let folder = try TemporaryFolder()
        let (first, second) = (folder.file("1.json"), folder.file("2.json"))
        var configuration = NodeConfiguration.inMemory()
        configuration.settings = NodeSettings(rates: .inOrder([.file(path: first), .file(path: second)]))
        let error = await #expect(throws: NodeError.self) {
            try await Node.start(configuration, environment: .test())
        }
        #expect("\(try #require(error))".contains(first) && "\(error!)".contains(second))
        #expect(try PrivateFile.create(second, content: Array(#"{"usd":{"cad":"2"}}"#.utf8)))
        func cad(_ node: Node) -> Double? {
            node.proofs.rates.first { $0.exchangeRate.currencyCode == "cad" }?.exchangeRate.exchangeRate
        }
        try await withNode(configuration) { node in
            #expect(cad(node) == 2)
            #expect(try PrivateFile.create(first, content: Array(#"{"usd":{"cad":"1"}}"#.utf8)))
            try await node.proofs.refreshRates()
            #expect(cad(node) == 1)
            #expect(node.status.rateSource == "\(first), \(second)")
        }
    }

    @Test("Rates are kept as long as the settings say")
    func ratesKept_twoDays_olderDeleted() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("r.json")
        @Sendable func observe(_ rate: Int) throws {
            PrivateFile.remove(path)
            #expect(try PrivateFile.create(path, content: Array("{\"usd\":{\"cad\":\"\(rate)\"}}".utf8)))
        }
        try observe(1)
        var settings = NodeSettings(rates: .file(path: path))
        settings.ratesKept = .seconds(2 * 86_400)
        try await NodeHarness.run(settings: settings) { harness in
            func days() throws -> Int64 {
                try harness.node.context.store.read {
                    try $0.integer("SELECT count(DISTINCT observed_at) FROM rates")
                }
            }
            for rate in 2...6 {
                harness.clock.advance(by: .seconds(86_400))
                try observe(rate)
                try await harness.node.proofs.refreshRates()
            }
            #expect(try days() == 3, "today, and two days")
        }
    }
}
