import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// `node check` finds every planted violation of V1 to V8.
@Suite("Shared expenses: the audit")
struct SplitAuditTests {
    private let bench: SplitBench
    private let adHoc: Expense

    init() async throws {
        bench = try await SplitBench(people: 3, database: try TestDatabase.database())
        let (ann, bo) = (bench.members[0], bench.members[1])
        try bench.perform(.putGroup(GroupPut(.sample(1, [ann, bo]))), 1, by: 0)
        try bench.perform(
            .putExpense(ExpensePut(try .sample(2, in: TestID.entity(1), paidBy: ann, among: [ann, bo], units: 900))), 2,
            by: 0)
        let row = Friend(owner: bench.accounts[0], memberID: TestID.member(7), name: "Cy", status: .friend)
        try bench.perform(.putFriend(FriendPut(row)), 3, by: 0)
        adHoc = try .sample(3, in: nil, paidBy: ann, among: [ann, TestID.member(7)], units: 500)
        try bench.perform(.putExpense(ExpensePut(adHoc)), 4, by: 0)
        let draft = RequestDraft(id: TestID.entity(4), recipient: bench.accounts[2], target: TestID.member(7))
        try bench.perform(.createRequest(draft), 5, by: 0)
        let answer = try bench.perform(.respondRequest(RequestResponse(id: draft.id, isAccepted: true)), 6, by: 2)
        #expect(answer.code == .ok)
    }

    /// Damages the tables directly.
    private func damage(_ sql: String, _ arguments: SQLArguments = []) throws {
        try bench.store.write { writer in
            if bench.store.isEmbedded { try writer.connection.script("PRAGMA ignore_check_constraints = ON") }
            #expect(try writer.execute(sql, arguments) > 0)
        }
    }

    private func invariants(after sql: String, _ arguments: SQLArguments = []) throws -> Set<String> {
        try damage(sql, arguments)
        return Self.invariants(of: try bench.findings())
    }

    private static func invariants(of findings: [String]) -> Set<String> { Set(findings.map { String($0.prefix(2)) }) }

    /// Stores other bytes for an entity and leaves its rows in all other tables as they are.
    private func findings(replacing entity: SplitEntity) throws -> [String] {
        try damage(
            "UPDATE split_entities SET data = ? WHERE kind = ? AND uuid = ?",
            [
                try entity.stored().blob, entity.key.kind.stored, try EntityID(entity.key.id).blob(),
            ])
        return try bench.findings()
    }

    private func replace(_ entity: SplitEntity) throws -> Set<String> {
        Self.invariants(of: try findings(replacing: entity))
    }

    private func stored(_ id: Int) throws -> Expense {
        let key = EntityKey(.expense, TestID.entity(id).text)
        guard case .expense(let expense)? = try bench.sees(0)?[key] else { throw SplitFailure(.notFound) }
        return expense
    }

    /// The row of the first account that is linked to the third one.
    private func linkedRow() throws -> Friend {
        let key = EntityKey(.friend, TestID.member(7).text)
        guard case .friend(let row)? = try bench.sees(0)?[key] else { throw SplitFailure(.notFound) }
        return row
    }

    @Test("sound tables have no findings")
    func audit_soundTables_areClean() throws { #expect(try bench.findings() == []) }

    @Test("the audit of the whole database includes shared expenses")
    func audit_wholeDatabase_includesSharedExpenses() throws {
        #expect(try bench.store.audit(bench.settings).findings == [])
        try damage("UPDATE split_accounts SET revision = 0 WHERE id = 1")
        let found = try bench.store.audit(bench.settings).findings.map(\.description)
        #expect(found == ["V8: account 1 has a change after its revision"])
    }

    @Test("V1: sums that differ")
    func audit_wrongSum_isV1() throws {
        var expense = try stored(2)
        expense.splits[0].units += 1
        #expect(try replace(.expense(expense)).contains("V1"))
    }

    @Test("V2: an id of two splits")
    func audit_doubledSplit_isV2() throws {
        var expense = try stored(2)
        expense.splits[1].id = expense.splits[0].id
        #expect(try replace(.expense(expense)).contains("V2"))
    }

    @Test("V2: two splits of one member that are both open; with different flags they are sound")
    func audit_twoSplitsWithOneFlag_areV2() throws {
        var expense = try stored(2)
        let member = expense.splits[0].member
        expense.splits[0].units -= 100
        expense.splits.append(Expense.Split(id: TestID.entity(2999), member: member, units: 100))
        #expect(
            try findings(replacing: .expense(expense)) == [
                "V2: expense \(expense.id) has several splits of \(member) with one flag"
            ])
        expense.splits[0].isSettled = true
        #expect(try findings(replacing: .expense(expense)) == [])
    }

