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

    private func invariants(after sql: String, _ arguments: SQLArguments = []) throws -> Set<String> {
        try bench.store.write { writer in
            if bench.store.isEmbedded { try writer.connection.script("PRAGMA ignore_check_constraints = ON") }
            #expect(try writer.execute(sql, arguments) > 0)
        }
        return Set(try bench.findings().map { String($0.prefix(2)) })
    }

    private func replace(_ entity: SplitEntity) throws -> Set<String> {
        try invariants(
            after: "UPDATE split_entities SET data = ? WHERE kind = ? AND uuid = ?",
            [
                try entity.stored().blob, entity.key.kind.stored, try EntityID(entity.key.id).blob(),
            ])
    }

    private func stored(_ id: Int) throws -> Expense {
        let key = EntityKey(.expense, TestID.entity(id).text)
        guard case .expense(let expense)? = try bench.sees(0)?[key] else { throw SplitFailure(.notFound) }
        return expense
    }

    @Test("sound tables have no findings")
    func audit_soundTables_areClean() throws { #expect(try bench.findings() == []) }

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

    @Test("V7: a link without its account's id")
    func audit_brokenLink_isV7() throws {
        let key = EntityKey(.friend, TestID.member(7).text)
        guard case .friend(var row)? = try bench.sees(0)?[key] else { throw SplitFailure(.notFound) }
        row.linkedMemberID = bench.members[1]
        #expect(try replace(.friend(row)).contains("V7"))
    }

    @Test("V8: a change after the account's revision")
    func audit_lateChange_isV8() throws {
        #expect(
            try invariants(after: "UPDATE split_accounts SET revision = 0 WHERE id = 1").contains("V8"))
    }
}
