import FlipcashCore

/// The operator socket's protocol.
///
/// `admin.sock` in the node's folder (mode 0600) uses lines of JSON: the client writes one request per line, and the
/// node answers each with one line, in order. A line has at most 65,536 bytes. After a longer or unreadable line the
/// node sends an error and closes the connection.
///
/// ```json
/// {"command": "faucet", "owner": "Gr8Zs6…", "quarks": 20000000}
/// {"ok": true, "deposit": {"intent": "…", "token": "…", "quarks": 20000000, "balance": 20000000}}
/// {"ok": false, "error": "the amount must be greater than zero"}
/// ```
///
/// Commands: `status`, `stop`, `key`, `deposit` (owner, quarks, mint?, reference?), `faucet` (owner, quarks), `check`,
/// `backup` (path), `settings`, `clock` (accept?), `split_delete` (user, accept?). Both sides ignore unknown members.
public struct AdminRequest: Codable, Equatable, Sendable {
    /// An operator's command.
    public enum Command: String, Codable, CaseIterable, Sendable {
        /// Reports the node's state; needs a running node.
        case status
        /// Stops the running node.
        case stop
        /// Reports the node's public key.
        case key
        /// Credits money that arrived outside the node to an owner.
        case deposit
        /// Gives an owner money for trying things out; only while the setting `faucet` is on.
        case faucet
        /// Checks the books.
        case check
        /// Copies the database and the node's key.
        case backup
        /// Reports the settings in use.
        case settings
        /// Reports the node's time, or goes back to the machine's clock.
        case clock
        /// Deletes an account of shared expenses, or counts what would be deleted.
        case splitDelete = "split_delete"
    }

    /// The command to perform.
    public var command: Command
    /// `deposit` and `faucet`: base58 of the owner who gets the money.
    public var owner: String?
    /// `deposit` and `faucet`: the amount, in the mint's smallest units.
    public var quarks: UInt64?
    /// `deposit`: base58 of the mint; the core mint by default.
    public var mint: String?
    /// `deposit`: makes the deposit idempotent; a second one with the same reference and owner changes nothing.
    public var reference: String?
    /// `backup`: the path for the copy of the database; the copy of the key gets the same name plus `.key`. Neither
    /// file may exist.
    public var path: String?
    /// `clock`: whether to go back to the machine's clock. The node must be stopped for this. `split_delete`: whether to
    /// delete; otherwise the answer only counts what would be deleted.
    public var accept: Bool?
    /// `split_delete`: the user id of the account, as `split account show` prints it.
    public var user: String?

    /// Creates a request; the node ignores members that the command does not use.
    public init(
        _ command: Command, owner: String? = nil, quarks: UInt64? = nil, mint: String? = nil,
        reference: String? = nil, path: String? = nil, accept: Bool? = nil, user: String? = nil
    ) {
        self.command = command
        self.owner = owner
        self.quarks = quarks
        self.mint = mint
        self.reference = reference
        self.path = path
        self.accept = accept
        self.user = user
    }
}

extension AdminRequest.Command {
    /// Whether the time that the command takes grows with the database, so that no fixed limit is enough for it.
    public var growsWithDatabase: Bool {
        switch self {
        case .check, .backup, .splitDelete: true
        case .status, .stop, .key, .deposit, .faucet, .settings, .clock: false
        }
    }
}

/// The answer to one ``AdminRequest``.
public struct AdminResponse: Codable, Equatable, Sendable {
    /// Whether the command was performed.
    public var ok: Bool
    /// Why the command was refused; only when `ok` is false.
    public var error: String?
    /// `status`: the node's status.
    public var status: NodeStatus?
    /// `key`: base58 of the node's public key.
    public var key: String?
    /// `deposit` and `faucet`: the booked deposit.
    public var deposit: DepositReceipt?
    /// `check`: the result of the check.
    public var check: CheckReport?
    /// `backup`: where the copy of the database was written.
    public var path: String?
    /// `backup`: where the copy of the key was written.
    public var keyPath: String?
    /// `settings`: every setting in use.
    public var settings: [SettingEntry]?
    /// `clock`: how far ledger time is ahead.
    public var clock: ClockReport?
    /// `split_delete`: what was deleted, or would be.
    public var splitDeletion: SplitDeletionReport?

    init(ok: Bool = true, error: String? = nil) {
        self.ok = ok
        self.error = error
    }

