import FlipcashAPI
import FlipcashCore
import Foundation
import Testing

@testable import FlipcashWallet

/// The names that the founding documents promise, used the way a caller would.
@Suite struct WalletFoundingNamesTests {
    @Test("Session, store and operations answer to their founding names")
    func names_areThere() throws {
        let world = TestWorld()
        let node = ScriptedNode(clock: world.clock)
        let wallet = TestWallet("a", node: node, world: world)
        try world.run {
            let session = try await wallet.open("a", quarks: 25_000_000, node: node)
            if case .loggedIn(let container) = wallet.authenticator.state {
                #expect(container.session === session)
            } else {
                Issue.record("nobody is logged in")
            }
            try await session.fetchBalance()
            let balance = try #require(session.balance(for: .usdf))
            #expect(session.balances.count == 1)
            #expect(session.totalBalance.nativeAmount.value == 25)
            #expect(balance.usdcValue.value == 25)
            #expect(try balance.computeExchangedValue(with: .oneToOne).quarks == 25_000_000)
            let amount = try ExchangedFiat(nativeAmount: .usd("30"), rate: .oneToOne)
            guard case .insufficient(let shortfall) = try session.hasSufficientFunds(for: amount) else {
                Issue.record("30 of 25 is enough")
                return
            }
            #expect(shortfall?.quarks == 5_000_000)
            let pinned = try await session.prepareSubmission(amount: .usd("1"), mint: .usdf)
            #expect(pinned.state.rateProto.hasSignature && pinned.state.reserveProto == nil)
            let payload = try session.makePayload(for: .usd("1"))
            let bill: SendCashOperation = try session.showCashBill(pinned, payload: payload)
            bill.invalidateMessageStream()
            session.dismissCashBill(style: .cancelled)
            _ = try await session.createCashLink(payload: payload, exchangedFiat: pinned)
            #expect(await session.updatePostTransaction())
            let rates: RatesController = session.rates
            #expect(rates.rateForBalanceCurrency() == .oneToOne && rates.rateForEntryCurrency() == .oneToOne)
            #expect(rates.rate(for: .usd) == .oneToOne)
            try session.database.insertBalance(quarks: 1, mint: .usdf, date: world.clock.now())
            #expect(try session.database.getBalances().count == 1)
            #expect(try session.database.getMintMetadata(mint: .usdf)?.symbol == "USDF")
            #expect(try session.database.getVMAuthority(mint: .usdf) == node.key.publicKey)
            #expect(SQLiteVersion.current >= 1)
            try await wallet.authenticator.logout()
            if case .loggedOut = wallet.authenticator.state {} else { Issue.record("somebody is logged in") }
        }
    }
}
