import FlipcashCore
import FlipcashWallet
import SharedExpenses

/// One call's shared expenses: the file of the account, and the way to the service.
struct SplitDesk: Sendable {
    let call: Invocation
    let store: SharedExpensesStore
    /// The key of the wallet's account, which signs what is sent.
    let owner: PublicKey
    /// The account on the service.
    let account: AccountID
    let environment: SplitEnvironment
    /// How amounts are shown.
    let money: MoneyText

    var now: SplitTime { SplitTime(call.runtime.clock.now()) }

    /// A new id for a group, an expense, a split, a payment or an operation.
    func newID() -> EntityID { EntityID(call.runtime.random.uuid().text) }

    /// A new id for a person.
    func newMember() -> MemberID { MemberID(call.runtime.random.uuid().text) }

    /// The name of this account in files: `Me` until it has one.
    var ownName: String { (try? store.displayName()) ?? "Me" }

    /// This account as a member of a group. Its name is for the others: `Unknown` until it has one.
    func ownMember(_ id: MemberID) -> GroupMember {
        GroupMember(id: id, name: (try? store.displayName()) ?? "Unknown", isSelf: true)
    }

    /// What the account sees now, with the changes that wait.
    func overview() throws -> SplitOverview {
        SplitOverview(view: try store.view(at: now), account: account, pending: try store.pending(), money: money)
    }
}

extension SplitTime {
    init(_ instant: Instant) {
        self.init(
            milliseconds: SplitTime(seconds: instant.seconds).milliseconds + Int64(instant.nanoseconds / 1_000_000))
    }

    /// The same moment for output.
    var instant: Instant {
        Instant(seconds: seconds, nanoseconds: (milliseconds - seconds * 1000) * 1_000_000)
    }
}

extension Invocation {
    /// Runs `body` with the shared expenses of this call's account. Needs neither a key nor the service, except on a
    /// first use, which creates the account.
    func withSplit<Value: Sendable>(_ body: (SplitDesk) async throws -> Value) async throws -> Value {
        let selected = try await accountOrFirst()
        let settings = try settings()
        guard let user = selected.userID, let account = AccountID(userID: user.bytes) else {
            throw CommandFailure(
                "not_registered", .locked,
                "This account is not registered with a service yet. Log in with: flipcash account login")
        }
        let environment = settings.environment
        let folder = try layout.profile(settings)
        try files.makeFolder(folder.path)
        let store = try SharedExpensesStore(
            path: folder.split(selected.owner, environment: environment.rawValue),
            owner: .init(account: account, environment: environment),
            device: Hexadecimal.encode(runtime.random.bytes(8)), member: MemberID(runtime.random.uuid().text))
        return try await body(
            SplitDesk(
                call: self, store: store, owner: selected.owner, account: account, environment: environment,
                money: moneyText()))
    }
}
