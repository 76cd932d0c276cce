public import FlipcashCore
import GRDB

extension Database {
    /// Stores history entries with their side rows in one transaction, and skips entries that the tables cannot hold
    /// (client specification §4.5, rule 4).
    ///
    /// - Returns: the number of skipped entries.
    @discardableResult
    public func insert(activities: [Activity]) throws(DatabaseFailure) -> Int {
        guard !activities.isEmpty else { return 0 }
        return try write { database in
            var refusedCount = 0
            for activity in activities {
                do {
                    try database.inSavepoint {
                        try Self.upsert(database, activity)
                        return .commit
                    }
                } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                    refusedCount += 1
                }
            }
            return refusedCount
        }
    }

    /// Returns the newest completed entry, after which the next sync begins.
    public func latestCompletedActivityID() throws(DatabaseFailure) -> IntentID? {
        try read { database in
            try Row.fetchOne(
                database, sql: "SELECT id FROM activity WHERE state = 2 ORDER BY date DESC, id DESC LIMIT 1"
            ).flatMap { IntentID(column: $0["id"]) }
        }
    }

    /// Returns the entries that were pending when last fetched, newest first.
    public func pendingActivityIDs() throws(DatabaseFailure) -> [IntentID] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT id FROM activity WHERE state = 1 ORDER BY date DESC, id DESC")
                .compactMap { IntentID(column: $0["id"]) }
        }
    }

    /// Returns the newest entries of one currency, or of all.
    ///
    /// - Parameter since: the earliest date of an entry; nil for any.
    public func getActivities(
        mint: PublicKey? = nil, since: Instant? = nil, limit: Int = 1_024
    ) throws(DatabaseFailure) -> [Activity] {
        try read { database in
            var conditions: [String] = []
            var arguments: StatementArguments = ["limit": limit]
            if let mint {
                conditions.append("(a.mint = :mint OR s.fromMint = :mint OR s.toMint = :mint)")
                arguments += ["mint": mint.column]
            }
            if let since {
                conditions.append("a.date >= :since")
                arguments += ["since": since.column]
            }
            let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
            return try Row.fetchAll(
                database, sql: "\(Self.selectActivity) \(filter) ORDER BY a.date DESC, a.id DESC LIMIT :limit",
                arguments: arguments
            ).compactMap(Self.activity)
        }
    }

    /// Returns the entry `id`; nil if it is not stored.
    public func getActivity(id: IntentID) throws(DatabaseFailure) -> Activity? {
        try read { database in
            try Row.fetchOne(database, sql: "\(Self.selectActivity) WHERE a.id = ?", arguments: [id.column])
                .flatMap(Self.activity)
        }
    }

    /// Returns the entry of the cash link whose money is in `vault`.
    public func getActivity(cashLinkVault vault: PublicKey) throws(DatabaseFailure) -> Activity? {
        try read { database in
            try Row.fetchOne(database, sql: "\(Self.selectActivity) WHERE c.vault = ?", arguments: [vault.column])
                .flatMap(Self.activity)
        }
    }

    /// Returns the entries of all cash links, newest first.
    public func getCashLinkActivities() throws(DatabaseFailure) -> [Activity] {
        try read { database in
            try Row.fetchAll(
                database, sql: "\(Self.selectActivity) WHERE c.vault IS NOT NULL ORDER BY a.date DESC, a.id DESC"
            ).compactMap(Self.activity)
        }
    }

    /// Returns whether money ever came in: bought, deposited, received or distributed.
    public func hasEverAddedMoney() throws(DatabaseFailure) -> Bool {
        try read { database in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM activity WHERE state = 2 AND kind IN (8, 5, 2, 7))")
                ?? false
        }
    }

    private static let selectActivity = """
        SELECT a.*, c.vault, c.canCancel, s.fromMint, s.fromQuarks, s.fromNativeAmount, s.fromCurrency, s.toMint,
            s.toQuarks, s.toNativeAmount, s.toCurrency, s.feeNativeAmount, s.feeCurrency, s.state AS swapState
        FROM activity a
        LEFT JOIN cashLinkMetadata c ON c.id = a.id
        LEFT JOIN swapMetadata s ON s.id = a.id
        """

    private static func upsert(_ database: GRDB.Database, _ activity: Activity) throws {
        var userID: String?
        var phone: String?
        switch activity.counterparty {
        case .user(let id): userID = id.text.uppercased()
        case .phone(let number): phone = number
        case nil: break
        }
        let columns = [
            "kind", "state", "title", "quarks", "nativeAmount", "currency", "mint", "date", "counterpartyUserID",
            "counterpartyPhone",
        ]
        try database.execute(
            sql: """
                INSERT INTO activity (id, \(columns.joined(separator: ", "))) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT(id) DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
                WHERE \(columns.map { "\($0) IS NOT excluded.\($0)" }.joined(separator: " OR "))
                """,
            arguments: [
                activity.id.column, activity.kind.rawValue, activity.state.rawValue, activity.title,
                activity.payment.quarks.column, activity.payment.nativeAmount, activity.payment.currencyCode,
                activity.payment.mint.column, activity.date.column, userID, phone,
            ])
        if let link = activity.cashLink {
            try database.execute(
                sql: """
                    INSERT INTO cashLinkMetadata (id, vault, canCancel) VALUES (?, ?, ?)
                    ON CONFLICT(id) DO UPDATE SET vault = excluded.vault, canCancel = excluded.canCancel
                    WHERE vault IS NOT excluded.vault OR canCancel IS NOT excluded.canCancel
                    """,
                arguments: [activity.id.column, link.vault.column, link.canCancel])
        }
        if let swap = activity.swap { try upsert(database, swap, id: activity.id) }
    }

    private static func upsert(_ database: GRDB.Database, _ swap: Activity.Swap, id: IntentID) throws {
        let columns = [
            "fromMint", "fromQuarks", "fromNativeAmount", "fromCurrency", "toMint", "toQuarks", "toNativeAmount",
            "toCurrency", "feeNativeAmount", "feeCurrency", "state",
        ]
        try database.execute(
            sql: """
                INSERT INTO swapMetadata (id, \(columns.joined(separator: ", ")))
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT(id) DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
                WHERE \(columns.map { "\($0) IS NOT excluded.\($0)" }.joined(separator: " OR "))
                """,
            arguments: [
                id.column, swap.from.mint.column, swap.from.quarks.column, swap.from.nativeAmount,
                swap.from.currencyCode, swap.toMint.column, swap.to?.quarks.column, swap.to?.nativeAmount,
                swap.to?.currencyCode, swap.feeNativeAmount, swap.feeCurrencyCode, swap.state.rawValue,
            ])
    }

    private static func activity(_ row: Row) -> Activity? {
        guard let id = IntentID(column: row["id"]), let kind: Int = row["kind"], let state: Int = row["state"],
            let title: String = row["title"], let quarks = UInt64(column: row["quarks"]),
            let native: Double = row["nativeAmount"], let currency: String = row["currency"],
            let mint = PublicKey(column: row["mint"]), let date = Instant(column: row["date"])
        else { return nil }
        var counterparty: Activity.Counterparty?
        if let text: String = row["counterpartyUserID"], let user = UserID(text: text) {
            counterparty = .user(user)
        } else if let phone: String = row["counterpartyPhone"] {
            counterparty = .phone(phone)
        }
        var link: Activity.CashLink?
        if let vault = PublicKey(column: row["vault"]), let canCancel: Bool = row["canCancel"] {
            link = Activity.CashLink(vault: vault, canCancel: canCancel)
        }
        return Activity(
            id: id, kind: Activity.Kind(rawValue: kind) ?? .unknown, state: Activity.State(rawValue: state) ?? .unknown,
            title: title,
            payment: Activity.Payment(currencyCode: currency, nativeAmount: native, quarks: quarks, mint: mint),
            date: date, cashLink: link, swap: swap(row), counterparty: counterparty)
    }

    private static func swap(_ row: Row) -> Activity.Swap? {
        guard let fromMint = PublicKey(column: row["fromMint"]), let fromQuarks = UInt64(column: row["fromQuarks"]),
            let fromNative: Double = row["fromNativeAmount"], let fromCurrency: String = row["fromCurrency"],
            let toMint = PublicKey(column: row["toMint"]), let fee: Double = row["feeNativeAmount"],
            let feeCurrency: String = row["feeCurrency"], let state: Int = row["swapState"]
        else { return nil }
        var to: Activity.Payment?
        if let quarks = UInt64(column: row["toQuarks"]), let native: Double = row["toNativeAmount"],
            let currency: String = row["toCurrency"]
        {
            to = Activity.Payment(currencyCode: currency, nativeAmount: native, quarks: quarks, mint: toMint)
        }
        return Activity.Swap(
            from: Activity.Payment(
                currencyCode: fromCurrency, nativeAmount: fromNative, quarks: fromQuarks, mint: fromMint),
            toMint: toMint, to: to, feeNativeAmount: fee, feeCurrencyCode: feeCurrency,
            state: Activity.SwapState(rawValue: state) ?? .unknown)
    }
}