    /// An answer that refuses the request.
    static func refusal(_ reason: String) -> AdminResponse { AdminResponse(ok: false, error: reason) }
}

/// The status that `node status` shows.
public struct NodeStatus: Codable, Equatable, Sendable {
    /// Numbers that only grow while the node runs, except those named "open" or "active".
    public struct Counters: Codable, Equatable, Sendable {
        /// Calls received since the node started.
        public var callsStarted: UInt64
        /// Calls that ended with an error.
        public var callsFailed: UInt64
        /// Calls that are running now.
        public var activeCalls: Int
        /// Bills on display: message streams that are open now.
        public var openMessageStreams: Int
        /// Streams of rates and supplies that are open now.
        public var openDataStreams: Int
    }

    /// Where the node listens, as `HOST:PORT` or `unix:PATH`; empty for an embedded or a stopped node.
    public var addresses: [String]
    /// The program's version.
    public var version: String
    /// The running program's build; see ``BuildIdentity``.
    public var build: String
    /// Base58 of the node's public key.
    public var key: String
    /// The node's folder; empty for a node without a folder.
    public var folder: String
    /// `fixed`, a file's path or an address.
    public var rateSource: String
    /// When the current rates were observed, in seconds since 1970; nil when there are no rates.
    public var ratesObservedAt: Int64?
    /// The id of the node's process.
    public var processID: Int32
    /// When the node started, in seconds since 1970; nil when no node runs.
    public var startedAt: Int64?
    /// `starting`, `serving`, `suspended` after a failed disk, `stopping`, or `stopped` when the answer comes from the
    /// folder alone.
    public var state: String
    /// Whether `node faucet` works.
    public var faucet: Bool
    /// Whether a command started the node on demand, so that it stops when it is idle.
    public var startedOnDemand: Bool
    /// How many seconds the node's ledger time is ahead of the machine's clock, because the clock was ahead once or is
    /// behind now; nil when it is not ahead.
    public var secondsAheadOfClock: Int64?
    /// Counted since the node started.
    public var counters: Counters
}

/// The result of a deposit.
public struct DepositReceipt: Codable, Equatable, Sendable {
    /// Base58 of the deposit's intent id.
    public var intent: String
    /// Base58 of the token account that was credited.
    public var token: String
    /// The amount credited.
    public var quarks: UInt64
    /// The account's balance afterwards.
    public var balance: UInt64
    /// False when a deposit with this reference was already booked, so that nothing changed.
    public var booked: Bool
}

/// The result of `node clock`.
public struct ClockReport: Codable, Equatable, Sendable {
    /// The time of the machine's clock, in seconds since 1970.
    public var machineTime: Int64
    /// Ledger time, in seconds since 1970: the time by which cash links age and daily limits count.
    public var ledgerTime: Int64
    /// Whether ledger time was set back to the machine's clock after it was read.
    public var accepted: Bool

    /// How many seconds ledger time was ahead of the machine's clock.
    public var secondsAhead: Int64 { ledgerTime - machineTime }

    init(_ time: LedgerTime, accepted: Bool) {
        machineTime = time.now.seconds
        ledgerTime = time.latest.seconds
        self.accepted = accepted
    }
}

/// The result of `node check`.
public struct CheckReport: Codable, Equatable, Sendable {
    /// The number of accounts checked.
    public var accounts: Int
    /// The number of intents checked.
    public var intents: Int
    /// The number of signatures checked.
    public var signatures: Int
    /// The violated invariants, in words; empty when the books balance.
    public var violations: [String]
    /// What is unusual although the books balance, such as records dated in the future; nil in the answer of an earlier
    /// release.
    public var warnings: [String]?

    /// Whether every invariant holds.
    public var isBalanced: Bool { violations.isEmpty }
}

/// The result of `node split-delete`.
public struct SplitDeletionReport: Codable, Equatable, Sendable {
    /// Whether the user takes part in shared expenses. Otherwise everything else is zero.
    public var exists: Bool
    /// The name that the service has for the account; may be empty.
    public var name: String
    /// The account's friend rows.
    public var friends: Int
    /// The account's groups.
    public var groups: Int
    /// The account's expenses, and all expenses of its groups.
    public var expenses: Int
    /// The account's invitations, and link requests from and to it.
    public var invitations: Int
    /// The friend rows that others have about the account.
    public var rowsOfOthers: Int
    /// Whether all of it was deleted.
    public var deleted: Bool
}
