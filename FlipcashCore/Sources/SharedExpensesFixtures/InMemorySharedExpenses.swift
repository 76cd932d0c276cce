public import SharedExpenses
import Synchronization

/// The service of shared expenses in memory, for tests.
///
/// It runs the same rules as a node. Time and ids come from the test.
public final class InMemorySharedExpenses: Sendable {
    private struct State {
        var book: SplitBook
        var now = SplitTime(seconds: 1_750_000_000)
        var isReachable = true
        /// The number of ids that were made for new accounts.
        var made = 0
        /// The payments whose money the server finds.
        var proved: Set<EntityID> = []
        var provesEverything = false
        var refusesForm: @Sendable (SplitOperation) -> Bool = { _ in false }
    }

    private let state: Mutex<State>

    /// Creates a service without accounts.
    public init(rates: SplitBook.Rates = SplitBook.Rates()) {
        state = Mutex(State(book: SplitBook(rates: rates)))
    }

    /// The service as an account sees it.
    ///
    /// - Parameter owner: the 32 bytes of the key that the account is paid with; made up without one.
    public func service(
        for account: AccountID, name: String, owner: [UInt8]? = nil
    ) -> any SharedExpensesService {
        Session(server: self, account: account, name: name, owner: owner)
    }

    /// The server's time.
    public var now: SplitTime { state.withLock { $0.now } }

    /// Moves the server's clock.
    public func advance(seconds: Int64) { state.withLock { $0.now = $0.now.adding(seconds: seconds) } }

    /// Makes every call fail, or work again.
    public func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

    /// Makes the server refuse the form of some operations, as one with stricter rules does.
    public func refuseForm(of isRefused: @escaping @Sendable (SplitOperation) -> Bool) {
        state.withLock { $0.refusesForm = isRefused }
    }

    /// Lets the server find the money of a payment.
    public func prove(_ payment: EntityID) { state.withLock { _ = $0.proved.insert(payment) } }

    /// Lets the server find the money of all payments.
    public func proveEverything() { state.withLock { $0.provesEverything = true } }

    /// The stored world, to look at.
    public var world: SplitWorld { state.withLock { $0.book.world } }

    /// Gives an account another name, as a person does with the profile.
    public func rename(_ account: AccountID, to name: String) {
        state.withLock { $0.book.rename(account, to: name, at: $0.now) }
    }

    /// Deletes an account as an operator does.
    ///
    /// - Throws: `SplitFailure` `account_not_found`.
    public func deleteHard(_ account: AccountID) throws(SplitFailure) {
        try state.withLock { (state) throws(SplitFailure) in try state.book.deleteHard(account) }
    }

    /// Runs `body` with the book, the server's time, the number of made ids, and whether a payment's money is found.
    ///
    /// - Throws: `ServiceFailure.unreachable` while the service is not reachable, and what `body` throws.
    private func perform<Value: Sendable>(
        _ body: (inout SplitBook, SplitTime, inout Int, @Sendable (EntityID) -> Bool) throws(ServiceFailure) -> Value
    ) throws(ServiceFailure) -> Value {
        try state.withLock { (state) throws(ServiceFailure) in
            guard state.isReachable else { throw .unreachable("the test has cut the connection") }
            let (proved, provesEverything) = (state.proved, state.provesEverything)
            return try body(&state.book, state.now, &state.made) { provesEverything || proved.contains($0) }
        }
    }

    private struct Session: SharedExpensesService {
        let server: InMemorySharedExpenses
        let account: AccountID
        let name: String
        let owner: [UInt8]?

        func account() async throws(ServiceFailure) -> OwnAccount {
            try server.perform { (book, _, made, _) throws(ServiceFailure) in
                try book.account(
                    account, name: name,
                    owner: owner ?? [UInt8](repeating: UInt8(account.text.utf8.count), count: 32)
                ) {
                    made += 1
                    return TestID.member(0xF000_0000 + made)
                }
            }
        }

        func apply(
            _ operations: [SplitOperation], at time: SplitTime
        ) async throws(ServiceFailure) -> AppliedOperations {
            // A node refuses the whole call, too.
            let refusesForm = server.state.withLock { $0.refusesForm }
            for operation in operations {
                if let field = operation.invalidField(by: account) { throw .invalidRequest(field) }
                if refusesForm(operation) { throw .invalidRequest("op") }
            }
            return try server.perform { (book, now, _, proved) throws(ServiceFailure) in
                try book.apply(operations, by: account, time: time, at: now) { proved($0.id) }
            }
        }

        func snapshot(cursor: String?) async throws(ServiceFailure) -> SnapshotPage {
            try server.perform { (book, _, _, _) throws(ServiceFailure) in
                try book.snapshot(of: account, cursor: cursor)
            }
        }

        func changes(since revision: UInt64) async throws(ServiceFailure) -> ChangePage {
            try server.perform { (book, _, _, _) throws(ServiceFailure) in
                try book.changes(of: account, since: revision)
            }
        }

        func resolve(_ ids: [MemberID]) async throws(ServiceFailure) -> [ResolvedMember] {
            try server.perform { (book, _, _, _) throws(ServiceFailure) in try book.resolve(ids, for: account) }
        }

        func preview(token: [UInt8]) async throws(ServiceFailure) -> InvitePreview {
            try server.perform { (book, now, _, _) throws(ServiceFailure) in
                try book.preview(token: token, for: account, at: now)
            }
        }

        func payee(_ member: MemberID) async throws(ServiceFailure) -> Payee {
            try server.perform { (book, _, _, _) throws(ServiceFailure) in try book.payee(member, for: account) }
        }
    }
}