    @Test("V3: an expense of two people in a group of several")
    func audit_otherContext_isV3() throws {
        var expense = try stored(2)
        expense.context = .direct
        #expect(
            try findings(replacing: .expense(expense)) == ["V3: expense \(expense.id) is not in a group of its kind"])
    }

    @Test("V3: a payer who takes no part")
    func audit_foreignPayer_isV3() throws {
        var expense = try stored(3)
        expense.payers[0].member = bench.members[1]
        #expect(try replace(.expense(expense)).contains("V3"))
    }

    @Test("V4: a viewer too few, and one too many")
    func audit_wrongViewers_areV4() throws {
        #expect(
            try invariants(
                after: """
                    UPDATE split_visibility SET state = 1 WHERE account = 2
                        AND entity IN (SELECT id FROM split_entities WHERE kind = 3)
                    """) == ["V4"])
        #expect(
            try invariants(
                after: """
                    INSERT INTO split_visibility (entity, account, revision, state, changed_at)
                    SELECT id, 2, 1000, 0, 0 FROM split_entities WHERE kind = 1 AND space = 1
                    """
            ).contains("V4"))
    }

    @Test("V4: an expense that an account outside of it sees")
    func audit_strangerSeesExpense_isV4() throws {
        try damage("UPDATE split_accounts SET revision = revision + 1 WHERE id = 2")
        try damage(
            """
            INSERT INTO split_visibility (entity, account, revision, state, changed_at)
            SELECT e.id, a.id, a.revision, 0, 0 FROM split_entities e, split_accounts a
            WHERE e.kind = 3 AND e.uuid = ? AND a.id = 2
            """, [try adHoc.id.blob()])
        #expect(
            try bench.findings() == ["V4: expense \(adHoc.id) is shown to account 2, who must not see it"])
    }

    @Test("V4: an entity that is not found by somebody whom it names")
    func audit_missingName_isV4() throws {
        #expect(try invariants(after: "DELETE FROM split_named WHERE kind = 3 AND owner = 1") == ["V4"])
    }

    @Test("V5: an account's id that stands for another one")
    func audit_shadowedAccount_isV5() throws {
        let found = try invariants(
            after: "INSERT INTO split_aliases (alias, canonical, account) VALUES (?, ?, 1)",
            [try bench.members[1].blob(), try bench.members[0].blob()])
        #expect(found.contains("V5"))
    }

    @Test("V6: a link that no claim has made")
    func audit_forgedLink_isV6() throws {
        #expect(try invariants(after: "DELETE FROM split_aliases WHERE account = 3").contains("V6"))
    }

    @Test("V6: a link to another account than that of the row's id")
    func audit_linkToOtherAccount_isV6() throws {
        var row = try linkedRow()
        row.linkedAccount = bench.accounts[1]
        #expect(
            try findings(replacing: .friend(row)) == [
                "V6: friend \(row.memberID) is linked to another account than its id"
            ])
    }

    @Test("V6: a link to an account that is not active")
    func audit_linkToInactiveAccount_isV6() throws {
        // An account that is not active sees nothing.
        try damage("UPDATE split_visibility SET state = 1 WHERE account = 3")
        try damage("UPDATE split_accounts SET state = 2 WHERE id = 3")
        #expect(
            try bench.findings() == ["V6: friend \(TestID.member(7)) is linked to another account than its id"])
    }

    @Test("V7: parts of a link without an account")
    func audit_linkWithoutAccount_isV7() throws {
        var row = try linkedRow()
        row.linkedAccount = nil
        let finding = "V7: friend \(row.memberID) has a link without an account"
        #expect(try findings(replacing: .friend(row)) == [finding])
        row.linkState = .unlinked
        #expect(row.linkedMemberID != nil)
        #expect(try findings(replacing: .friend(row)) == [finding])
        row.linkState = .linked
        row.linkedMemberID = nil
        #expect(try findings(replacing: .friend(row)) == [finding])
    }

    @Test("V7: a link without its account's id")
    func audit_brokenLink_isV7() throws {
        var row = try linkedRow()
        row.linkedMemberID = bench.members[1]
        #expect(try replace(.friend(row)).contains("V7"))
    }

    @Test("V8: a change after the account's revision")
    func audit_lateChange_isV8() throws {
        #expect(
            try invariants(after: "UPDATE split_accounts SET revision = 0 WHERE id = 1").contains("V8"))
    }
}
