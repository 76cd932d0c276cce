import FlipcashCore
import SharedExpenses

/// Carries out orders about shared expenses.
extension StoreWriter {
    func carryOut(_ order: SplitOrder) throws -> SplitReceipt {
        switch order {
        case .join(let joining):
            try join(joining)
            return SplitReceipt()
        case .perform(let request):
            var counted = request.counted
            let result = try perform(request, counted: &counted)
            return SplitReceipt(result: result, counted: counted)
        case .proceed(let proceeding): return SplitReceipt(hasMore: try proceed(proceeding))
        case .erase(let erasure): return SplitReceipt(hasMore: try erase(erasure))
        case .rename(let renaming): return SplitReceipt(renaming: try rename(renaming))
        case .forget(let now): return SplitReceipt(hasMore: try forgetSplits(now))
        }
    }

    /// Makes an account, unless there is one.
    private func join(_ joining: SplitJoining) throws {
        try execute(
            """
            INSERT INTO split_accounts (user_id, member, state, clearing_until, revision, horizon, created_at)
            VALUES (?, ?, ?, NULL, 0, 0, ?) ON CONFLICT (user_id) DO NOTHING
            """,
            [
                try joining.account.blob(), try joining.member.blob(), SplitAccount.State.active.stored,
                joining.now.nanosecondsSinceEpoch,
            ])
    }

    /// Carries out an operation once. A repetition gets the first result.
    private func perform(_ request: SplitRequest, counted: inout CountedMoments) throws -> OperationResult {
        let operation = request.operation
        guard let account = try splitAccount(request.caller) else {
            return OperationResult(refusing: operation, .denied)
        }
        // Before the account's state: the deletion of an account can be repeated, too.
        if let known = try splitResult(of: operation.id, account: account.number) { return known }
        guard account.state == .active else { return OperationResult(refusing: operation, .denied) }
        if account.clearingUntil != nil, !operation.change.isClearing {
            return OperationResult(refusing: operation, .clearing)
        }
        let result: OperationResult
        switch operation.change {
        case .clearAll(let cutoff): result = try clear(request, account, cutoff: cutoff)
        case .deleteAccount(let confirmed): result = try startDeletion(request, account, confirmed: confirmed)
        default: result = try judge(request, account, counted: &counted)
        }
        guard !result.isRetryable else { return result }
        try execute(
            "INSERT INTO split_results (account, operation, result, made_at) VALUES (?, ?, ?, ?)",
            [
                account.number, try operation.id.blob(), try result.bytes().blob,
                request.now.instant.nanosecondsSinceEpoch,
            ])
        return result
    }

    private func judge(
        _ request: SplitRequest, _ account: SplitAccountRow, counted: inout CountedMoments
    ) throws -> OperationResult {
        let operation = request.operation
        var loader = SplitLoader(self)
        var isTooLarge = false
        do {
            try loader.load(for: request)
        } catch is SplitTooLarge {
            isTooLarge = true
        }
        if let seconds = try count(request, in: loader.world, account, counted: &counted) {
            var result = OperationResult(refusing: operation, .rateLimited)
            result.retryAfterSeconds = seconds
            return result
        }
        if !operation.change.isAdvance, try isFenced(operation.change, loader) {
            return OperationResult(refusing: operation, .conflict)
        }
        if isTooLarge { return try fence(request, loader) }
        let proof = try proof(of: operation.change, by: request.caller, loader.world)
        var world = loader.world
        let result = world.perform(operation, by: request.caller, at: request.now) { _ in proof }
        if world != loader.world {
            var saver = SplitSaver(self, loader, after: world, now: request.now.instant)
            try saver.save()
        }
        return result
    }

    /// Counts a request in its time window. Returns the seconds to wait if there are too many requests, else nil.
    private func count(
        _ request: SplitRequest, in world: SplitWorld, _ account: SplitAccountRow, counted: inout CountedMoments
    ) throws -> Int64? {
        let (operation, now) = (request.operation, request.now)
        guard let rate = world.rate(of: operation), !counted.contain(operation, rate) else { return nil }
        let row = try row(
            "SELECT started_at, requests FROM split_windows WHERE account = ? AND class = ?",
            [account.number, rate.rawValue])
        var window = FixedWindow(
            limit: SplitBook.Rates().limit(of: rate),
            start: try row.map { SplitTime(Instant(nanosecondsSinceEpoch: try $0.integer("started_at"))) },
            count: try row.map { Int(try $0.integer("requests")) } ?? 0)
        if let seconds = window.admit(at: now) { return seconds }
        counted.note(operation, rate)
        try execute(
            """
            INSERT INTO split_windows (account, class, started_at, requests) VALUES (?, ?, ?, ?)
            ON CONFLICT (account, class) DO UPDATE SET started_at = excluded.started_at, requests = excluded.requests
            """,
            [account.number, rate.rawValue, (window.start ?? now).instant.nanosecondsSinceEpoch, window.count])
        return nil
    }

    /// Whether the money of a payment that is to be completed has moved.
    private func proof(of change: SplitChange, by account: AccountID, _ world: SplitWorld) throws -> Bool {
        guard case .advancePayment(let advance) = change, advance.state == .completed,
            var payment = world.payments[advance.payment]
        else { return false }
        let caller = SplitCaller(account: account, ids: world.ids(of: account))
        guard !payment.isConfirmation(advance, by: caller) else {
            return try isPaid(payment, in: world, isConfirmed: true)
        }
        payment.intent = advance.intent ?? payment.intent
        payment.giftCardVault = advance.giftCardVault ?? payment.giftCardVault
        return try isPaid(payment, in: world)
    }
}

extension OperationResult {
    /// The result of an operation that a rule refuses.
    init(refusing operation: SplitOperation, _ code: SplitFailure.Code) {
        self.init(operation: operation.id, code: code.result, detail: code.rawValue)
    }

    fileprivate func bytes() throws(StoreError) -> [UInt8] {
        do {
            return try stored()
        } catch {
            throw .refusedRecord(reason: error.description)
        }
    }
}

extension SplitChange {
    /// Whether the change only reports how a payment ended. It is accepted even while the payment's group is being
    /// deleted.
    fileprivate var isAdvance: Bool {
        if case .advancePayment = self { true } else { false }
    }

    var isClearing: Bool {
        if case .clearAll = self { true } else { false }
    }
}
