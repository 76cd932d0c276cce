import FlipcashCore
import FlipcashTestKit
import Foundation
import Synchronization
import Testing

@testable import FlipcashWallet

@Suite struct DatabaseTests {
    private let database: FlipcashWallet.Database
    private static let date = Instant(seconds: 1_767_225_600, nanoseconds: 123_456_789)
    private static let later = Instant(seconds: 1_767_225_700)

    init() throws { database = try .inMemory() }

    private static func key(_ byte: UInt8) -> PublicKey { PublicKey(exactly: [UInt8](repeating: byte, count: 32))! }

    static func core(authority: PublicKey = key(9)) -> MintMetadata {
        MintMetadata(
            address: .usdf, name: "USDF", symbol: "USDF", description: "d", decimals: 6, imageURL: "u",
            vm: VMMetadata(address: key(8), authority: authority, omnibus: nil, lockDurationInDays: 21),
            launchpad: nil, createdAt: Instant(seconds: -62_135_596_800))
    }

    static func jeffy(supply: UInt64 = 10_000_000_000_000_000, launchpad: Bool = true) -> MintMetadata {
        MintMetadata(
            address: key(1), name: "Jeffy", symbol: "JEFFY", description: "bio", decimals: 10, imageURL: "i",
            vm: VMMetadata(address: key(2), authority: key(3), omnibus: nil, lockDurationInDays: 21),
            launchpad: launchpad
                ? LaunchpadMetadata(
                    currencyConfig: key(4), liquidityPool: key(5), seed: key(6), authority: key(7), mintVault: key(10),
                    coreMintVault: key(11), supplyFromBonding: supply, sellFeeBps: 100) : nil,
            socialLinks: [.website(url: "https://x.example"), .x(username: "jeffy")], billColors: ["#FF0000"],
            createdAt: Instant(seconds: 1_750_000_000))
    }

    /// Returns how many changes the store announces during `body`.
    private func notices(_ body: () throws -> Void) rethrows -> Int {
        let before = database.changes.announcementCount
        try body()
        return database.changes.announcementCount - before
    }

    @Test("Balances are returned with their values, highest first, ties by name")
    func getBalances_sortsByValue() throws {
        try database.insert(mints: [Self.core(), Self.jeffy()], date: Self.date)
        try database.insertBalance(quarks: 5_000_000, mint: .usdf, costBasis: 5, date: Self.date)
        try database.insertBalance(quarks: 5_000_000_000_000, mint: Self.key(1), costBasis: nil, date: Self.date)
        let balances = try database.getBalances()
        #expect(balances.map(\.symbol) == ["JEFFY", "USDF"])
        #expect(balances[1].usdcValue.value == 5)
        #expect(balances[0].usdcValue.value > 11 && balances[0].usdcValue.value < 13)
    }

    @Test("Amounts of the whole unsigned range are stored exactly")
    func insertBalance_unsignedRange_survives() throws {
        try database.insert(mints: [Self.core()], date: Self.date)
        try database.insertBalance(quarks: .max, mint: .usdf, date: Self.date)
        #expect(try database.getBalances().first?.quarks == .max)
    }

    @Test("A row without its currency, or without its supply, is skipped")
    func getBalances_badRow_isSkipped() throws {
        try database.insert(mints: [Self.core(), Self.jeffy(launchpad: false)], date: Self.date)
        try database.insertBalance(quarks: 1, mint: .usdf, date: Self.date)
        try database.insertBalance(quarks: 1, mint: Self.key(1), date: Self.date)
        try database.insertBalance(quarks: 1, mint: Self.key(77), date: Self.date)
        #expect(try database.getBalances().map(\.mint) == [.usdf])
    }

    @Test("Storing the same balance, currency or rate again is no change")
    func insert_identicalData_announcesNothing() throws {
        try database.insert(mints: [Self.core(), Self.jeffy()], date: Self.date)
        try database.insertBalance(quarks: 1, mint: .usdf, costBasis: 2, date: Self.date)
        try database.insert(rates: [Rate(fx: 2, currency: .cad)])
        try database.updateLiveSupply(5, mint: Self.key(1), date: Self.date)
        let count = try notices {
            try database.insert(mints: [Self.core(), Self.jeffy(supply: 5)], date: Self.later)
            try database.insertBalance(quarks: 1, mint: .usdf, costBasis: 2, date: Self.later)
            try database.insert(rates: [Rate(fx: 2, currency: .cad)])
            try database.updateLiveSupply(5, mint: Self.key(1), date: Self.later)
        }
        #expect(count == 0)
        #expect(try notices { try database.insertBalance(quarks: 2, mint: .usdf, costBasis: 2, date: Self.later) } == 1)
    }

    @Test("A cost basis can be added and removed")
    func insertBalance_costBasisFromNull_updates() throws {
        try database.insert(mints: [Self.core()], date: Self.date)
        try database.insertBalance(quarks: 1, mint: .usdf, costBasis: nil, date: Self.date)
        try database.insertBalance(quarks: 1, mint: .usdf, costBasis: 3.5, date: Self.date)
        #expect(try database.getBalances().first?.costBasis == 3.5)
        try database.insertBalance(quarks: 1, mint: .usdf, costBasis: nil, date: Self.date)
        #expect(try database.getBalances().first?.costBasis == nil)
    }

