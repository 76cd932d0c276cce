import FlipcashCore
import GRDB

/// How values stand in the columns.
extension Row {
    /// The value of `column`, read by `read`.
    ///
    /// - Throws: `GoalStoreFailure.unreadable` when the text has another form.
    func value<Value>(_ column: String, _ read: (String) -> Value?) throws -> Value {
        guard hasColumn(column), let text = String.fromDatabaseValue(self[column]), let value = read(text) else {
            throw GoalStoreFailure.unreadable(column)
        }
        return value
    }

    /// The value of `column`; nil for NULL.
    func optional<Value>(_ column: String, _ read: (String) -> Value?) throws -> Value? {
        // An imported row lacks the columns without a value.
        guard hasColumn(column) else { return nil }
        let stored: DatabaseValue = self[column]
        return stored.isNull ? nil : try value(column, read)
    }

    func text(_ column: String) throws -> String { try value(column) { $0 } }
    func optionalText(_ column: String) throws -> String? { try optional(column) { $0 } }
    func units(_ column: String) throws -> ExactInteger { try value(column) { ExactInteger($0) } }
    func instant(_ column: String) throws -> Instant { try value(column) { TimestampText.instant($0) } }
    func date(_ column: String) throws -> CalendarDate { try value(column) { CalendarDate($0) } }
    func goal(_ column: String = "goal") throws -> GoalID { try value(column) { GoalID($0) } }
    func asset(_ column: String = "asset") throws -> AssetID { try value(column) { AssetID($0) } }
    func currency(_ column: String = "currency") throws -> AssetCurrency { try value(column) { AssetCurrency($0) } }
}

extension Instant {
    var column: String { TimestampText.text(self) }
}

extension Goal {
    init(_ row: Row) throws {
        let currency = try row.currency()
        self.init(
            id: try row.goal("id"), name: try row.text("name"),
            target: AssetAmount(units: try row.units("target"), currency), deadline: try row.date("deadline"),
            start: try row.date("start"), created: try row.instant("lifecycleChanged"),
            emoji: try row.optionalText("emoji"), note: try row.optionalText("note"),
            link: try row.optionalText("link"))
        lifecycle = try row.value("lifecycle") { Lifecycle(rawValue: $0) }
        modified = try row.instant("modified")
        if let frequency = try row.optional("reminderFrequency", { Frequency(rawValue: $0) }) {
            reminder = Reminder(
                frequency: frequency, time: try row.optional("reminderTime") { TimeOfDay($0) } ?? .nine,
                first: try row.optional("reminderFirst") { CalendarDate($0) })
        }
    }

    static let columns = [
        "id", "name", "currency", "target", "deadline", "start", "lifecycle", "lifecycleChanged", "modified",
        "reminderFrequency", "reminderTime", "reminderFirst", "emoji", "note", "link",
    ]

    var values: [String?] {
        [
            id.text, name, currency.code, target.units.description, deadline.description, start.description,
            lifecycle.rawValue, lifecycleChanged.column, modified.column, reminder?.frequency.rawValue,
            reminder?.time.description, reminder?.first?.description, emoji, note, link,
        ]
    }
}

extension Asset {
    init(_ row: Row) throws {
        let source: Source
        switch try row.text("source") {
        case "wallet": source = .wallet(try row.value("mint") { try? PublicKey(base58: $0) })
        case "address":
            source = .address(ChainAddress(chain: try row.text("chain"), address: try row.text("address")))
        case "manual": source = .manual
        default: throw GoalStoreFailure.unreadable("asset.source")
        }
        self.init(
            id: try row.asset("id"), currency: try row.currency(), source: source,
            owner: try row.optional("owner") { GoalID($0) }, label: try row.optionalText("label"),
            coinID: try row.optionalText("coinID"))
    }

    static let columns = ["id", "currency", "source", "mint", "chain", "address", "owner", "label", "coinID"]

