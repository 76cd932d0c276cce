import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// Statements about one row leave the others alone, and conditions of time and state hold at their bounds.
@Suite struct StoreRowTests {
    let world: LedgerWorld
    let a: Payer
    let b: Payer
    let cards: [Payer]
    let links: [IntentID]

    init() async throws {
        world = try LedgerWorld()
        a = try await world.user(60_000_000)
        b = try await world.user(5_000_000)
        (cards, links) = ([world.stranger(), world.stranger()], [world.id(), world.id()])
        for (card, id) in zip(cards, links) {
            try await world.submitted(
                a.link(world.dollars(2_000_000), card: card, world.usdf, id: id), signers: [a, card])
        }
    }

    private func vault(_ person: Payer) throws -> Vault? {
        try world.store.read { try $0.vault(person.vault(world.usdf)) }
    }

    private func numbers(_ sql: String) throws -> [Int64] {
        try world.store.read { reader in try reader.rows(sql, []).map { try $0.integer("n") } }
    }

    @Test("setting the state of a vault changes this vault and the lock of its balance, and no other")
    func setVaultState_oneVault_leavesOthers() throws {
        let others = try [b, cards[0], cards[1]].map(vault)
        try world.store.write { try $0.setVaultState(.unlocked, of: a.vault(world.usdf)) }
        let changed = try #require(try vault(a))
        #expect(changed.vaultState == .unlocked && !changed.balance.isLocked)
        #expect(try [b, cards[0], cards[1]].map(vault) == others)
        try world.store.write { try $0.setVaultState(.locked, of: a.vault(world.usdf)) }
        #expect(try vault(a)?.balance.isLocked == true)
    }

    @Test("an action changes its state from the expected one, and no other action does")
    func setState_oneAction_leavesOthers() throws {
        func actions() throws -> [[ActionRecord]] { try world.store.read { reader in try links.map(reader.actions) } }
        let before = try actions()
        let state = before[0][0].state
        // Needs a second action in this state. Without one, a statement without the action's number would pass, too.
        try #require(before[0].dropFirst().contains { $0.state == state })
        let unexpected = state == .failed ? ActionState.pending : .failed
        #expect(try world.store.write { try $0.setState(.revoked, of: links[0], action: 0, from: unexpected) } == false)
        #expect(try actions() == before)
        #expect(try world.store.write { try $0.setState(.revoked, of: links[0], action: 0, from: state) })
        let after = try actions()
        #expect(after[0][0].state == .revoked)
        #expect(after[0].dropFirst() == before[0].dropFirst())
        #expect(after[1] == before[1])
    }

    @Test("an intent changes its state, and no other intent does")
    func setState_oneIntent_leavesOthers() throws {
        try world.store.write { try $0.setState(.failed, of: links[0]) }
        #expect(try world.store.read { try $0.intent(links[0]) }?.state == .failed)
        #expect(try numbers("SELECT count(*) AS n FROM intents WHERE state = 3") == [1])
    }

    @Test("a link ends once and is then no longer watched; the other link still is")
    func endGiftCard_oneCard_leavesOthers() throws {
        let token = cards[0].vault(world.usdf)
        #expect(try world.store.write { try $0.endGiftCard(token, by: 1) })
        #expect(try world.store.write { try $0.endGiftCard(token, by: 2) } == false)
        #expect(try numbers("SELECT coalesce(ended_by, 0) AS n FROM gift_cards ORDER BY issued_by") == [1, 0])
        try world.store.write { try $0.stopWatching(token) }
        let watched = try world.store.read { try $0.giftCardsToReturn(after: nil, limit: 10) }
        #expect(watched.map(\.token) == [cards[1].vault(world.usdf)])
    }

