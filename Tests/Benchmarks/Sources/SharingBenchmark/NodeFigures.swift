import FlipcashCore
import FlipcashCoreAPI
import FlipcashNode
import FlipcashNodeTestKit
import FlipcashTestKit
import GRPCCore
import ProtobufCodec
import SharedExpenses
import SharedExpensesFixtures
import Synchronization

/// A group of 64 accounts on a node in this process, and the devices of one of them. Every call goes through the wire.
struct NodeFigures {
    private let clock: TestClock
    private let services: [any SharedExpensesService]
    private let account: OwnAccount
    private let members: [MemberID]
    private let count: Int
    private let numbers = Counter()

    /// Runs `body` with a group of `count` expenses.
    static func with(_ count: Int, _ body: @Sendable @escaping (NodeFigures) async throws -> Void) async throws {
        let clock = TestClock()
        let configuration = NodeConfiguration.inMemory(seed: Hash(sha256: Array("sharing".utf8)).bytes)
        try await withNode(configuration, environment: .test(clock: clock)) { node in
            try await withGRPCClient(transport: node.connect()) { client in
                var services: [any SharedExpensesService] = []
                var accounts: [OwnAccount] = []
                for number in 1...64 {
                    let key = try KeyPair(seed: Hash(sha256: Array("person \(number)".utf8)).bytes)
                    var request = Flipcash_Account_V1_RegisterRequest()
                    request.publicKey.value = key.publicKey.bytes
                    request.signature.value = key.sign(try request.serializedBytes()).bytes
                    let user = try await Flipcash_Account_V1_Account.Client(wrapping: client).register(request).userID
                    guard let account = AccountID(userID: user.value) else { preconditionFailure("no user id") }
                    let service = SharedExpensesClient(
                        stub: Flipcash_Split_V1_SharedExpenses.Client(wrapping: client), owner: key, user: account)
                    services.append(service)
                    accounts.append(try await service.account())
                }
                let figures = NodeFigures(
                    clock: clock, services: services, account: accounts[0], members: accounts.map(\.account.memberID),
                    count: count)
                try await figures.fill()
                try await body(figures)
            }
        }
    }

    private init(
        clock: TestClock, services: [any SharedExpensesService], account: OwnAccount, members: [MemberID], count: Int
    ) {
        (self.clock, self.services, self.account) = (clock, services, account)
        (self.members, self.count) = (members, count)
    }

    private var now: SplitTime {
        SplitTime(milliseconds: clock.now().nanosecondsSinceEpoch / 1_000_000)
    }

    private func send(_ changes: [SplitChange], by person: Int) async throws {
        let operations = changes.map { change in
            let number = numbers.next()
            let stamp = ClockStamp(
                milliseconds: UInt64(now.milliseconds), counter: UInt32(number), actor: "0000000000000001")
            return SplitOperation(id: TestID.entity(0x1000_0000 + number), stamp: stamp, change: change)
        }
        let applied = try await services[person].apply(operations, at: now)
        precondition(applied.results.allSatisfy { $0.code == .ok }, "\(applied.results)")
    }

    private func fill() async throws {
        try await send([.putGroup(GroupPut(.sample(1, members)))], by: 0)
        // A service takes ten expenses of an account in a minute.
        for start in stride(from: 0, to: count, by: 10) {
            let changes = try (start..<min(start + 10, count)).map { number in
                SplitChange.putExpense(ExpensePut(try LedgerFigures.expense(number, among: members)))
            }
            let person = start / 10 % members.count
            if person == 0 { clock.advance(by: .seconds(61)) }
            try await send(changes, by: person)
        }
    }

    /// Changes the text of an expense of the first person.
    private func change() async throws {
        var expense = try LedgerFigures.expense(0, among: members)
        expense.description = "Text \(numbers.next())"
        try await send([.putExpense(ExpensePut(expense, baseVersion: 0))], by: 0)
    }

    /// A new device of the first person.
    private func device() throws -> SharedExpensesStore {
        try SharedExpensesStore(
            path: nil, owner: .init(account: account.account.id, environment: .production), device: "0123456789abcdef",
            member: account.account.memberID)
    }

    private func sync(_ store: SharedExpensesStore) async throws {
        let clock = clock
        let sync = SharedExpensesSync(
            store: store, service: services[0],
            now: { SplitTime(milliseconds: clock.now().nanosecondsSinceEpoch / 1_000_000) }, wait: { _ in })
        try await sync.run()
    }

    /// - Parameter isTenth: whether these figures show what a tenth of the history saves.
    func measure(isTenth: Bool) async throws {
        let by = isTenth ? Figure.By.tenth : Figure.By.ours
        let flat = isTenth ? Figure.Reach.flat : .none
        let service = services[0]
        try await Figure.time("split: first page of a snapshot", by: by, reach: flat, calls: 20) {
            let page = try await service.snapshot(cursor: nil)
            precondition(page.entities.count == SharedExpensesLimits.pageSize)
        }
        try await Figure.time("split: change one expense", by: by, reach: flat, calls: 20) { try await change() }
        let revision = try await service.account().revision
        try await change()
        try await Figure.time("split: page with one change", by: by, reach: flat, calls: 20) {
            let page = try await service.changes(since: revision)
            precondition(page.entities.count == 1)
        }
        let store = try device()
        try await sync(store)
        try await Figure.time(
            "split: sync of one change", by: by, reach: flat, calls: 20, prepare: { try await change() },
            { _ in try await sync(store) })
        guard !isTenth else { return }
        try await Figure.time(
            "split: snapshot for a new device, 10,000 expenses", calls: 3, prepare: { try device() },
            { store in try await sync(store) })
        let now = now
        try await Figure.time("split: read 10,000 expenses of a device, with balances", calls: 5) {
            let balances = try store.view(at: now).balances()
            precondition(!balances.isEmpty)
        }
    }
}

/// Counts from 1.
final class Counter: Sendable {
    private let last = Mutex(0)

    func next() -> Int {
        last.withLock { value in
            value += 1
            return value
        }
    }
}
