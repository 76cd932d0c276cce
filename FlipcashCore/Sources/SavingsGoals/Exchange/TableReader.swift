import FlipcashCore

extension GoalArchive {
    /// Reads the three tables of an export, of this program or of the reference product. Everything is checked before
    /// anything is written.
    ///
    /// - Parameters:
    ///   - decimalSign: the sign of the amounts; with a comma, the tolerant reader of amounts is used.
    ///   - unknownColumns: gets the names of columns that are ignored, with their files.
    /// - Throws: ``ImportFailure`` with file, row and column.
    public init(
        _ tables: GoalTables, calendar: GoalCalendar, decimalSign: TolerantAmount.DecimalSign = .point,
        unknownColumns: inout [String]
    ) throws(ImportFailure) {
        self.init()
        let goalRows = try TableRows(
            "goals.csv", tables.goals, required: ["id", "name", "currency", "targetAmount", "deadline"])
        let assetRows = try TableRows("assets.csv", tables.assets, required: ["id", "currency"])
        let changeRows = try TableRows(
            "value_changes.csv", tables.valueChanges,
            required: ["eventType", "eventId", "timestamp", "amount", "assetId"])
        unknownColumns += goalRows.unknown(GoalTables.goalColumns) + assetRows.unknown(GoalTables.assetColumns)
        unknownColumns += changeRows.unknown(GoalTables.changeColumns)
        let reader = CellReader(calendar: calendar, decimalSign: decimalSign)
        for row in goalRows.rows { goals.append(try reader.goal(row)) }
        for row in assetRows.rows { assets.append(try reader.asset(row)) }
        let currencies = Dictionary(assets.map { ($0.id, $0.currency) }) { first, _ in first }
        let known = Set(goals.map(\.id))
        for row in changeRows.rows {
            switch row["eventType"] {
            case "transaction": transactions.append(try reader.transaction(row, currencies))
            case "allocationHistory": changes.append(try reader.change(row, currencies, goals: known))
            default: throw row.failure("eventType", "the event is neither transaction nor allocationHistory")
            }
        }
        // The shares are what the history leads to.
        for (asset, history) in Dictionary(grouping: changes, by: \.asset).sorted(by: { $0.key < $1.key }) {
            for (goal, units) in AllocationChange.replay(history).shares.sorted(by: { $0.key < $1.key }) {
                shares.append(Share(asset: asset, goal: goal, units: units))
            }
        }
    }
}

/// The rows of one file with the names of their columns.
private struct TableRows {
    struct Row {
        let file: String
        let number: Int
        let cells: [String: String]

        subscript(column: String) -> String { cells[column] ?? "" }

        func optional(_ column: String) -> String? { self[column].isEmpty ? nil : self[column] }

        func failure(_ column: String, _ reason: String) -> ImportFailure {
            ImportFailure(file, row: number, column: column, reason)
        }
    }

    let rows: [Row]
    private let header: [String]
    private let file: String

    init(_ file: String, _ text: String, required: [String]) throws(ImportFailure) {
        let table: [[String]]
        do throws(CSVError) {
            table = try CSVText.rows(text)
        } catch {
            throw ImportFailure(file, error.description)
        }
        guard let header = table.first else { throw ImportFailure(file, "the file has no header") }
        for column in required where !header.contains(column) {
            throw ImportFailure(file, column: column, "the column is missing")
        }
        var rows: [Row] = []
        for (index, cells) in table.enumerated().dropFirst() {
            guard cells.count == header.count else {
                throw ImportFailure(
                    file, row: index + 1, "the row has \(cells.count) cells, the header \(header.count)")
            }
            rows.append(Row(file: file, number: index + 1, cells: Dictionary(zip(header, cells)) { first, _ in first }))
        }
        (self.rows, self.header, self.file) = (rows, header, file)
    }

    func unknown(_ known: [String]) -> [String] { header.filter { !known.contains($0) }.map { "\(file): \($0)" } }
}

private struct CellReader {
    let calendar: GoalCalendar
    let decimalSign: TolerantAmount.DecimalSign

    private func value<Value>(
        _ row: TableRows.Row, _ column: String, _ reason: String, _ read: (String) -> Value?
    ) throws(ImportFailure) -> Value {
        guard let value = read(row[column]) else { throw row.failure(column, reason) }
        return value
    }

    private func optional<Value>(
        _ row: TableRows.Row, _ column: String, _ reason: String, _ read: (String) -> Value?
    ) throws(ImportFailure) -> Value? {
        row[column].isEmpty ? nil : try value(row, column, reason, read)
    }

    /// RFC 3339 with or without milliseconds.
    private func instant(_ text: String) -> Instant? {
        TimestampText.instant(rfc3339: text) ?? TimestampText.instant(rfc3339: text.replacing("Z", with: ".000Z"))
    }

    private func date(_ text: String) -> CalendarDate? { CalendarDate(text) ?? instant(text).map(calendar.date) }

