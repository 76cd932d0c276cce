import FlipcashCore
import SharedExpenses

extension CheckReport {
    /// What an audit found.
    init(_ report: AuditReport, future: FutureTimes) {
        self.init(
            accounts: report.vaults, intents: report.intents, signatures: report.signatures,
            violations: report.findings.map(\.description), warnings: future.notes)
    }
}

/// Performs an operator's commands on a node's database, whether or not the node runs.
struct NodeAdministration: Sendable {
    let context: NodeContext
    /// Whether the faucet may give out test money.
    let isFaucetOpen: Bool
    /// The settings in use.
    let settings: [SettingEntry]

    /// Performs `request`; refuses requests that need a running node.
    func perform(_ request: AdminRequest) async -> AdminResponse {
        do {
            return try await answer(request)
        } catch {
            // The others say how they ended: a deposit may be booked although its answer is an error.
            let isInterrupted = Task.isCancelled && request.command.growsWithDatabase
            return .refusal(isInterrupted ? "it was interrupted before it was done; run it again" : "\(error)")
        }
    }

    private func answer(_ request: AdminRequest) async throws -> AdminResponse {
        var response = AdminResponse()
        switch request.command {
        case .status, .stop:
            throw NodeError.refused(reason: "no node is running")
        case .key:
            response.key = context.nodeKey.publicKey.base58
        case .deposit:
            response.deposit = try await deposit(request)
        case .faucet:
            guard isFaucetOpen else {
                throw NodeError.refused(
                    reason: "the faucet is off on this node; its operator can set \"faucet\" to true in node.json")
            }
            response.deposit = try await faucet(request)
        case .check:
            response.check = try await check()
        case .backup:
            guard let path = request.path, path.hasPrefix("/") else {
                throw NodeError.refused(reason: "a backup needs the absolute path of a file that does not exist")
            }
            let backup = NodeBackup(path)
            try backup.write(context.store, key: context.nodeKey)
            (response.path, response.keyPath) = (backup.database, backup.key)
        case .settings:
            response.settings = settings
        case .clock:
            guard request.accept != true else {
                throw NodeError.refused(reason: "the machine's clock can be accepted only while the node is stopped")
            }
            response.clock = ClockReport(try context.store.read { try context.ledger.time($0) }, accepted: false)
        case .splitDelete:
            response.splitDeletion = try await deleteSplitAccount(request)
        }
        return response
    }

    /// Counts everything of an account of shared expenses, and deletes it if the request accepts that.
    ///
    /// Each step is durable, and others come between the steps. A deletion that was interrupted goes on when the command
    /// is repeated.
    private func deleteSplitAccount(_ request: AdminRequest) async throws -> SplitDeletionReport {
        let account = try request.splitAccount
        var report = try context.store.read { try $0.splitDeletion(of: account) }
        guard report.exists, request.accept == true else { return report }
        let erasure = SplitErasure(account: account, now: SplitTime(context.environment.clock.now()))
        while try await context.committer.commit(.sharedExpenses(.erase(erasure))).get().split?.hasMore == true {
            try Task.checkCancellation()
        }
        report.deleted = true
        return report
    }

    private func check() async throws -> CheckReport {
        let (store, ledger) = (context.store, context.ledger)
        return try await store.perform(check: {
            let report = try store.audit(ledger.settings)
            return CheckReport(report, future: try store.readAside { try FutureTimes($0, time: ledger.time($0)) })
        })
    }

    private var deposits: Deposits { context.ledger.deposits }

    private func deposit(_ request: AdminRequest) async throws -> DepositReceipt {
        let mint = try request.mint.map { try key($0, "mint") } ?? context.ledger.settings.coreMint
        let reference = request.reference ?? "operator-" + Base58.encode(context.environment.random.bytes(32))
        let booking = try await deposits.book(
            try quarks(request), mint: mint, to: try owner(request), reference: reference)
        if booking.isNew { context.metrics?.count(.deposits, "operator") }
        return try receipt(booking.intent, isNew: booking.isNew)
    }

    private func faucet(_ request: AdminRequest) async throws -> DepositReceipt {
        let intent = try await deposits.faucet(
            try quarks(request), mint: context.ledger.settings.coreMint, to: try owner(request))
        context.metrics?.count(.deposits, "faucet")
        return try receipt(intent, isNew: true)
    }

    private func receipt(_ intent: IntentRecord, isNew: Bool) throws -> DepositReceipt {
        guard let token = intent.destination, let amount = intent.amount else {
            throw NodeError.refused(reason: "the deposit was booked without an account")
        }
        let balance = try context.store.read { try $0.vault(token)?.balance.quarks ?? 0 }
        return DepositReceipt(
            intent: intent.id.base58, token: token.base58, quarks: amount.quarks, balance: UInt64(clamping: balance),
            booked: isNew)
    }

    private func owner(_ request: AdminRequest) throws(NodeError) -> PublicKey {
        guard let owner = request.owner else { throw .refused(reason: "the owner is missing") }
        return try key(owner, "owner")
    }

    private func quarks(_ request: AdminRequest) throws(NodeError) -> UInt64 {
        guard let quarks = request.quarks, quarks > 0 else {
            throw .refused(reason: "the amount must be greater than zero")
        }
        return quarks
    }

    private func key(_ text: String, _ name: String) throws(NodeError) -> PublicKey {
        do {
            return try PublicKey(base58: text)
        } catch {
            throw .refused(reason: "the \(name) is not an address: \(error)")
        }
    }
}

extension AdminRequest {
    /// The account that `split_delete` names.
    ///
    /// - Throws: `NodeError.refused` without a user id, and for another text.
    var splitAccount: AccountID {
        get throws(NodeError) {
            guard let user else { throw .refused(reason: "the user id is missing") }
            guard let bytes = UserID(text: user)?.bytes, let account = AccountID(userID: bytes) else {
                throw .refused(reason: "the user id is not one that the node gives")
            }
            return account
        }
    }
}
