import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashWallet

/// Uses the names that the founding documents promise, as a caller would.
@Suite struct WalletFoundingNamesTests {
    @Test("Session, store and operations have their founding names")
    func names_areThere() throws {
        let world = SimulatedWorld()
        let node = ScriptedNode(clock: world.clock)
        let wallet = TestWallet("a", node: node, world: world)
        try world.run {
            let session = try await wallet.open("a", quarks: 25_000_000, node: node)
            if case .loggedIn(let container) = wallet.authenticator.state {
                #expect(container.session === session)
            } else {
                Issue.record("no account is logged in")
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

    @Test("Login, giving, receiving and switching accounts have their founding names")
    func operations_areThere() throws {
        let world = SimulatedWorld()
        let node = ScriptedNode(clock: world.clock)
        let giver = TestWallet("a", node: node, world: world)
        let taker = TestWallet("b", node: node, world: world)
        try world.run {
            let sender = try await giver.open("a", quarks: 25_000_000, node: node)
            let account = TestWallet.account("b")
            let userID = try await taker.authenticator.initialize(using: account, isRegistration: true)
            let receiver = try await taker.authenticator.completeLogin(with: account, userID: userID).session

            let pinned = try await sender.prepareSubmission(amount: .usd("5"), mint: .usdf)
            let bill: SendCashOperation = try sender.showCashBill(pinned)
            let states = bill.states()
            let given = world.environment.tasks.spawn { _ = try? await bill.run() }
            for await state in states where state == .advertised || state.isFinal { break }
            let scan = ScanCashOperation(
                payload: bill.payload, context: receiver.operationContext(waitsForLock: true))
            #expect(try await scan.run().tokens.quarks == 5_000_000)
            await given.wait()

            let one = try await sender.prepareSubmission(amount: .usd("1"), mint: .usdf)
            let link: CashLink = try await sender.createCashLink(exchangedFiat: one)
            #expect(try await receiver.receiveCashLink(link.mnemonic).tokens.quarks == 1_000_000)

            let two = try await sender.prepareSubmission(amount: .usd("2"), mint: .usdf, flow: .withdraw)
            let outside = try await sender.withdrawalDestination(TestWallet.account("outsider").owner, mint: .usdf)
            let fee = try sender.withdrawalQuote(two, to: outside).fee
            #expect(try await sender.withdraw(exchangedFiat: two, fee: fee, to: outside).amount == two.amount)

            let info = try await taker.container.client.fetchAccountInfo(owner: account.ownerKey, mint: .usdf)
            #expect(info.quarks == 6_000_000)
            let flags = try await taker.container.flipClient.fetchUserFlags(userID: userID, owner: account.ownerKey)
            #expect(try await receiver.fetchUserFlags() == flags && flags.minBuildNumber == 10)
            let jeffy = DatabaseTests.jeffy()
            try receiver.database.insert(mints: [jeffy], date: world.clock.now())
            #expect(try receiver.database.getMintMetadata(mint: jeffy.address)?.symbol == "JEFFY")

            let other = try await taker.authenticator.switchAccount(to: TestWallet.account("a"))
            #expect(other.session.ownerPublicKey == sender.ownerPublicKey)
            #expect(taker.authenticator.session?.session === other.session)
        }
    }

    /// Passes the events of the stream to the service.
    private struct Saver: LiveMintDataReceiver {
        let service: VerifiedProtoService

        func receive(_ event: LiveMintEvent) async {
            if case .rates(let batch) = event { _ = await service.saveRates(batch) }
        }
    }

    @Test("Verified state arrives through the founding actors")
    func verifiedState_isThere() throws {
        let world = SimulatedWorld()
        let node = ScriptedNode(clock: world.clock)
        let wallet = TestWallet("a", node: node, world: world)
        try world.run {
            let service = VerifiedProtoService(
                nodeKey: node.key.publicKey, database: try .inMemory(), clock: world.clock)
            let streamer = LiveMintDataStreamer(
                client: wallet.container.client, environment: world.environment, receiver: Saver(service: service))
            await streamer.start(mints: [.usdf])
            try await world.clock.sleep(for: .seconds(1))
            #expect(await streamer.isHealthy)
            await streamer.stop()
            let state: VerifiedState = try #require(await service.verifiedState(currency: .cad, mint: .usdf))
            #expect(state.rateProto.exchangeRate.exchangeRate == 1.4 && state.reserveProto == nil)
        }
    }
}
