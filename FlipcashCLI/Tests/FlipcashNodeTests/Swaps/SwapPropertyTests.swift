import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// Laws of trading on one ledger, for random programs of many owners.
@Suite struct SwapPropertyTests {
    @Test(
        "supply, reserve and fees are those of the chain's functions applied in the order of the commits",
        arguments: 1...6 as ClosedRange<UInt64>)
    func trades_random_followTheChain(seed: UInt64) async throws {
        let world = try LedgerWorld(seed: seed)
        var random = SeededGenerator(seed: seed)
        var owners: [Payer] = []
        for _ in 0..<6 { owners.append(try await world.user(800_000_000)) }
        let mints = [
            try await world.available("Marble", by: owners[0]), try await world.available("Pebble", by: owners[1]),
            try await world.available("Gravel", by: owners[2]),
        ]
        var collected: Int64 = 30_000_000
        for owner in owners {
            for mint in mints { _ = try await world.submit(owner.open(mint, id: world.id()), signers: []) }
        }
        var model: [PublicKey: LaunchpadState] = [:]
        for mint in mints { model[mint.mint] = try world.store.read { try $0.mint(mint.mint)?.launchpad } }

        for _ in 0..<60 {
            let owner = owners[Int.random(in: 0..<owners.count, using: &random)]
            let first = Int.random(in: 0..<mints.count, using: &random)
            let mint = mints[first]
            let other = mints[(first + Int.random(in: 1..<mints.count, using: &random)) % mints.count]
            let held = UInt64(max(0, try world.balance(owner, mint)))
            let amounts = [1, 49, 100, 10_000_000, 25_000_017].map(UInt64.init)
            let amount = amounts[Int.random(in: 0..<amounts.count, using: &random)]
            let part = [held, held / 2, held / 3 + 1, min(held, 1)][Int.random(in: 0..<4, using: &random)]
            let order =
                switch Int.random(in: 0..<3, using: &random) {
                case 0: world.order(world.usdf, mint, amount, fee: SwapFees.onTop(of: amount))
                case 1: world.order(mint, world.usdf, part)
                default: world.order(mint, other, part)
                }
            guard order.amount > 0, try await world.start(order, by: owner) == .success,
                try await world.fund(order, by: owner) == .success
            else { continue }
            if try follow(order, &model, world) { collected += Int64(order.fee) }
        }
        for mint in mints {
            #expect(try world.store.read { try $0.mint(mint.mint)?.launchpad } == model[mint.mint])
            let held = try owners.reduce(Int64(0)) { $0 + (try world.balance($1, mint)) }
            #expect(UInt64(held) == model[mint.mint]?.supply)
        }
        #expect(try world.quarks(.feeCollector(mint: world.usdf.mint), world.usdf) == collected)
        #expect(try world.findings().map(\.description) == [])
    }

    /// Applies the chain's own functions to the model, and compares the end of the swap; false when the chain would
    /// refuse it.
    private func follow(
        _ order: SwapOrder, _ model: inout [PublicKey: LaunchpadState], _ world: LedgerWorld
    ) throws -> Bool {
        let curve = DiscreteBondingCurve()
        let swap = try #require(try world.swap(order))
        var states = model
        func buy(_ amount: UInt64, _ mint: PublicKey) throws -> UInt64 {
            guard var state = states[mint], let pool = state.pool else {
                throw DiscreteBondingCurve.ChainError.invalidArgument
            }
            let bought = try curve.chainBuy(pool: pool, amount: amount, minOut: 0)
            state.supply += bought.tokensOut
            state.baseVault += bought.amountIn
            states[mint] = state
            return bought.tokensOut
        }
        func sell(_ tokens: UInt64, _ mint: PublicKey) throws -> UInt64 {
            guard var state = states[mint], let pool = state.pool else {
                throw DiscreteBondingCurve.ChainError.invalidArgument
            }
            let sold = try curve.chainSell(pool: pool, tokenQuarks: tokens, minOut: 0)
            state.supply -= tokens
            state.baseVault -= sold.net
            state.feesAccumulated += sold.fee
            states[mint] = state
            return sold.net
        }
        do {
            let received =
                if order.from.isCore {
                    try buy(order.amount, order.to.mint)
                } else if order.to.isCore {
                    try sell(order.amount, order.from.mint)
                } else {
                    try buy(sell(order.amount, order.from.mint), order.to.mint)
                }
            #expect(swap.state == .finalized)
            #expect(try world.store.read { try $0.settlement(of: order.id)?.amount?.quarks } == received)
            model = states
            return true
        } catch is DiscreteBondingCurve.ChainError {
            #expect(swap.state == .cancelled)
            return false
        }
    }

    @Test("selling everything never returns more than was paid in", arguments: 7...14 as ClosedRange<UInt64>)
    func sellAll_afterRandomPurchases_returnsNoMore(seed: UInt64) async throws {
        let world = try LedgerWorld(seed: seed)
        var random = SeededGenerator(seed: seed)
        var owners: [Payer] = []
        for _ in 0..<4 { owners.append(try await world.user(900_000_000)) }
        let mint = try await world.available("Marble", by: owners[0])
        var paidIn: UInt64 = 10_000_000
        for owner in owners { _ = try await world.submit(owner.open(mint, id: world.id()), signers: []) }
        var paidOut: UInt64 = 0
        for _ in 0..<16 {
            let owner = owners[Int.random(in: 0..<owners.count, using: &random)]
            let held = UInt64(try world.balance(owner, mint))
            let isSale = Int.random(in: 0..<4, using: &random) == 0 && held > 1_000_000_000
            let amount = UInt64(1_000 + Int.random(in: 0..<50_000_000, using: &random))
            let order = isSale ? world.order(mint, world.usdf, held / 2) : world.order(world.usdf, mint, amount)
            try await world.swapped(order, by: owner)
            guard try world.swap(order)?.state == .finalized else { continue }
            if isSale {
                paidOut += try world.store.read { try $0.settlement(of: order.id)?.amount?.quarks } ?? 0
            } else {
                paidIn += amount
            }
        }
        let before = try #require(try world.store.read { try $0.mint(mint.mint)?.launchpad })
        let paidBefore = paidOut
        for owner in owners {
            let held = UInt64(try world.balance(owner, mint))
            guard held > 0 else { continue }
            let order = world.order(mint, world.usdf, held)
            try await world.swapped(order, by: owner)
            paidOut += try world.store.read { try $0.settlement(of: order.id)?.amount?.quarks } ?? 0
        }
        #expect(paidOut <= paidIn)
        #expect(paidOut - paidBefore <= before.baseVault)
        let after = try #require(try world.store.read { try $0.mint(mint.mint)?.launchpad })
        #expect(after.supply == 0)
        #expect(after.baseVault >= after.feesAccumulated)
        #expect(try world.findings().map(\.description) == [])
    }
}