    private func amount(_ text: String, _ currency: AssetCurrency) -> AssetAmount? {
        switch decimalSign {
        case .point: AssetAmount(decimal: text, currency)
        case .comma:
            text.hasPrefix("-")
                ? (try? TolerantAmount(currency: currency, decimalSign: .comma).amount(String(text.dropFirst())))
                    .map { AssetAmount(units: -$0.units, currency) }
                : try? TolerantAmount(currency: currency, decimalSign: .comma).amount(text)
        }
    }

    private func currency(_ row: TableRows.Row) throws(ImportFailure) -> AssetCurrency {
        try value(row, "currency", "the currency is not known") { AssetCurrency($0) }
    }

    func goal(_ row: TableRows.Row) throws(ImportFailure) -> Goal {
        let currency = try currency(row)
        let time = "the time is not in RFC 3339"
        let modified = try optional(row, "lastModifiedDate", time, instant) ?? Instant(seconds: 0)
        let deadline = try value(row, "deadline", "the day is not valid", date)
        guard let name = row.optional("name") else { throw row.failure("name", "the name is empty") }
        var goal = Goal(
            id: try value(row, "id", "the id is not valid") { GoalID($0) }, name: name,
            target: try value(row, "targetAmount", "the amount is not a decimal of \(currency)") {
                amount($0, currency).flatMap { $0.units.signum > 0 ? $0 : nil }
            }, deadline: deadline,
            start: try optional(row, "startDate", "the day is not valid", date)
                ?? min(calendar.date(of: modified), deadline),
            created: try optional(row, "lifecycleStatusChangedAt", time, instant) ?? modified,
            emoji: row.optional("emoji"), note: row.optional("goalDescription"), link: row.optional("link"))
        goal.lifecycle =
            try optional(row, "lifecycleStatusRawValue", "the status is not known") { Goal.Lifecycle(rawValue: $0) }
            ?? .active
        goal.modified = modified
        if let frequency = try optional(
            row, "reminderFrequency", "the frequency is not known", { Goal.Frequency(rawValue: $0) })
        {
            goal.reminder = .init(
                frequency: frequency,
                time: try optional(row, "reminderTime", "the time is not HH:MM") { TimeOfDay($0) } ?? .nine,
                first: try optional(row, "firstReminderDate", "the day is not valid", date))
        }
        return goal
    }

    func asset(_ row: TableRows.Row) throws(ImportFailure) -> Asset {
        let source: Asset.Source
        if row["chainId"] == GoalTables.walletChain {
            source = .wallet(try value(row, "address", "the mint is not valid") { try? PublicKey(base58: $0) })
        } else if let address = row.optional("address") {
            source = .address(.init(chain: row["chainId"], address: address))
        } else {
            source = .manual
        }
        return Asset(
            id: try value(row, "id", "the id is not valid") { AssetID($0) }, currency: try currency(row), source: source
        )
    }

    private func assetID(_ row: TableRows.Row, _ currencies: [AssetID: AssetCurrency]) throws(ImportFailure) -> AssetID
    {
        try value(row, "assetId", "assets.csv has no such asset") {
            AssetID($0).flatMap { currencies[$0] == nil ? nil : $0 }
        }
    }

    private func units(
        _ row: TableRows.Row, _ asset: AssetID, _ currencies: [AssetID: AssetCurrency]
    ) throws(ImportFailure) -> ExactInteger {
        try value(row, "amount", "the amount is not a decimal of its currency") { text in
            currencies[asset].flatMap { amount(text, $0)?.units }
        }
    }

    func transaction(
        _ row: TableRows.Row, _ currencies: [AssetID: AssetCurrency]
    ) throws(ImportFailure) -> AssetTransaction {
        let asset = try assetID(row, currencies)
        return AssetTransaction(
            id: try value(row, "eventId", "the id is not valid") { TransactionID($0) }, asset: asset,
            units: try units(row, asset, currencies),
            date: try value(row, "timestamp", "the time is not in RFC 3339", instant),
            source: try optional(row, "transactionSource", "the source is not known") { .init(rawValue: $0) }
                ?? .manual,
            externalID: row.optional("transactionExternalId"), counterparty: row.optional("transactionCounterparty"),
            comment: row.optional("transactionComment"))
    }

    func change(
        _ row: TableRows.Row, _ currencies: [AssetID: AssetCurrency], goals: Set<GoalID>
    ) throws(ImportFailure) -> AllocationChange {
        let asset = try assetID(row, currencies)
        let date = try value(row, "timestamp", "the time is not in RFC 3339", instant)
        return AllocationChange(
            asset: asset,
            goal: try value(row, "goalId", "goals.csv has no such goal") {
                GoalID($0).flatMap { goals.contains($0) ? $0 : nil }
            }, units: max(0, try units(row, asset, currencies)), date: date,
            created: try optional(row, "allocationCreatedAt", "the time is not in RFC 3339", instant) ?? date)
    }
}
