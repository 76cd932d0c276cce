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

    @Test("Storing the same balance, currency or rate again is not a change")
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
}
