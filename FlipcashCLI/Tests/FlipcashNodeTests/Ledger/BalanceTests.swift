import FlipcashCore
import Testing

@testable import FlipcashNode

@Suite struct BalanceTests {
    private static func balance(_ quarks: Int64, isOpen: Bool = true, isLocked: Bool = true) -> Balance {
        Balance(quarks: quarks, usdBasis: 7, isOpen: isOpen, isLocked: isLocked)
    }

    @Test("a credit adds quarks and cost and counts the change")
    func applying_credit_adds() throws {
        let applied = try Self.balance(5).applying(.credit(quarks: 10, usd: 4))
        #expect(applied.balance == Balance(quarks: 15, usdBasis: 11, isOpen: true, isLocked: true))
        #expect(applied.quarks == 10)
        #expect(applied.usd == 4)
    }

    @Test("a debit takes at most the whole balance", arguments: [(10, true), (11, false), (0, true)])
    func applying_debit_stopsAtZero(quarks: Int64, isAllowed: Bool) throws {
        let balance = Self.balance(10)
        if isAllowed {
            #expect(try balance.applying(.debit(quarks: quarks, usd: 1)).balance.quarks == 10 - quarks)
        } else {
            #expect(throws: BalanceRefusal.insufficient) { try balance.applying(.debit(quarks: quarks, usd: 1)) }
        }
    }

    @Test("a drain takes exactly the balance, closes, and clears the cost")
    func applying_drain_closes() throws {
        let applied = try Self.balance(10).applying(.drain(quarks: 10))
        #expect(applied.balance == Balance(quarks: 0, usdBasis: 0, isOpen: false, isLocked: true))
        #expect(applied.usd == -7)
        for other: Int64 in [0, 9, 11] {
            #expect(throws: BalanceRefusal.amountDiffers) { try Self.balance(10).applying(.drain(quarks: other)) }
        }
    }

    @Test(
        "a closed account does not change",
        arguments: [BalanceDelta.credit(quarks: 1, usd: 1), .debit(quarks: 0, usd: 0), .drain(quarks: 0), .close])
    func applying_toClosed_throwsClosed(delta: BalanceDelta) {
        #expect(throws: BalanceRefusal.closed) { try Self.balance(0, isOpen: false).applying(delta) }
    }

    @Test("an unlocked account cannot pay, but can receive")
    func applying_toUnlocked_onlyCredits() throws {
        let unlocked = Self.balance(5, isLocked: false)
        #expect(throws: BalanceRefusal.notManaged) { try unlocked.applying(.debit(quarks: 1, usd: 0)) }
        #expect(throws: BalanceRefusal.notManaged) { try unlocked.applying(.drain(quarks: 5)) }
        #expect(try unlocked.applying(.credit(quarks: 1, usd: 0)).balance.quarks == 6)
    }

    @Test("only an empty account can be closed without a drain")
    func applying_close_needsZero() throws {
        #expect(try Self.balance(0).applying(.close).balance.isOpen == false)
        #expect(throws: BalanceRefusal.amountDiffers) { try Self.balance(1).applying(.close) }
    }

    @Test("an issuer may owe, and sums beyond 64 bits are refused instead of wrapping")
    func applying_extremes_areRefused() throws {
        #expect(try Self.balance(0).applying(.debit(quarks: 9, usd: 9), mayOwe: true).balance.quarks == -9)
        #expect(throws: BalanceRefusal.outOfRange) { try Self.balance(.max).applying(.credit(quarks: 1, usd: 0)) }
        #expect(throws: BalanceRefusal.outOfRange) { try Self.balance(0).applying(.credit(quarks: -1, usd: 0)) }
        #expect(throws: BalanceRefusal.outOfRange) { try Self.balance(5).applying(.debit(quarks: -1, usd: 0)) }
        #expect(throws: BalanceRefusal.outOfRange) {
            try Self.balance(.min).applying(.debit(quarks: 1, usd: 0), mayOwe: true)
        }
    }

    @Test("every ledger account can be read back from its form in the database, and no two have the same form")
    func ledgerAccount_stored_roundTrips() {
        let (a, b) = (Samples.mint, Samples.address)
        let accounts: [LedgerAccount] = [
            .vault(a), .external(address: b, mint: a), .feeCollector(mint: a), .pool(mint: a), .mintAuthority(mint: a),
            .swapHolding(tokenAccount: b, mint: a), .airdropper(mint: a),
        ]
        for account in accounts {
            #expect(LedgerAccount(class: account.accountClass, address: account.address, mint: a) == account)
        }
        #expect(Set(accounts.map { "\($0.accountClass) \($0.address)" }).count == accounts.count)
    }
}