    @Test("A balance that the server no longer lists is deleted")
    func replaceBalances_dropsTheMissing() throws {
        try database.insert(mints: [Self.core(), Self.jeffy()], date: Self.date)
        try database.insertBalance(quarks: 1, mint: Self.key(1), date: Self.date)
        try database.replaceBalances([BalanceUpdate(mint: .usdf, quarks: 4, costBasis: 4)], date: Self.date)
        #expect(try database.getBalances().map(\.mint) == [.usdf])
    }

    @Test("Currencies are stored completely, with social links and bill colours")
    func getMintMetadata_roundTrips() throws {
        try database.insert(mints: [Self.jeffy()], date: Self.date)
        #expect(try database.getMintMetadata(mint: Self.key(1))?.metadata == Self.jeffy())
        #expect(try database.getVMAuthority(mint: Self.key(1)) == Self.key(3))
        #expect(try database.getVMAuthority(mint: Self.key(99)) == nil)
    }

    @Test("Metadata without launchpad data does not erase a live supply")
    func insertMints_withoutLaunchpad_keepsTheSupply() throws {
        try database.insert(mints: [Self.jeffy()], date: Self.date)
        try database.updateLiveSupply(77, mint: Self.key(1), date: Self.date)
        try database.insert(mints: [Self.jeffy(launchpad: false)], date: Self.later)
        try database.insert(mints: [Self.jeffy(supply: 78)], date: Self.later)
        #expect(try database.getMintMetadata(mint: Self.key(1))?.supplyFromBonding == 78)
    }

    @Test("History is returned newest first with its side rows, and the cursor is the newest completed entry")
    func activities_roundTrip() throws {
        let link = activity(1, kind: .cashLink, state: .pending, at: 30)
        let gave = activity(2, kind: .gave, state: .completed, at: 20)
        let received = activity(3, kind: .received, state: .completed, at: 10)
        try database.insert(activities: [received, gave, link])
        #expect(try database.getActivities() == [link, gave, received])
        #expect(try database.getActivities(since: gave.date) == [link, gave])
        #expect(try database.getActivities(mint: gave.payment.mint, since: gave.date, limit: 1) == [link])
        #expect(try database.latestCompletedActivityID() == gave.id)
        #expect(try database.pendingActivityIDs() == [link.id])
        #expect(try database.getActivity(cashLinkVault: Self.key(42)) == link)
        #expect(try database.hasEverAddedMoney())
        let sent = activity(1, kind: .cashLink, state: .completed, at: 30)
        try database.insert(activities: [sent])
        #expect(try database.pendingActivityIDs().isEmpty)
    }

    private func activity(
        _ number: UInt8, kind: Activity.Kind, state: Activity.State, at second: Int64
    ) -> Activity {
        Activity(
            id: IntentID(exactly: [UInt8](repeating: number, count: 32))!, kind: kind, state: state, title: "T",
            payment: Activity.Payment(currencyCode: "cad", nativeAmount: 5.25, quarks: .max, mint: .usdf),
            date: Instant(seconds: 1_767_225_600 + second),
            cashLink: kind == .cashLink ? Activity.CashLink(vault: Self.key(42), canCancel: state == .pending) : nil,
            counterparty: kind == .gave ? .phone("+14155551234") : nil)
    }