    @Test("a link is recorded for the vault at its address, not for another account there, and needs a vault")
    func insertGiftCard_otherAccountAtAddress_recordsOne() throws {
        let record = try #require(try vault(b))
        try world.store.write { writer in
            try writer.register(.external(address: record.token, mint: record.mint), mint: record.mint)
            try writer.insertGiftCard(record, issuedBy: 1, returnID: world.id())
        }
        #expect(try numbers("SELECT count(*) AS n FROM gift_cards") == [3])
        let unknown = Vault(
            token: world.stranger().owner, owner: b.owner, authority: b.owner, mint: world.usdf.mint, type: .giftCard,
            index: 0, createdAt: world.clock.now(), vaultState: .locked, balance: .opened)
        #expect(throws: PostingFailure.unknownVault(unknown.token)) {
            try world.store.write { try $0.insertGiftCard(unknown, issuedBy: 1, returnID: world.id()) }
        }
    }

    @Test("a payment is in the histories of its two sides alone")
    func insert_payment_isInTwoHistories() async throws {
        let sql = "SELECT (SELECT count(*) FROM history h WHERE h.owner = o.id) AS n FROM owners o ORDER BY o.id"
        _ = try await world.user()
        let before = try numbers(sql)
        try await world.submitted(
            a.pay(world.dollars(10_000), to: b.vault(world.usdf), world.usdf, id: world.id()), signers: [a])
        #expect(zip(try numbers(sql), before).map { $0 - $1 }.sorted() == before.dropLast(2).map { _ in 0 } + [1, 1])
    }

    @Test("what no history shows is in none, so that a page reads none of it")
    func insert_hiddenIntent_isInNoHistory() async throws {
        let before = try numbers("SELECT count(*) AS n FROM history")
        try await world.open(world.stranger())
        try await world.ledger.deposits.faucet(9_999, mint: world.usdf.mint, to: a.owner)
        _ = try await GiftCardVoid(ledger: world.ledger).void(cards[0].vault(world.usdf), by: a.owner)
        #expect(try numbers("SELECT count(*) AS n FROM history") == before)
        try await world.ledger.deposits.faucet(10_000, mint: world.usdf.mint, to: a.owner)
        #expect(try numbers("SELECT count(*) AS n FROM history") == before.map { $0 + 1 })
        #expect(try world.findings().map(\.description) == [])
    }

    @Test("removing a message from the copy keeps the others")
    func write_removedMessage_leavesOthers() throws {
        let messages = (1...3).map { number in
            StoredMessage(
                number: number, rendezvous: a.owner, id: [UInt8](repeating: UInt8(number), count: 16), bytes: [1],
                expiresAt: world.clock.now())
        }
        try world.store.write { try $0.write(MessageCopyBatch(added: messages, removed: [])) }
        try world.store.write { try $0.write(MessageCopyBatch(added: [], removed: [2])) }
        #expect(try world.store.read { try $0.copiedMessages(after: 0, limit: 10) } == [messages[0], messages[2]])
    }

    @Test("a user's fields change, and no other user's")
    func update_oneUser_leavesOthers() throws {
        var users = try (1...2).map { number in
            UserRecord(
                id: [UInt8](repeating: UInt8(number), count: 16),
                publicKey: try Somebody("row/\(number)").key.publicKey, isRegistered: true, isStaff: false,
                createdAt: world.clock.now())
        }
        try world.store.write { writer in for user in users { try writer.insert(user) } }
        users[0].locale = "de"
        try world.store.write { try $0.update(users[0]) }
        #expect(try world.store.read { reader in try users.map { try reader.user(id: $0.id) } } == users)
    }

    @Test("a pool changes, no other pool does, and the core mint gets none")
    func update_onePool_leavesOthers() async throws {
        let marble = try await world.launched("Marble", by: a)
        func launchpads() throws -> [LaunchpadState?] {
            try world.store.read { reader in
                try [world.jeffy, marble, world.usdf].map { try reader.mint($0.mint)?.launchpad }
            }
        }
        var expected = try launchpads()
        expected[0]?.supply += 7
        let state = try #require(expected[0])
        try world.store.write { try $0.update(state, of: world.jeffy.mint) }
        #expect(try launchpads() == expected)
        try world.store.write { try $0.update(state, of: world.usdf.mint) }
        #expect(try launchpads() == expected)
    }

    // MARK: Time

    private static func time(_ seconds: Int64) -> Instant { LedgerWorld.start.advanced(by: .seconds(seconds)) }

    @Test("ledger time never goes back, and accepting the clock changes no other fact and no earlier time")
    func acceptTime_facts_changesLedgerTimeAlone() throws {
        func latest() throws -> Instant? { try world.store.read { try $0.latestTimeSeen() } }
        try world.store.write { try $0.noteTime(Self.time(5_000)) }
        try world.store.write { try $0.noteTime(Self.time(4_000)) }
        #expect(try latest() == Self.time(5_000))
        try world.store.write { try $0.execute("INSERT INTO facts (name, value) VALUES ('other', ?)", [Int64.max]) }
        try world.store.write { try $0.acceptTime(Self.time(9_000)) }
        #expect(try latest() == Self.time(5_000))
        try world.store.write { try $0.acceptTime(Self.time(1_000)) }
        #expect(try latest() == Self.time(1_000))
        #expect(try numbers("SELECT value AS n FROM facts WHERE name = 'other'") == [Int64.max])
    }

    @Test("accepting the clock makes open links younger that were made later, and no others")
    func acceptTime_links_changesLaterOpenOnes() async throws {
        world.clock.advance(by: .seconds(86_400))
        for card in [world.stranger(), world.stranger()] {
            try await world.submitted(
                a.link(world.dollars(1_000_000), card: card, world.usdf, id: world.id()), signers: [a, card])
        }
        // One of the later links, and a later vault that is not a link, keep their date.
        _ = try await world.user()
        let last = try #require(try numbers("SELECT max(account) AS n FROM gift_cards").first)
        try world.store.write { try $0.execute("UPDATE gift_cards SET ended_by = 1 WHERE account = ?", [last]) }
        let links = "SELECT created_at AS n FROM gift_cards ORDER BY account"
        let vaults = "SELECT created_at AS n FROM vaults ORDER BY account"
        let (linksBefore, vaultsBefore) = (try numbers(links), try numbers(vaults))
        let now = Self.time(60)
        try world.store.write { try $0.acceptTime(now) }
        let changed = zip(linksBefore, try numbers(links)).map { $0 == $1 }
        #expect(changed == [true, true, false, true])
        #expect(try numbers(links)[2] == now.nanosecondsSinceEpoch)
        let moved = zip(vaultsBefore, try numbers(vaults)).filter { $0 != $1 }
        #expect(moved.map(\.1) == [now.nanosecondsSinceEpoch])
    }

    @Test("accepting the clock shortens the wait for the money of swaps that were begun later, and of no others")
    func acceptTime_swaps_changesLaterUnfundedOnes() async throws {
        try await world.submitted(a.open(world.jeffy, id: world.id()), signers: [])
        try world.backJeffy(tokens: 10_000_000_000_000_000, reserve: 16_006_351_806)
        func begin() async throws {
            let order = world.order(world.usdf, world.jeffy, 1_000_000)
            #expect(try await world.start(order, by: a) == .success)
        }
        try await begin()
        world.clock.advance(by: .seconds(86_400))
        for _ in 0..<2 { try await begin() }
        // One of the later swaps has its money, and keeps its date.
        try world.store.write { try $0.execute("UPDATE swaps SET state = 2, funded_by = 1 WHERE id = 3", []) }
        let sql = "SELECT fund_before AS n FROM swaps ORDER BY id"
        let before = try numbers(sql)
        try world.store.write { try $0.acceptTime(Self.time(60)) }
        let bound = Self.time(60).advanced(by: SwapPlan.fundingTime).nanosecondsSinceEpoch
        #expect(try numbers(sql) == [before[0], bound, before[2]])
    }

    @Test("accepting the clock moves the payments of an owner who paid later, and of no other")
    func acceptTime_payments_changesLaterOwners() async throws {
        func pay(_ payer: Payer, _ receiver: Payer) async throws {
            try await world.submitted(
                payer.pay(world.dollars(10_000), to: receiver.vault(world.usdf), world.usdf, id: world.id()),
                signers: [payer])
        }
        try await pay(b, a)
        world.clock.advance(by: .seconds(86_400))
        try await pay(a, b)
        let sql = "SELECT max(ledger_time) AS n FROM sent GROUP BY owner ORDER BY max(ledger_time)"
        let before = try numbers(sql)
        try #require(before.count == 2)
        let now = Self.time(3_600)
        try world.store.write { try $0.acceptTime(now) }
        #expect(try numbers(sql) == [before[0], now.nanosecondsSinceEpoch])
    }

    // MARK: Rates

    private func rate(_ seconds: Int64, _ value: Double = 1) -> StoredRate {
        StoredRate(currency: "eur", value: value, observedAt: Self.time(seconds), proof: [UInt8(seconds)])
    }

    /// The seconds at which rates were observed.
    private func observed() throws -> [Int64] {
        try numbers("SELECT DISTINCT observed_at AS n FROM rates ORDER BY observed_at").map {
            ($0 - LedgerWorld.start.nanosecondsSinceEpoch) / 1_000_000_000
        }
    }

    @Test("proofs of the future are removed, those of now and earlier are kept")
    func deleteProofs_future_keepsOthers() throws {
        try world.store.write { writer in
            for seconds in 1...3 as ClosedRange<Int64> {
                try writer.insert([rate(seconds)])
                try writer.insert(
                    StoredReserve(
                        mint: world.jeffy.mint, supply: UInt64(seconds), observedAt: Self.time(seconds), proof: [1]))
            }
            try writer.deleteProofs(after: Self.time(2))
        }
        #expect(try observed() == [1, 2])
        #expect(try numbers("SELECT supply AS n FROM reserves ORDER BY supply") == [1, 2])
    }

    @Test("old rates are removed, but never the latest ones")
    func deleteRates_old_keepsLatest() throws {
        try world.store.write { writer in
            for seconds in 1...3 as ClosedRange<Int64> { try writer.insert([rate(seconds, Double(seconds))]) }
        }
        #expect(try world.store.write { try $0.deleteRates(before: Self.time(2)) } == 1)
        #expect(try observed() == [2, 3])
        #expect(try world.store.write { try $0.deleteRates(before: Self.time(9)) } == 1)
        #expect(try observed() == [3])
    }

    @Test("many old rates are removed a part at a time, the oldest first, and each refresh whole")
    func deleteRates_many_removesAPart() throws {
        try world.store.write { writer in
            for seconds in 1...5 as ClosedRange<Int64> {
                try writer.insert([rate(seconds, 1)])
                try writer.insert([
                    StoredRate(currency: "cad", value: 1, observedAt: Self.time(seconds), proof: [1])
                ])
            }
        }
        #expect(try world.store.write { try $0.deleteRates(before: Self.time(9), countMax: 3) } == 4)
        #expect(try observed() == [3, 4, 5])
        #expect(try world.store.write { try $0.deleteRates(before: Self.time(9), countMax: 3) } == 4)
        #expect(try world.store.write { try $0.deleteRates(before: Self.time(9), countMax: 3) } == 0)
        #expect(try observed() == [5])
    }

    @Test("of three equal refreshes the middle one is dropped, and earlier ones stay")
    func replaceRepeatedRates_equal_dropsMiddle() throws {
        for (seconds, value) in [(1, 2.0), (2, 1.0), (3, 1.0)] as [(Int64, Double)] {
            try world.store.write { try $0.replaceRepeatedRates(with: [rate(seconds, value)]) }
        }
        #expect(try observed() == [1, 2, 3])
        try world.store.write { try $0.replaceRepeatedRates(with: [rate(4)]) }
        #expect(try observed() == [1, 2, 4])
    }

    // MARK: Locks

    /// A connection of a dialect that notes statements and answers with nothing.
    private final class SilentConnection: SQLConnection {
        let dialect: SQLDialect
        var isInTransaction: Bool { true }
        private(set) var statements: [String] = []

        init(_ dialect: SQLDialect) { self.dialect = dialect }

        func rows(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> [SQLRow] {
            statements.append(sql)
            return []
        }

        func execute(_ sql: String, _ arguments: SQLArguments) throws(SQLFailure) -> Int { 0 }

        func script(_ sql: String) throws(SQLFailure) {}
    }

    @Test("rows are locked on PostgreSQL if any are named, and never on SQLite")
    func lockRows_dialects_lockOnPostgreSQL() throws {
        let owner = LockKey.owner(a.owner.bytes)
        let vault = LockKey.vault(a.vault(world.usdf).bytes)
        func locks(_ dialect: SQLDialect, _ keys: Set<LockKey>, pools: [PublicKey] = []) throws -> Int {
            let connection = SilentConnection(dialect)
            let writer = StoreWriter(connection: connection)
            try writer.lockRows(keys)
            try writer.lockPools(pools)
            #expect(connection.statements.allSatisfy { $0.contains("FOR UPDATE") && !$0.contains("()") })
            return connection.statements.count
        }
        #expect(try locks(.postgreSQL, []) == 0)
        #expect(try locks(.postgreSQL, [owner]) == 1)
        #expect(try locks(.postgreSQL, [vault]) == 1)
        #expect(try locks(.postgreSQL, [owner, vault], pools: [world.jeffy.mint]) == 3)
        #expect(try locks(.sqlite, [owner, vault], pools: [world.jeffy.mint]) == 0)
    }

    @Test("on PostgreSQL owners are locked before vaults, and each of them and pools in the order of their addresses")
    func lockRows_postgreSQL_locksInLockOrder() throws {
        let people = [a, b]
        let vaults = people.map { LockKey.vault($0.vault(world.usdf).bytes) }
        let owners = people.map { LockKey.owner($0.owner.bytes) }
        let connection = SilentConnection(.postgreSQL)
        let writer = StoreWriter(connection: connection)
        try writer.lockRows(Set(vaults + owners))
        try writer.lockPools([world.jeffy.mint, world.usdf.mint])
        let statements = connection.statements
        try #require(statements.count == 3)
        #expect(statements[0].contains("FROM owners") && statements[0].hasSuffix(" ORDER BY owner FOR UPDATE"))
        #expect(statements[1].contains("FROM accounts a JOIN balances b"))
        #expect(statements[1].hasSuffix(" ORDER BY a.address FOR UPDATE OF b"))
        #expect(statements[2].contains("FROM mints") && statements[2].hasSuffix(" ORDER BY mint FOR UPDATE"))
    }
}
