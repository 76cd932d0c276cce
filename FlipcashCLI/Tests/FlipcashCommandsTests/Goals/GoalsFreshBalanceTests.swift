import FlipcashTestKit
import Testing

@testable import FlipcashCommands

@Suite("flipcash goals: the balance is fetched when the stored one is too small")
struct GoalsFreshBalanceTests {
    /// A world with a goal, 60 dollars that just arrived, and the stored balance from before.
    private func visit(_ story: (PlayMoneyWorld) async throws -> Void) async throws {
        try await PlayMoneyWorld.visit(clock: TestClock()) { world in
            #expect(try await world.run("goals", "add", "Trip", "1000 usd", "--by", "2026-09-01").status == .done)
            try await world.fund(quarks: 60_000_000)
            try await story(world)
        }
    }

    private func stored(_ world: PlayMoneyWorld) async throws -> String {
        try await world.run("balance", "--offline").output
    }

    @Test("A contribution right after money arrived works; one of more than there is fails as before")
    func contribute_moneyJustArrived_isReserved() async throws {
        try await visit { world in
            let reserved = try await world.run("goals", "contribute", "Trip", "50")
            #expect(reserved.output == "Set aside 50.000000 USDF of wallet USDF for Trip\n", "\(reserved.errors)")
            let tooMuch = try await world.run("goals", "contribute", "Trip", "10.01")
            #expect(tooMuch.status == .notPossible && tooMuch.failure?.code == "exceeds_total", "\(tooMuch.errors)")
            #expect(try await world.run("goals", "list", "--json").output.contains("\"total\":\"50.00\""))
            let unknown = try await world.run("goals", "contribute", "Trip", "1", "--token", "pepe")
            #expect(unknown.status == .notPossible && unknown.failure?.code == "no_balance")
        }
    }

    @Test("--offline fetches nothing: the stored balance decides")
    func contribute_offline_fetchesNothing() async throws {
        try await visit { world in
            let before = try await stored(world)
            let refused = try await world.run("goals", "contribute", "Trip", "50", "--offline")
            #expect(refused.status == .notPossible && refused.failure?.code == "exceeds_total", "\(refused.errors)")
            #expect(try await stored(world) == before && !before.contains("60.00"), "\(before)")
        }
    }

    @Test("A balance that is large enough is not fetched")
    func contribute_enoughStored_fetchesNothing() async throws {
        try await visit { world in
            _ = try await world.run("balance")
            try await world.fund(quarks: 7_000_000)
            #expect(try await world.run("goals", "contribute", "Trip", "50").status == .done)
            #expect(try await stored(world).contains("60.00"))
        }
    }

    @Test("--dry-run fetches the balance and sets nothing aside")
    func contribute_dryRun_storesNothing() async throws {
        try await visit { world in
            let planned = try await world.run("goals", "contribute", "Trip", "50", "--dry-run")
            #expect(planned.output == "Would set aside 50.000000 USDF of wallet USDF for Trip\n", "\(planned.errors)")
            #expect(try await world.run("goals", "list", "--json").output.contains("\"total\":\"0.00\""))
            #expect(try await world.run("goals", "asset", "list", "--json").output.contains("\"assets\":[]"))
        }
    }

    @Test("With --dry-run an allocation, an asset and a transaction are shown as planned, and not stored")
    func allocateAssetAndLog_dryRun_storeNothing() async throws {
        try await visit { world in
            #expect(try await world.run("goals", "asset", "add", "Trip", "usd", "--label", "jar").status == .done)
            #expect(try await world.run("goals", "log", "jar", "30").status == .done)
            let allocated = try await world.run("goals", "allocate", "jar", "Trip", "10", "--dry-run")
            #expect(allocated.output == "Trip would have 10.00 USD of jar\n", "\(allocated.errors)")
            let listed = try await world.run("goals", "allocate", "jar", "Trip", "10", "--dry-run", "--json")
            #expect(listed.output.contains("\"free\":\"20.00\"") && listed.output.contains("\"state\":\"planned\""))
            let tooMuch = try await world.run("goals", "allocate", "jar", "Trip", "31", "--dry-run")
            #expect(tooMuch.failure?.code == "exceeds_total", "\(tooMuch.errors)")
            let asset = try await world.run("goals", "asset", "add", "Trip", "usd", "--label", "box", "--dry-run")
            #expect(asset.output == "Would add box (USD) to Trip\n", "\(asset.errors)")
            let entered = try await world.run("goals", "log", "jar", "5", "--dry-run")
            #expect(entered.output == "Would enter 5.00 USD in jar\n", "\(entered.errors)")
            let assets = try await world.run("goals", "asset", "list", "--json").output
            #expect(!assets.contains("box") && assets.contains("\"balance\":\"30.00\""), "\(assets)")
            #expect(try await world.run("goals", "list", "--json").output.contains("\"total\":\"30.00\""))
        }
    }

    @Test("A new goal and an allocation use money that just arrived, also as the rest")
    func addAndAllocate_moneyJustArrived_useIt() async throws {
        try await visit { world in
            let added = try await world.run(
                "goals", "add", "Car", "500 usd", "--by", "2026-09-01", "--from", "dollars:20", "--json")
            #expect(added.output.contains("\"total\":\"20.00\""), "\(added.errors)")
            try await world.fund(quarks: 10_000_000)
            let allocated = try await world.run("goals", "allocate", "usdf", "Trip", "50")
            #expect(allocated.output == "Trip has 50.000000 USDF of wallet USDF\n", "\(allocated.errors)")
            try await world.fund(quarks: 5_000_000)
            let rest = try await world.run("goals", "allocate", "usdf", "Trip", "rest")
            #expect(rest.output == "Trip has 55.000000 USDF of wallet USDF\n", "\(rest.errors)")
            try await world.fund(quarks: 3_000_000)
            let other = try await world.run(
                "goals", "add", "Boat", "500 usd", "--by", "2026-09-01", "--from", "dollars", "--json")
            #expect(other.output.contains("\"total\":\"3.00\""), "\(other.errors)")
            let tooMuch = try await world.run(
                "goals", "add", "Bike", "500 usd", "--by", "2026-09-01", "--from", "dollars:1")
            #expect(tooMuch.failure?.code == "exceeds_total", "\(tooMuch.errors)")
            #expect(try await world.run("goals", "show", "Bike").status == .notFound)
        }
    }

    @Test("Without the account's words the shortage is reported, and nothing is asked")
    func contribute_lockedVault_reportsTheShortage() async throws {
        try await PlayMoneyWorld.visit { world in
            try world.write("correct horse\n", to: "first")
            let made = try await world.run(
                "account", "create", "--words-file", world.path("words"), "--skip-word-check", "--passphrase-file",
                world.path("first"))
            #expect(made.status == .done, "\(made.errors)")
            #expect(try await world.run("goals", "add", "Trip", "1000 usd", "--by", "2099-03-01").status == .done)
            try await world.fund(quarks: 60_000_000)
            let locked = try await world.run("goals", "contribute", "Trip", "50")
            #expect(locked.status == .notPossible && locked.failure?.code == "exceeds_total", "\(locked.errors)")
            let opened = try await world.run(
                "goals", "contribute", "Trip", "50", "--passphrase-file", world.path("first"))
            #expect(opened.status == .done, "\(opened.errors)")
        }
    }
}