    @Test("Limits and rates are stored exactly")
    func limitsAndRates_roundTrip() throws {
        let amount = FiatAmount(value: try #require(Decimal(plainText: "0.1")), currency: .cad)
        let limits = Limits(
            sinceDate: Self.date, fetchDate: Self.later,
            sendLimits: [.cad: SendLimit(nextTransaction: amount, maxPerTransaction: amount, maxPerDay: amount)])
        try database.insert(limits: limits)
        #expect(try database.getLimits() == limits)
        let rate = Rate(fx: try #require(Decimal(plainText: "1.3742")), currency: .cad)
        try database.insert(rates: [rate])
        #expect(try database.getRates() == [.cad: rate])
    }
}

@Suite struct DatabaseFileTests {
    private let temporary: TemporaryFolder
    private let files = POSIXFileSystem()
    private let owner = PublicKey(exactly: [UInt8](repeating: 5, count: 32))!
    private var folder: ProfileFolder { ProfileFolder(path: temporary.path + "/profile") }

    init() throws { temporary = try TemporaryFolder() }

    private func open() throws -> FlipcashWallet.Database { try Database(owner: owner, folder: folder, files: files) }

    @Test("A store keeps its data, in files that only their owner can read")
    func open_again_findsTheData() throws {
        let first = try open()
        try first.insert(mints: [DatabaseTests.core()], date: Instant(seconds: 1))
        first.close()
        #expect(try files.permissions(folder.store(owner)) == 0o600)
        #expect(try files.permissions(folder.path) == 0o700)
        #expect(try open().getMints().count == 1)
    }

    @Test("A store of another version is recreated, whether older or newer", arguments: ["0", "99", "x"])
    func open_otherVersion_rebuilds(version: String) throws {
        let first = try open()
        try first.insert(mints: [DatabaseTests.core()], date: Instant(seconds: 1))
        first.close()
        try files.replace(folder.storeVersion(owner), with: Array(version.utf8))
        #expect(try open().getMints().isEmpty)
        #expect(try files.read(folder.storeVersion(owner)) == Array("\(SQLiteVersion.current)".utf8))
    }

    @Test("A damaged store is recreated")
    func open_damagedFile_rebuilds() throws {
        let first = try open()
        try first.insert(mints: [DatabaseTests.core()], date: Instant(seconds: 1))
        first.close()
        try files.replace(folder.store(owner), with: [UInt8](repeating: 0x5A, count: 8_192))
        #expect(try open().getMints().isEmpty)
    }

    @Test("Concurrent replacements of a file leave one of the contents, complete")
    func replace_concurrently_isNeverAMixture() async throws {
        try files.makeFolder(folder.path)
        let path = folder.path + "/shared"
        let texts = (0..<24).map { [UInt8](repeating: UInt8($0), count: 1 + $0 * 997) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for text in texts {
                group.addTask { [files] in try files.replace(path, with: text) }
            }
            try await group.waitForAll()
        }
        #expect(texts.contains(try #require(try files.read(path))))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["shared"])
    }

    @Test("Preferences that are set at the same time are all saved")
    func preferences_concurrentSets_saveTheLast() async throws {
        try files.makeFolder(folder.path)
        let path = folder.path + "/preferences.json"
        for _ in 0..<20 {
            let preferences = Preferences(path: path, files: files)
            await withTaskGroup(of: Void.self) { group in
                group.addTask { preferences.balanceCurrency = .cad }
                group.addTask { preferences.storedTokenMint = .usdf }
                group.addTask { preferences.recentCurrencies = [.eur, .usd] }
                group.addTask { preferences.wasLoggedIn = true }
            }
            let saved = Preferences(path: path, files: files)
            #expect(saved.balanceCurrency == .cad && saved.storedTokenMint == .usdf)
            #expect(saved.recentCurrencies == [.eur, .usd] && saved.wasLoggedIn)
            try files.remove(path)
        }
    }

    @Test("A replaced secret file is complete and private; a lock is exclusive")
    func posixFiles_replaceAndLock() throws {
        try files.makeFolder(folder.path)
        let path = folder.path + "/x"
        try files.replace(path, with: [1, 2, 3])
        #expect(try files.readSecret(path) == [1, 2, 3])
        try files.append([4], to: path)
        #expect(try files.readSecret(path) == [1, 2, 3, 4])
        chmod(path, 0o640)
        #expect(throws: FileFailure.readableByOthers(path)) { try files.readSecret(path) }
        #expect(try files.read(folder.path + "/none") == nil)
        let lock = try files.tryLock(folder.path + "/lock")
        #expect(lock != nil)
        #expect(try files.tryLock(folder.path + "/lock") == nil)
        withExtendedLifetime(lock) {}
    }
}

@Suite struct TimestampTextTests {
    @Test(
        "Dates are written in UTC with milliseconds and read back",
        arguments: [
            (0, 0, "1970-01-01T00:00:00.000"), (1_767_225_600, 123_999_999, "2026-01-01T00:00:00.123"),
            (951_782_400, 0, "2000-02-29T00:00:00.000"), (-62_135_596_800, 0, "0001-01-01T00:00:00.000"),
            (1_772_323_199, 999_000_000, "2026-02-28T23:59:59.999"),
        ])
    func text_roundTrips(seconds: Int64, nanoseconds: Int64, text: String) {
        let instant = Instant(seconds: seconds, nanoseconds: nanoseconds)
        #expect(TimestampText.text(instant) == text)
        #expect(TimestampText.instant(text)?.seconds == seconds)
        #expect(TimestampText.instant(rfc3339: text + "Z")?.seconds == seconds)
    }

    @Test("Every day of four centuries can be written and read")
    func text_everyDay_roundTrips() {
        for day in stride(from: Int64(-73_000), to: 73_000, by: 1) {
            let instant = Instant(seconds: day * 86_400 + 86_399)
            #expect(TimestampText.instant(TimestampText.text(instant)) == instant)
        }
    }

    @Test("Times outside the calendar's range do not crash", arguments: [Int64.min, Int64.max])
    func text_extremes_areClamped(seconds: Int64) {
        #expect(TimestampText.text(Instant(seconds: seconds)).utf8.count == 23)
    }

    @Test(
        "Text of another form is not a date",
        arguments: [
            "", "2026-01-01", "2026-13-01T00:00:00.000", "2026-01-01T00:00:00.00x", "2026-02-29T00:00:00.000",
            "2026-02-31T00:00:00.000", "2026-04-31T00:00:00.000", "1900-02-29T00:00:00.000", "2026-01-00T00:00:00.000",
        ])
    func instant_nonsense_isNil(text: String) {
        #expect(TimestampText.instant(text) == nil)
    }
}
