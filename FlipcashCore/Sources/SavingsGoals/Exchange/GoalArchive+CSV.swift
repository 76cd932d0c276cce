public import FlipcashCore

/// The three tables of an export for spreadsheets and for the reference product (goals specification §13).
public struct GoalTables: Hashable, Sendable {
    /// The text of `goals.csv`.
    public var goals: String
    /// The text of `assets.csv`.
    public var assets: String
    /// The text of `value_changes.csv`.
    public var valueChanges: String

    /// The names of the files.
    public static let names = ["goals.csv", "assets.csv", "value_changes.csv"]

    /// Creates tables from their texts.
    public init(goals: String, assets: String, valueChanges: String) {
        self.goals = goals
        self.assets = assets
        self.valueChanges = valueChanges
    }

    static let goalColumns = [
        "id", "name", "currency", "targetAmount", "deadline", "startDate", "lifecycleStatusRawValue",
        "lifecycleStatusChangedAt", "lastModifiedDate", "reminderFrequency", "reminderTime", "firstReminderDate",
        "emoji", "goalDescription", "link", "allocationCount", "allocationIds", "allocationsJson",
    ]
    static let assetColumns = [
        "id", "currency", "address", "chainId", "transactionCount", "transactionIds", "allocationCount",
        "allocationIds", "allocationsJson",
    ]
    static let changeColumns = [
        "eventType", "eventId", "timestamp", "amount", "amountSemantics", "assetId", "assetCurrency", "assetChainId",
        "assetAddress", "goalId", "goalName", "transactionSource", "transactionExternalId",
        "transactionCounterparty", "transactionComment", "allocationMonthLabel", "allocationCreatedAt",
    ]

    /// The chain under which assets of this wallet stand.
    static let walletChain = "FLIPCASH"

    /// The name of an export's folder: `flipcash-goals-` with the time in UTC.
    public static func folderName(_ now: Instant) -> String {
        let text = TimestampText.text(now).filter(\.isNumber)
        return "flipcash-goals-\(text.prefix(8))-\(text.dropFirst(8).prefix(6))"
    }

    /// Writes an archive. Days are written as their first instant in the zone of `calendar`.
    public init(_ archive: GoalArchive, calendar: GoalCalendar) {
        let writer = TableWriter(archive: archive, calendar: calendar)
        goals = CSVText.table([Self.goalColumns] + archive.goals.map(writer.row))
        assets = CSVText.table([Self.assetColumns] + archive.assets.map(writer.row))
        valueChanges = CSVText.table(
            [Self.changeColumns] + archive.transactions.map(writer.row)
                + archive.changes.enumerated().map { writer.row($0.element, number: $0.offset + 1) })
    }
}

extension Asset {
    /// The chain and address under which the asset stands in tables; empty for a manual one.
    fileprivate var place: (chain: String, address: String) {
        switch source {
        case .manual: ("", "")
        case .wallet(let mint): (GoalTables.walletChain, mint.base58)
        case .address(let place): (place.chain, place.address)
        }
    }
}

private struct TableWriter {
    let calendar: GoalCalendar
    private let assets: [AssetID: Asset]
    private let names: [GoalID: String]
    private let sharesByGoal: [GoalID: [GoalArchive.Share]]
    private let sharesByAsset: [AssetID: [GoalArchive.Share]]
    private let transactions: [AssetID: [AssetTransaction]]

    init(archive: GoalArchive, calendar: GoalCalendar) {
        self.calendar = calendar
        assets = Dictionary(archive.assets.map { ($0.id, $0) }) { first, _ in first }
        names = Dictionary(archive.goals.map { ($0.id, $0.name) }) { first, _ in first }
        sharesByGoal = Dictionary(grouping: archive.shares, by: \.goal)
        sharesByAsset = Dictionary(grouping: archive.shares, by: \.asset)
        transactions = Dictionary(grouping: archive.transactions, by: \.asset)
    }

    private func time(_ date: CalendarDate) -> String { TimestampText.rfc3339(calendar.startOfDay(date)) }

    private func amount(_ units: ExactInteger, of asset: AssetID) -> String {
        assets[asset].map { AssetAmount(units: units, $0.currency).text } ?? ""
    }

    private func allocations(_ shares: [GoalArchive.Share]) -> [String] {
        // Ids have neither quotes nor backslashes in practice; both are escaped nevertheless.
        func quoted(_ text: String) -> String {
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        let objects = shares.map { share in
            "{\"amount\":\(quoted(amount(share.units, of: share.asset))),\"assetId\":\(quoted(share.asset.text)),"
                + "\"goalId\":\(quoted(share.goal.text))}"
        }
        return [
            String(shares.count), shares.map { "\($0.asset)/\($0.goal)" }.joined(separator: ";"),
            "[\(objects.joined(separator: ","))]",
        ]
    }

    func row(_ goal: Goal) -> [String] {
        [
            goal.id.text, goal.name, goal.currency.code, goal.target.text, time(goal.deadline), time(goal.start),
            goal.lifecycle.rawValue, TimestampText.rfc3339(goal.lifecycleChanged),
            TimestampText.rfc3339(goal.modified), goal.reminder?.frequency.rawValue ?? "",
            goal.reminder?.time.description ?? "", goal.reminder?.first.map(time) ?? "", goal.emoji ?? "",
            goal.note ?? "", goal.link ?? "",
        ] + allocations(sharesByGoal[goal.id] ?? [])
    }

    func row(_ asset: Asset) -> [String] {
        let transactions = transactions[asset.id] ?? []
        return [
            asset.id.text, asset.currency.code, asset.place.address, asset.place.chain, String(transactions.count),
            transactions.map(\.id.text).joined(separator: ";"),
        ] + allocations(sharesByAsset[asset.id] ?? [])
    }

    private func place(_ asset: AssetID) -> [String] {
        guard let asset = assets[asset] else { return [asset.text, "", "", ""] }
        return [asset.id.text, asset.currency.code, asset.place.chain, asset.place.address]
    }

    func row(_ transaction: AssetTransaction) -> [String] {
        [
            "transaction", transaction.id.text, TimestampText.rfc3339(transaction.date),
            amount(transaction.units, of: transaction.asset), "delta",
        ] + place(transaction.asset) + [
            "", "", transaction.source.rawValue, transaction.externalID ?? "", transaction.counterparty ?? "",
            transaction.comment ?? "", "", "",
        ]
    }

    func row(_ change: AllocationChange, number: Int) -> [String] {
        [
            "allocationHistory", "\(number)", TimestampText.rfc3339(change.date),
            amount(change.units, of: change.asset), "allocationTargetSnapshot",
        ] + place(change.asset) + [
            change.goal.text, names[change.goal] ?? "", "", "", "", "", MonthLabel(change.date).description,
            TimestampText.rfc3339(change.created),
        ]
    }
}
