import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Swaps over the real services: what the owner may ask, and what a hostile client or a race gets (payment specification
/// §16 and §22).
@Suite("Swaps through the services")
struct SwapServiceTests {
    typealias State = Ocp_Transaction_V1_SwapMetadata.State

    /// What the node answers to the sweep of stablecoins.
    private static func sweep(
        _ town: MarketTown, by person: Payer,
        _ change: (inout Ocp_Transaction_V1_StatelessSwapRequest.Initiate) -> Void = { _ in }
    ) async throws -> (code: Ocp_Transaction_V1_StatelessSwapResponse.Error.Code, reason: String)? {
        var initiate = Ocp_Transaction_V1_StatelessSwapRequest.Initiate.with {
            $0.stablecoin = .with {
                $0.fromMint = PublicKey.usdc.accountID
                $0.toMint = town.usdf.mint.accountID
                $0.swapAmount = 5_000_000
            }
            $0.owner = person.owner.accountID
            $0.waitForFinalization = true
        }
        change(&initiate)
        if !initiate.hasSignature {
            initiate.signature = person.key.sign(try initiate.serializedBytes()).wire
        }
        let request = initiate
        return try await town.transactions.statelessSwap { writer in
            try await writer.write(.with { $0.initiate = request })
        } onResponse: { response in
            for try await message in response.messages {
                guard case .error(let error)? = message.response else { continue }
                let detail = error.errorDetails.first
                if case .denied(let denied)? = detail?.type { return (error.code, denied.reason) }
                return (error.code, detail?.reasonString.reason ?? "")
            }
            return nil
        }
    }

    // MARK: Questions

    @Test("Only the owner sees a swap, with the signed terms, from its start to its end")
    func getSwap_everyState_isTold() async throws {
        try await MarketTown.run { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            let order = town.order(town.usdf, tea, 1_000_000, fee: 10_000)
            #expect(try await town.swap(order.id, of: town.a).result == .notFound)
            #expect(try await town.pendingSwaps(of: town.a).result == .notFound)
            #expect(try await town.start(order, by: town.a) == .success)

            let created = try await town.swap(order.id, of: town.a)
            #expect(created.result == .ok && created.swap.state == .created)
            let proof = try #require(Signature(exactly: created.swap.signature.value))
            let terms: [UInt8] = try created.swap.verifiedMetadata.serializedBytes()
            #expect(town.a.owner.verify(signature: proof, data: terms))
            #expect(created.swap.verifiedMetadata.reserve.clientParameters.swapAmount == 1_000_000)
            #expect(try await town.swap(order.id, of: town.b).result == .denied)
            let pending = try await town.pendingSwaps(of: town.a)
            #expect(pending.result == .ok && pending.swaps.map(\.state) == [.created])
            #expect(pending.swaps.first?.verifiedMetadata == created.swap.verifiedMetadata)
            #expect(try await town.pendingSwaps(of: town.b).result == .notFound)

            #expect(try await town.fund(order, by: town.a) == nil)
            try await town.node.letWorkersRun()
            #expect(try await town.swap(order.id, of: town.a).swap.state == .finalized)
            #expect(try await town.pendingSwaps(of: town.a).result == .notFound)

            let late = town.order(town.usdf, tea, 1_000_000)
            #expect(try await town.start(late, by: town.a) == .success)
            town.harness.clock.advance(by: .seconds(61))
            try await town.node.letWorkersRun()
            #expect(try await town.swap(late.id, of: town.a).swap.state == .cancelled)
            #expect(try await town.fund(late, by: town.a) == "swap state is cancelled")
        }
    }

    @Test("Questions about swaps must be signed by the owner that they name")
    func questions_otherSignature_unauthenticated() async throws {
        try await MarketTown.run { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            let order = town.order(town.usdf, tea, 1_000_000)
            #expect(try await town.start(order, by: town.a) == .success)
            let statuses = [
                await grpcStatus { try await town.swap(order.id, of: town.a, signedBy: town.b.key) },
                await grpcStatus { try await town.pendingSwaps(of: town.a, signedBy: town.b.key) },
            ]
            #expect(statuses.map { $0?.code } == [.unauthenticated, .unauthenticated])
        }
    }

    // MARK: Stateless swaps

    @Test("Without a chain every sweep is refused, each wrong part with its own text")
    func statelessSwap_everyPart_isChecked() async throws {
        try await MarketTown.run { town in
            let ata = try await Self.sweep(town, by: town.a)
            #expect(ata?.code == .invalidSwap && ata?.reason == "source ata not found or invalid")
            let from = try await Self.sweep(town, by: town.a) { $0.stablecoin.fromMint = town.usdf.mint.accountID }
            #expect(from?.reason == "source mint must be usdc")
            let to = try await Self.sweep(town, by: town.a) { $0.stablecoin.toMint = Samples.mint.accountID }
            #expect(to?.reason == "destination mint must be the core mint")
            let stranger = Payer(key: try Somebody("stranger").key)
            let unknown = try await Self.sweep(town, by: stranger)
            #expect(unknown?.code == .denied && unknown?.reason == "not an ocp account")

            let card = Payer(key: try Somebody("card").key)
            let link = town.a.link(
                try town.node.dollars(2_000_000), card: card, town.usdf, id: town.node.newIntentID())
            #expect(try await town.transactions.submit(link, signers: [town.a, card]) == nil)
            let cardOwner = try await Self.sweep(town, by: card)
            #expect(cardOwner?.code == .denied && cardOwner?.reason == "not a user ocp account")

            let forged = await grpcStatus {
                try await Self.sweep(town, by: town.a) { $0.signature = Signature.zero.wire }
            }
            #expect(forged?.code == .unauthenticated)
            let empty = await grpcStatus {
                try await Self.sweep(town, by: town.a) { $0.stablecoin.swapAmount = 0 }
            }
            #expect(empty?.code == .invalidArgument)
        }
    }

    // MARK: Owners and mints

    @Test("A currency that the operator has not listed cannot be a destination")
    func start_unlistedMint_isRefused() async throws {
        var settings = NodeSettings.standard
        settings.mints = [.usdf]
        try await MarketTown.run(settings: settings) { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            let order = town.order(town.usdf, tea, 1_000_000)
            #expect(try await town.start(order, by: town.a) == .invalid("invalid destination mint"))
            let sale = town.order(tea, town.usdf, 1_000_000)
            #expect(try await town.start(sale, by: town.a) == .invalid("invalid source mint"))
        }
    }

    @Test("A node that has swaps switched off is temporarily unavailable for new ones, and serves payments")
    func start_switchedOff_isUnavailable() async throws {
        var settings = NodeSettings.standard
        settings.intentsOff = [.swaps]
        try await MarketTown.run(settings: settings) { town in
            let order = town.order(town.usdf, town.usdf, 1_000_000)
            #expect(try await town.start(order, by: town.a) == .status(.unavailable, "temporarily unavailable"))
            let payment = town.a.pay(
                try town.node.dollars(1_000_000), to: town.b.vault(town.usdf), town.usdf, id: town.node.newIntentID())
            #expect(try await town.transactions.submit(payment, signers: [town.a]) == nil)
        }
    }

    @Test("An owner without a core account, or with a cash link, is not a user")
    func start_ownerThatIsNoUser_isRefused() async throws {
        try await MarketTown.run { town in
            let (tea, milk) = (
                try await town.available("Tea Coin", by: town.a), try await town.available("Milk Coin", by: town.b)
            )
            func plant(_ person: Payer, _ mint: MintRecord, _ type: AccountType = .primary) async throws {
                let timelock = mint.timelock(of: person.owner)
                let vault = Vault(
                    token: timelock.vault.address, owner: person.owner, authority: person.owner, mint: mint.mint,
                    type: type, index: 0, createdAt: town.harness.clock.now(), vaultState: .locked, balance: .opened)
                // No request opens these accounts together.
                try await town.node.context.committer.commit { try $0.open(OpenedVault(vault, timelock: timelock)) }
            }
            func pay(_ quarks: UInt64, _ mint: MintRecord, to person: Payer) async throws -> String? {
                let payment = town.a.pay(
                    try town.exchange(quarks, mint), to: person.vault(mint), mint, id: town.node.newIntentID())
                return try await town.transactions.submit(payment, signers: [town.a])
            }
            let loner = Payer(key: try Somebody("loner").key)
            for mint in [tea, milk] { try await plant(loner, mint) }
            let tokens = UInt64(try town.balance(town.a, tea)) / 2
            #expect(try await pay(tokens, tea, to: loner) == nil)
            let conversion = town.order(tea, milk, tokens)
            #expect(try await town.start(conversion, by: loner) == .denied("not an ocp account"))

            let holder = Payer(key: try Somebody("holder").key)
            for mint in [town.usdf, tea] { try await plant(holder, mint) }
            #expect(try await pay(2_000_000, town.usdf, to: holder) == nil)
            try await plant(holder, milk, .giftCard)
            let purchase = town.order(town.usdf, tea, 1_000_000)
            #expect(try await town.start(purchase, by: holder) == .denied("not a user ocp account"))
        }
    }

    // MARK: Hostile clients

    @Test("Terms that another signed, or that were changed after the signature, start nothing")
    func start_forgedOrReplayed_isRefused() async throws {
        try await MarketTown.run { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            let order = town.order(town.usdf, tea, 1_000_000)
            let honest = order.request(by: town.a)

            // The proof is A's, and the request is signed by B in A's name.
            var foreign = honest
            foreign.signAgain(town.b.key)
            guard case .status(.unauthenticated, _) = try await town.start(foreign, answer: { _ in nil }) else {
                Issue.record("a request that B signed was accepted for A")
                return
            }
            // A's terms, offered by B as B's own.
            var stolen = honest
            stolen.owner = town.b.owner.accountID
            stolen.signAgain(town.b.key)
            #expect(try await town.start(stolen) { _ in nil } == .signatureError(nil, expected: nil))
            // The amount was changed after the proof was signed.
            var raised = honest
            raised.reserve.swapAmount = 2_000_000
            raised.signAgain(town.a.key)
            #expect(try await town.start(raised) { _ in nil } == .signatureError(nil, expected: nil))

            #expect(try await town.start(order, by: town.a) == .success)
            #expect(try await town.start(order, by: town.a) == .denied("attempt to reuse swap id"))
            #expect(try await town.fund(order, by: town.a) == nil)
            try await town.node.letWorkersRun()
            // After its end, too.
            #expect(try await town.start(order, by: town.a) == .denied("attempt to reuse swap id"))
            #expect(try await town.fund(order, by: town.a) == "intent already exists")
            #expect(await town.violations() == [])
        }
    }

    @Test("Signatures over another transaction, or in the wrong order, start nothing")
    func start_otherTransaction_isRefused() async throws {
        try await MarketTown.run { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            let order = town.order(town.usdf, tea, 1_000_000)
            var other = order
            other.amount = 999_999
            let core = town.usdf.virtualMachine
            let refused = try await town.start(order.request(by: town.a)) { [other] parameters in
                try? other.signatures(by: town.a, core: core, parameters)
            }
            guard case .signatureError(nil, expected: _?) = refused else {
                Issue.record("\(refused)")
                return
            }
            let swapped = try await town.start(order.request(by: town.a)) { parameters in
                try? order.signatures(by: town.a, core: core, parameters).reversed()
            }
            guard case .signatureError(nil, expected: _?) = swapped else {
                Issue.record("\(swapped)")
                return
            }
            #expect(try await town.swap(order.id, of: town.a).result == .notFound)
        }
    }

    @Test("Another's payment, or a payment for another swap, funds nothing")
    func fund_foreignIntent_isRefused() async throws {
        try await MarketTown.run { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            #expect(try await town.submitOpening(of: tea, by: town.b) == nil)
            let (mine, theirs) = (town.order(town.usdf, tea, 1_000_000), town.order(town.usdf, tea, 1_000_000))
            #expect(try await town.start(mine, by: town.a) == .success)
            #expect(try await town.start(theirs, by: town.b) == .success)
            var foreign = mine
            foreign.fundingID = theirs.fundingID
            #expect(try await town.fund(foreign, by: town.a) == "not the owner of the swap")
            // A's id, paid into B's account.
            let timelock = town.usdf.timelock(of: town.b.owner)
            let elsewhere = town.a.withdraw(
                try town.node.dollars(1_000_000), to: timelock.swapTokenAccount.address, owner: timelock.swap.address,
                fee: nil, town.usdf, id: mine.fundingID)
            #expect(
                try await town.transactions.submit(elsewhere, signers: [town.a])
                    == "can only send to your own vm swap pda")
            // Two swaps cannot share one payment.
            var second = town.order(town.usdf, tea, 1_000_000)
            second.fundingID = mine.fundingID
            #expect(try await town.start(second, by: town.a) == .denied("attempt to reuse swap funding id"))
            #expect(try await town.fund(mine, by: town.a) == nil)
            #expect(try await town.fund(theirs, by: town.b) == nil)
            try await town.node.letWorkersRun()
            #expect(try await town.swap(mine.id, of: town.a).swap.state == .finalized)
            #expect(try await town.swap(theirs.id, of: town.b).swap.state == .finalized)
            #expect(await town.violations() == [])
        }
    }

    @Test("A payment with the proof of another currency's supply funds nothing")
    func fund_proofOfAnotherCurrency_isRefused() async throws {
        try await MarketTown.run { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            let milk = try await town.available("Milk Coin", by: town.b)
            let held = UInt64(try town.balance(town.a, tea))
            let order = town.order(tea, town.usdf, held / 2)
            #expect(try await town.start(order, by: town.a) == .success)
            var exchange = try town.exchange(order.amount, tea)
            exchange.launchpadCurrencyReserveState = try #require(town.node.proofs.reserve(of: milk.mint))
            let timelock = tea.timelock(of: town.a.owner)
            let forged = town.a.withdraw(
                exchange, to: timelock.swapTokenAccount.address, owner: timelock.swap.address, fee: nil, tea,
                id: order.fundingID)
            #expect(
                try await town.transactions.submit(forged, signers: [town.a])
                    == "reserve state mint does not match expected mint")
            #expect(try town.balance(town.a, tea) == Int64(held))
            #expect(try await town.fund(order, by: town.a) == nil)
        }
    }

    // MARK: Races

    @Test("A supply that moves between quote and payment changes what arrives, and nothing is lost")
    func trade_supplyMovedMeanwhile_followsTheChain() async throws {
        try await MarketTown.run { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            #expect(try await town.submitOpening(of: tea, by: town.b) == nil)
            let (early, late) = (town.order(town.usdf, tea, 5_000_000), town.order(town.usdf, tea, 50_000_000))
            let quoted = try #require(try town.mint(tea.mint).launchpad?.pool)
            let promised = try DiscreteBondingCurve().chainBuy(pool: quoted, amount: 5_000_000, minOut: 0).tokensOut
            #expect(try await town.start(early, by: town.b) == .success)
            #expect(try await town.trade(late, by: town.a) == .finalized)
            let moved = try #require(try town.mint(tea.mint).launchpad?.pool)
            let left = try DiscreteBondingCurve().chainBuy(pool: moved, amount: 5_000_000, minOut: 0).tokensOut
            #expect(try await town.fund(early, by: town.b) == nil)
            try await town.node.letWorkersRun()
            #expect(try town.balance(town.b, tea) == Int64(left) && left < promised)
            #expect(await town.violations() == [])
        }
    }

    @Test("Of a payment and a cancellation at the same moment, one wins: paid and finished, or cancelled and not paid")
    func fund_whileCancelled_oneWins() async throws {
        try await MarketTown.run { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            var ends: [State: Int] = [:]
            for round in 0..<12 {
                let order = town.order(town.usdf, tea, 100_000)
                let before = try town.balance(town.a)
                #expect(try await town.start(order, by: town.a) == .success)
                town.harness.clock.advance(by: .seconds(61))
                try await town.node.proofs.refreshRates()
                let payment = try town.funding(order, by: town.a)
                async let cancelled: Void = town.node.letWorkersRun()
                if round.isMultiple(of: 2) { await Task.yield() }
                async let paid = town.transactions.submit(payment, signers: [town.a])
                let refusal = try await paid
                try await cancelled
                try await town.node.letWorkersRun()
                let state = try await town.swap(order.id, of: town.a).swap.state
                ends[state, default: 0] += 1
                let after = try town.balance(town.a)
                switch state {
                case .finalized: #expect(refusal == nil && after == before - 100_000)
                case .cancelled: #expect(refusal != nil && after == before)
                default: Issue.record("\(state): \(refusal ?? "paid")")
                }
            }
            #expect(ends.values.reduce(0, +) == 12)
            #expect(await town.violations() == [])
        }
    }

    @Test("Many owners trade one currency at once; every swap ends, and the books agree")
    func trades_inParallel_agree() async throws {
        try await MarketTown.run { town in
            let tea = try await town.available("Tea Coin", by: town.a)
            let people = try (0..<6).map { Payer(key: try Somebody("trader \($0)").key) }
            for person in people {
                try await town.settle(person)
                #expect(try await town.submitOpening(of: tea, by: person) == nil)
            }
            let states = try await withThrowingTaskGroup(of: [State].self) { group in
                for (number, person) in people.enumerated() {
                    group.addTask {
                        let buy = town.order(town.usdf, tea, UInt64(1_000_000 * (number + 1)), fee: 0)
                        let first = try await town.trade(buy, by: person)
                        let sell = town.order(tea, town.usdf, UInt64(try town.balance(person, tea)) / 2)
                        return [first, try await town.trade(sell, by: person)]
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(states == [State](repeating: .finalized, count: 12))
            #expect(await town.violations() == [])
        }
    }
}
