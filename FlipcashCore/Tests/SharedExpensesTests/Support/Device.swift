import FlipcashCore
import Foundation
import SharedExpenses
import SharedExpensesFixtures
import Synchronization
import Testing

/// A device of a person with a store of its own.
final class Device: Sendable {
    let store: SharedExpensesStore
    let sync: SharedExpensesSync
    private let number: Int
    private let made = Mutex(0)
    private let server: InMemorySharedExpenses

    init(_ number: Int, of person: Int, at server: InMemorySharedExpenses, path: String? = nil) throws {
        self.number = number
        self.server = server
        let account = TestID.account(person)
        store = try SharedExpensesStore(
            path: path, owner: .init(account: account, environment: .development),
            device: String(format: "%016x", number), member: TestID.member(0xE000 + person))
        let pauses = Pauses()
        self.waited = pauses
        sync = SharedExpensesSync(
            store: store, service: server.service(for: account, name: "Person \(person)"), now: { server.now },
            wait: { pauses.add($0) })
    }

    /// The pauses between attempts.
    final class Pauses: Sendable {
        private let all = Mutex<[Int64]>([])
        func add(_ seconds: Int64) { all.withLock { $0.append(seconds) } }
        var seconds: [Int64] { all.withLock { $0 } }
    }

    let waited: Pauses

    /// An id that no other device makes.
    func newID() -> EntityID {
        made.withLock { count in
            count += 1
            return TestID.entity(number * 100_000 + count)
        }
    }

    @discardableResult
    func enqueue(_ change: SplitChange) throws -> SplitOperation {
        try store.enqueue(change, id: newID(), at: server.now)
    }

    func view() throws -> SplitView { try store.view(at: server.now) }

    var me: MemberID { get throws { try store.identity().memberID } }

    func friend(_ id: MemberID, _ name: String) throws -> SplitChange {
        .putFriend(FriendPut(Friend(owner: store.owner.account, memberID: id, name: name, status: .friend)))
    }
}
