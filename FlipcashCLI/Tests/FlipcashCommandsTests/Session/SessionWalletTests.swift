import FlipcashCore
import FlipcashWallet
import Foundation
import Testing

@testable import FlipcashCommands

/// The wallet that commands see of a session.
@Suite struct SessionWalletTests {
    /// A currency of which a tenth of a token is worth less than a cent.
    private let jeffy = MintMetadata(
        address: PublicKey(repeating: 1), name: "Jeffy", symbol: "JEFFY", description: "", decimals: 10, imageURL: "",
        vm: nil,
        launchpad: LaunchpadMetadata(
            currencyConfig: PublicKey(repeating: 2), liquidityPool: PublicKey(repeating: 3),
            seed: PublicKey(repeating: 4), authority: PublicKey(repeating: 5), mintVault: PublicKey(repeating: 6),
            coreMintVault: PublicKey(repeating: 7), supplyFromBonding: 10_000_000_000_000_000, sellFeeBps: 100),
        createdAt: Instant(seconds: 0))

    @Test("The total includes hidden balances; the total of one token is its own")
    func balance_hiddenRest_isInTheTotal() async throws {
        let jeffy = jeffy
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 5_000_000)
            try await world.withWallet { wallet in
                let open = try #require(wallet as? SessionWallet)
                let session = open.session
                try await session.fetchBalance()
                try session.database.insert(mints: [jeffy], date: open.runtime.clock.now())
                try session.database.insertBalance(
                    quarks: 1_000_000_000, mint: jeffy.address, date: open.runtime.clock.now())
                try session.reloadBalances()
                let stored = SessionWallet(session: session, hosts: open.hosts, isOffline: true, runtime: open.runtime)
                let total = session.totalBalance.nativeAmount
                #expect(total.value > 5)
                let shown = try await stored.balance(all: false, token: nil)
                #expect(shown.rows.map(\.token.mint) == [.usdf] && shown.total == total)
                let all = try await stored.balance(all: true, token: nil)
                #expect(all.rows.map(\.token.mint) == [.usdf, jeffy.address] && all.total == total)
                let one = try await stored.balance(all: false, token: TokenArgument(argument: "jeffy"))
                #expect(one.rows.count == 1 && one.total == one.rows.first?.value)
            }
        }
    }
}
