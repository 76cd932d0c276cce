/// The operator socket's protocol.
///
/// `admin.sock` in the node's folder (mode 0600) speaks lines of JSON: the client writes one request a line, the node
/// answers each with one line, in order. A line has at most 65,536 bytes; a longer or unreadable one ends the
/// connection after an error.
///
/// ```json
/// {"command": "faucet", "owner": "Gr8Zs6…", "quarks": 20000000}
/// {"ok": true, "deposit": {"intent": "…", "token": "…", "quarks": 20000000, "balance": 20000000}}
/// {"ok": false, "error": "the faucet is off on this node"}
/// ```
///
/// Commands: `status`, `stop`, `key`, `deposit` (owner, quarks, mint?, reference?), `faucet` (owner, quarks),
/// `check`, `backup` (path). Members that a side does not know are ignored.
public struct AdminRequest: Codable, Equatable, Sendable {
    /// What is asked for.
    public enum Command: String, Codable, CaseIterable, Sendable {
        case status, stop, key, deposit, faucet, check, backup
    }

    /// What is asked for.
    public var command: Command
    /// `deposit` and `faucet`: base58 of the owner to whom the money goes.
    public var owner: String?
    /// `deposit` and `faucet`: how much, in the mint's smallest units.
    public var quarks: UInt64?
    /// `deposit`: base58 of the mint; the core mint when left out.
    public var mint: String?
    /// `deposit`: what makes the deposit unique; a second one with the same reference and owner changes nothing.
    public var reference: String?
    /// `backup`: where the copy of the database goes; the copy of the key gets the same name with `.key` behind it.
    /// Neither file may exist.
    public var path: String?

    /// Names a request; members that the command does not look at are ignored.
    public init(
        _ command: Command, owner: String? = nil, quarks: UInt64? = nil, mint: String? = nil,
        reference: String? = nil, path: String? = nil
    ) {
        self.command = command
        self.owner = owner
        self.quarks = quarks
        self.mint = mint
        self.reference = reference
        self.path = path
    }
}

/// The answer to one ``AdminRequest``.
public struct AdminResponse: Codable, Equatable, Sendable {
    /// Whether the command was performed.
    public var ok: Bool
    /// Why the command was refused; only when `ok` is false.
    public var error: String?
    /// `status`: how the node stands.
    public var status: NodeStatus?
    /// `key`: base58 of the node's public key.
    public var key: String?
    /// `deposit` and `faucet`: what was booked.
    public var deposit: DepositReceipt?
    /// `check`: what was found.
    public var check: CheckReport?
    /// `backup`: where the copy of the database was written.
    public var path: String?
    /// `backup`: where the copy of the key was written.
    public var keyPath: String?

    init(ok: Bool = true, error: String? = nil) {
        self.ok = ok
        self.error = error
    }

    /// A refusal.
    static func refusal(_ reason: String) -> AdminResponse { AdminResponse(ok: false, error: reason) }
}

/// What `node status` shows.
public struct NodeStatus: Codable, Equatable, Sendable {
    /// Numbers that only grow while the node runs, except those named "open" or "active".
    public struct Counters: Codable, Equatable, Sendable {
        /// Calls that have come since the node started.
        public var callsStarted: UInt64
        /// Calls that ended with an error.
        public var callsFailed: UInt64
        /// Calls that run now.
        public var activeCalls: Int
        /// Bills on show: message streams that are open now.
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
    /// The node's folder; empty for one without.
    public var folder: String
    /// `fixed`, a file's path or an address.
    public var rateSource: String
    /// When the current rates were observed, in seconds since 1970; nil when there are none.
    public var ratesObservedAt: Int64?
    /// The process that answers.
    public var processID: Int32
    /// When the node started, in seconds since 1970; nil when none runs.
    public var startedAt: Int64?
    /// `starting`, `serving`, `stopping`, or `stopped` when the answer comes from the folder alone.
    public var state: String
    /// Whether `node faucet` works.
    public var faucet: Bool
    /// Whether the node was started by somebody's first need and stops by itself when nobody uses it.
    public var startedOnDemand: Bool
    /// How many seconds the node's own time is ahead of its machine's clock, which was ahead once or is behind now; nil
    /// when it is not.
    public var secondsAheadOfClock: Int64?
    /// What has been counted since the node started.
    public var counters: Counters
}

/// What came of a deposit.
public struct DepositReceipt: Codable, Equatable, Sendable {
    /// Base58 of the deposit's intent id.
    public var intent: String
    /// Base58 of the token account that was credited.
    public var token: String
    /// What was credited.
    public var quarks: UInt64
    /// The account's balance afterwards.
    public var balance: UInt64
    /// False when a deposit with this reference had been booked before, so that nothing changed.
    public var booked: Bool
}

/// What `node check` found.
public struct CheckReport: Codable, Equatable, Sendable {
    /// How many accounts, intents and signatures were looked at.
    public var accounts: Int
    /// How many intents were looked at.
    public var intents: Int
    /// How many signatures were looked at.
    public var signatures: Int
    /// The violated invariants, in words; empty when the books balance.
    public var violations: [String]
    /// What is unusual although the books balance, such as records that are dated in the future; nil in the answer of an
    /// earlier release.
    public var warnings: [String]?

    /// Whether every invariant holds.
    public var isBalanced: Bool { violations.isEmpty }
}
