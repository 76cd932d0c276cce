public import SharedExpenses

/// A service of shared expenses under test.
public protocol ConformanceSubject: Sendable {
    /// The service as one of several people sees it. Each number is an account of its own.
    func service(for person: Int) async throws -> any SharedExpensesService

    /// The server's time.
    var now: SplitTime { get async }
}

/// A rule that a service breaks.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// What the service did, and what was expected.
    public let description: String
}

/// One check of a service: a story of a few people, and what each of them must see.
///
/// Run every check of ``all`` on a fresh service:
///
///     for check in ConformanceCheck.all { try await check.run(on: makeSubject()) }
public struct ConformanceCheck: Sendable, CustomStringConvertible {
    /// What must hold, as a sentence.
    public let name: String
    private let body: @Sendable (ConformanceStage) async throws -> Void

    /// The same as ``name``.
    public var description: String { name }

    init(_ name: String, _ body: @escaping @Sendable (ConformanceStage) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Runs the check on a service without accounts.
    ///
    /// - Throws: ``ConformanceFailure``, and what the service throws.
    public func run(on subject: any ConformanceSubject) async throws {
        try await body(ConformanceStage(subject: subject))
    }

    /// All checks.
    public static let all: [ConformanceCheck] =
        people + groups + expenses + links + payments + synchronisation + hostility + authorization + visibility
        + linking + batches
}

/// What the checks do with a service.
struct ConformanceStage: Sendable {
    let subject: any ConformanceSubject

    /// A person's service and account.
    func join(_ number: Int) async throws -> ConformancePerson {
        let service = try await subject.service(for: number)
        return ConformancePerson(
            number: number, service: service, account: try await service.account(), subject: subject)
    }
}

/// A person of a check.
struct ConformancePerson: Sendable {
    let number: Int
    let service: any SharedExpensesService
    let account: OwnAccount
    let subject: any ConformanceSubject

    var me: MemberID { account.account.memberID }

    /// An operation of the person. The number makes its id.
    func operation(_ id: Int, _ change: SplitChange) async -> SplitOperation {
        SplitOperation(
            id: TestID.entity(number * 1_000_000 + id),
            stamp: ClockStamp(
                milliseconds: UInt64(await subject.now.milliseconds) + UInt64(id), counter: 0,
                actor: "000000000000000\(number % 10)"),
            change: change)
    }

    /// Sends one change. The number makes its id.
    @discardableResult
    func send(
        _ id: Int, _ change: SplitChange, expecting code: OperationResult.Code = .ok, line: UInt = #line
    ) async throws -> OperationResult {
        let operation = await operation(id, change)
        let applied = try await service.apply([operation], at: await subject.now)
        guard applied.results.count == 1, let result = applied.results.first else {
            throw ConformanceFailure(description: "line \(line): \(applied.results.count) results of one operation")
        }
        try require(result.code == code, "expected \(code), got \(result.code) \(result.detail)", line: line)
        return result
    }

    /// Everything that the person sees.
    func sees() async throws -> [EntityKey: SplitEntity] {
        var pager = SnapshotPager<SplitEntity> { "\($0.key.kind) \($0.key.id)" }
        var cursor: String?
        while true {
            let page = try await service.snapshot(cursor: cursor)
            switch try pager.receive(revision: page.revision, items: page.entities, next: page.next) {
            case .done: return Dictionary(uniqueKeysWithValues: pager.items.map { ($0.key, $0) })
            case .fetch(let next): cursor = next
            }
        }
    }

    func expense(_ id: EntityID) async throws -> Expense? {
        guard case .expense(let expense)? = try await sees()[EntityKey(.expense, id.text)] else { return nil }
        return expense
    }

    func group(_ id: EntityID) async throws -> SplitGroup? {
        guard case .group(let group)? = try await sees()[EntityKey(.group, id.text)] else { return nil }
        return group
    }

    func payment(_ id: EntityID) async throws -> SplitPayment? {
        guard case .payment(let payment)? = try await sees()[EntityKey(.payment, id.text)] else { return nil }
        return payment
    }

    func friend(_ id: MemberID) async throws -> Friend? {
        guard case .friend(let friend)? = try await sees()[EntityKey(.friend, id.text)] else { return nil }
        return friend
    }
}

func require(_ condition: Bool, _ problem: @autoclosure () -> String, line: UInt = #line) throws {
    if !condition { throw ConformanceFailure(description: "line \(line): \(problem())") }
}

extension SplitGroup {
    /// A group of people for a test.
    public static func sample(_ id: Int, _ members: [MemberID], isDirect: Bool = false) -> SplitGroup {
        SplitGroup(
            id: TestID.entity(id), name: "Trip", members: members.map { GroupMember(id: $0, name: "Somebody") },
            isDirect: isDirect)
    }
}

extension Expense {
    /// An expense that is split equally, for a test.
    public static func sample(
        _ id: Int, in group: EntityID?, paidBy payer: MemberID, among members: [MemberID], units: Int64,
        context: Context = .group
    ) throws(SplitFailure) -> Expense {
        let shares = try SplitInput(mode: .equal).shares(of: units, isRefund: units < 0, among: members)
        let splits = zip(members, shares).enumerated().map { index, share in
            Split(id: TestID.entity(id * 1000 + index), member: share.0, units: share.1)
        }
        return Expense(
            id: TestID.entity(id), context: group == nil ? .adHoc : context, groupID: group, description: "Dinner",
            date: SplitTime(seconds: 1_750_000_000 + Int64(id)), total: ExpenseAmount(units, .usd),
            payers: [Payer(payer, units)], splits: splits, involved: members, input: SplitInput(mode: .equal),
            isRefund: units < 0)
    }
}