    var values: [String?] {
        var (mint, chain, address): (String?, String?, String?)
        switch source {
        case .manual: break
        case .wallet(let key): mint = key.base58
        case .address(let place): (chain, address) = (place.chain, place.address)
        }
        return [id.text, currency.code, source.name, mint, chain, address, owner?.text, label, coinID]
    }
}

extension AssetTransaction {
    init(_ row: Row) throws {
        self.init(
            id: try row.value("id") { TransactionID($0) }, asset: try row.asset(), units: try row.units("units"),
            date: try row.instant("date"), source: try row.value("source") { Source(rawValue: $0) },
            externalID: try row.optionalText("externalID"), counterparty: try row.optionalText("counterparty"),
            comment: try row.optionalText("comment"))
    }

    static let columns = ["id", "asset", "units", "date", "source", "externalID", "counterparty", "comment"]

    var values: [String?] {
        [id.text, asset.text, units.description, date.column, source.rawValue, externalID, counterparty, comment]
    }
}

extension AllocationChange {
    init(_ row: Row) throws {
        self.init(
            asset: try row.asset(), goal: try row.goal(), units: try row.units("units"),
            date: try row.instant("date"), created: try row.instant("created"))
    }
}

extension Plan {
    init(_ row: Row) throws {
        let months = try row.value("months") { Int($0) }
        self.init(
            goal: try row.goal(), month: try row.value("month") { MonthLabel($0) },
            figures: PlanFigures(
                required: try row.units("required"), remaining: try row.units("remaining"), months: months,
                currency: try row.currency(), flex: try row.value("flex") { Flex(rawValue: $0) },
                custom: try row.optional("custom") { ExactInteger($0) }),
            state: try row.value("state") { State(rawValue: $0) }, computed: try row.instant("computed"))
    }

    static let columns = [
        "goal", "month", "required", "remaining", "months", "currency", "state", "flex", "custom", "computed",
    ]

    var values: [String?] {
        [
            goal.text, month.description, figures.required.description, figures.remaining.description,
            String(figures.months),
            figures.currency?.code ?? "", state.rawValue, figures.flex.rawValue, figures.custom?.description,
            computed.column,
        ]
    }
}

extension Database {
    /// Inserts a row, or replaces all columns of the row with the same key.
    func put(_ table: String, key: [String], columns: [String], _ values: [String?]) throws {
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let updates = columns.filter { !key.contains($0) }.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        try execute(
            sql: """
                INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(marks))
                ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(updates)
                """, arguments: StatementArguments(values))
    }
}

extension StandingOrder {
    init(_ row: Row) throws {
        let measure: Measure
        if let units = try row.optional("amount", { ExactInteger($0) }) {
            measure = .amount(units)
        } else {
            measure = .share(basisPoints: try row.value("share") { UInt64($0) })
        }
        self.init(
            id: try row.value("id") { StandingOrderID($0) }, goal: try row.goal(), asset: try row.asset(),
            measure: measure, rhythm: try row.value("rhythm") { Rhythm(rawValue: $0) }, first: try row.date("first"),
            created: try row.instant("created"))
    }

    static let columns = ["id", "goal", "asset", "amount", "share", "rhythm", "first", "created"]

    var values: [String?] {
        var (amount, share): (String?, String?)
        switch measure {
        case .amount(let units): amount = units.description
        case .share(let points): share = String(points)
        }
        return [
            id.text, goal.text, asset.text, amount, share, rhythm.rawValue, first.description, created.column,
        ]
    }
}

extension StandingRun {
    init(_ row: Row) throws {
        self.init(
            order: try row.value("standingOrder") { StandingOrderID($0) }, period: try row.text("period"),
            date: try row.instant("date"), outcome: try row.value("outcome") { Outcome(rawValue: $0) },
            units: try row.units("units"))
    }

    static let columns = ["standingOrder", "period", "date", "outcome", "units"]

    var values: [String?] { [order.text, period, date.column, outcome.rawValue, units.description] }
}
