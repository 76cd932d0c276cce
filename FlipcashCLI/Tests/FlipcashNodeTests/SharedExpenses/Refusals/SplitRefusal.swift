import FlipcashCore
import SharedExpenses
import SharedExpensesFixtures
import Testing

@testable import FlipcashNode

/// A rule of shared expenses, and how to break it.
struct SplitRefusal: Sendable, CustomTestStringConvertible {
    /// An operation that breaks a rule.
    struct Attempt {
        let change: SplitChange
        let person: Int
        /// Seconds between the preparation and this operation.
        var later: Int64 = 0

        init(_ change: SplitChange, by person: Int, later: Int64 = 0) {
            (self.change, self.person, self.later) = (change, person, later)
        }
    }

    let code: SplitFailure.Code
    let story: String
    /// Prepares what the attempt needs.
    let prepare: @Sendable (inout SplitStage) throws -> Attempt

    init(
        _ code: SplitFailure.Code, _ story: String, _ prepare: @escaping @Sendable (inout SplitStage) throws -> Attempt
    ) {
        (self.code, self.story, self.prepare) = (code, story, prepare)
    }

    var testDescription: String { "\(code.rawValue): \(story)" }

    /// Every rule that a node applies to an operation.
    static let all = groups + friends + expenses + edits + payments + links + requests + accounts
}

/// Three people with accounts, and what they did before a refusal.
struct SplitStage {
    let bench: SplitBench
    private var operations = 0

    init(database: (any SQLDatabase)? = nil) async throws {
        bench = try await SplitBench(people: 3, database: try database ?? TestDatabase.database())
    }

    var ann: MemberID { bench.members[0] }
    var bo: MemberID { bench.members[1] }
    var cy: MemberID { bench.members[2] }
    /// A person without an account.
    let friend = TestID.member(7)

    /// Carries a change out, which has to succeed.
    mutating func does(_ change: SplitChange, by person: Int = 0) throws {
        let result = try send(change, by: person)
        try #require(result.isAccepted, "\(change): \(result.detail)")
    }

    mutating func send(_ change: SplitChange, by person: Int, later: Int64 = 0) throws -> OperationResult {
        operations += 1
        return try bench.perform(
            change, 50_000 + operations, by: person, at: bench.memory.now.adding(seconds: later))
    }

    /// Makes a group of Ann's.
    @discardableResult
    mutating func group(_ id: Int = 1, _ members: [MemberID]? = nil, isDirect: Bool = false) throws -> SplitGroup {
        let group = SplitGroup.sample(id, members ?? [ann, bo], isDirect: isDirect)
        try does(.putGroup(GroupPut(group)))
        return group
    }

    /// Makes an expense of Ann's in her group, which she paid.
    @discardableResult
    mutating func expense(_ id: Int = 2, in group: Int? = 1, among members: [MemberID]? = nil) throws -> Expense {
        let expense = try Expense.sample(
            id, in: group.map(TestID.entity), paidBy: ann, among: members ?? [ann, bo], units: 1000)
        try does(.putExpense(ExpensePut(expense)))
        return expense
    }

    /// Makes a friend row.
    mutating func knows(_ member: MemberID? = nil, by person: Int = 0) throws {
        try does(.putFriend(FriendPut(row(member ?? friend, by: person))), by: person)
    }

    func row(_ member: MemberID, by person: Int = 0, name: String = "Dee") -> Friend {
        Friend(owner: bench.accounts[person], memberID: member, name: name, status: .friend)
    }

    func invitation(_ id: Int, token: UInt8 = 1, target: MemberID? = nil) -> SplitChange {
        let hash = Hash(sha256: Self.token(token)).bytes
        return .createInvite(InviteDraft(id: TestID.entity(id), tokenHash: hash, target: target ?? friend))
    }

    static func claim(token: UInt8 = 1, merging: MemberID? = nil) -> SplitChange {
        .claimInvite(InviteClaim(token: Self.token(token), merging: merging))
    }

    private static func token(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 16) }

    /// Makes a friend row of Ann's and an invitation for it.
    mutating func invites(_ id: Int = 5, token: UInt8 = 1) throws {
        try knows()
        try does(invitation(id, token: token))
    }

    func request(_ id: Int, to person: Int = 1, target: MemberID? = nil) -> SplitChange {
        .createRequest(
            RequestDraft(id: TestID.entity(id), recipient: bench.accounts[person], target: target ?? friend))
    }

    static func answer(_ id: Int, accepting: Bool = true) -> SplitChange {
        .respondRequest(RequestResponse(id: TestID.entity(id), isAccepted: accepting))
    }

    /// A payment from Bo to Ann in her group.
    func payment(_ id: Int = 3, units: Int64 = 500, group: Int? = 1) -> SplitPayment {
        SplitPayment(
            id: TestID.entity(id), from: bo, to: ann, amount: ExpenseAmount(units, .usd),
            groupID: group.map(TestID.entity))
    }

    func closing(_ id: Int = 6, group: Int = 1) -> SplitChange {
        .putClosing(
            GroupClosing(
                id: TestID.entity(id), groupID: TestID.entity(group), asOfRevision: 0,
                at: SplitTime(milliseconds: 0)))
    }

    /// Puts an account into a state that a long deletion or clearing has in between.
    func setAccount(_ person: Int, _ column: String, _ value: Int64) throws {
        let changed = try bench.store.write {
            try $0.execute(
                "UPDATE split_accounts SET \(column) = ? WHERE user_id = ?", [value, bench.accounts[person].blob()])
        }
        try #require(changed == 1)
    }

    /// What everybody sees.
    func views() throws -> [[EntityKey: SplitEntity]?] { try (0..<3).map(bench.sees) }
}
