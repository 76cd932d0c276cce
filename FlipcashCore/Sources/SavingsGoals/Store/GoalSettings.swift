public import FlipcashCore
import GRDB

/// The settings in the file of goals (goals specification §2).
public struct GoalSettings: Hashable, Sendable {
    /// The currency of sums over several goals.
    public var displayCurrency = AssetCurrency.usd
    /// The day of the month on which goals are paid into, 1 to 28.
    public var paymentDay = 1
    /// How many days before a deadline the first notice is due, 1 to 7.
    public var noticeDays = 3
    /// For how many hours a step of the month can be undone, 0 to 168; 0 for never.
    public var undoHours = 24
    /// The monthly amounts above which a goal needs attention.
    public var thresholds = Requirement.Thresholds()
    /// The monthly sum for all goals; nil for none.
    public var budget: AssetAmount?
    /// The month for which the budget was applied.
    public var appliedMonth: MonthLabel?
    /// The signature of the goals when it was applied.
    public var appliedSignature: String?
    /// When reminders were listed last.
    public var lastReminded: Instant?

    /// Creates the usual settings.
    public init() {}

    /// The values of ``paymentDay``, ``noticeDays`` and ``undoHours``.
    public static let paymentDays = 1...28
    /// The values of ``noticeDays``.
    public static let noticeDaysRange = 1...7
    /// The values of ``undoHours``.
    public static let undoHoursRange = 0...168
    /// The values of ``thresholds``, in US dollars.
    public static let thresholdRange = 1...1_000_000_000
}

extension GoalSettings {
    /// Reads the stored texts by their keys. A missing key has its usual value.
    ///
    /// - Throws: `GoalStoreFailure.unreadable` for a value that is not valid.
    init(texts: [String: String]) throws(GoalStoreFailure) {
        func value<Value>(_ key: String, _ read: (String) -> Value?) throws(GoalStoreFailure) -> Value? {
            guard let text = texts[key] else { return nil }
            guard let value = read(text) else { throw GoalStoreFailure.unreadable("setting.\(key)") }
            return value
        }
        func number(_ key: String, in range: ClosedRange<Int>, usual: Int) throws(GoalStoreFailure) -> Int {
            try value(key) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } } ?? usual
        }
        displayCurrency = try value("displayCurrency") { AssetCurrency($0) } ?? displayCurrency
        paymentDay = try number("paymentDay", in: Self.paymentDays, usual: paymentDay)
        noticeDays = try number("noticeDays", in: Self.noticeDaysRange, usual: noticeDays)
        undoHours = try number("undoHours", in: Self.undoHoursRange, usual: undoHours)
        thresholds.attention = ExactInteger(
            try number("attentionAbove", in: Self.thresholdRange, usual: thresholds.attention.int ?? .max))
        thresholds.critical = ExactInteger(
            try number("criticalAbove", in: Self.thresholdRange, usual: thresholds.critical.int ?? .max))
        if let units = try value("budget", { ExactInteger($0) }),
            let currency = try value("budgetCurrency", { AssetCurrency($0) })
        {
            budget = AssetAmount(units: units, currency)
        }
        appliedMonth = try value("appliedMonth") { MonthLabel($0) }
        appliedSignature = texts["appliedSignature"]
        lastReminded = try value("lastReminded") { TimestampText.instant($0) }
    }
}

extension GoalStore {
    /// Reads the settings.
    public func settings() throws(GoalStoreFailure) -> GoalSettings {
        try read { database in
            var texts: [String: String] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT * FROM setting") {
                texts[try row.text("key")] = try row.text("value")
            }
            return try GoalSettings(texts: texts)
        }
    }

    /// Stores all settings.
    public func put(_ settings: GoalSettings) throws(GoalStoreFailure) { try write { try Self.put($0, settings) } }

    static func put(_ database: Database, _ settings: GoalSettings) throws {
        let texts: [(String, String?)] = [
            ("displayCurrency", settings.displayCurrency.code), ("paymentDay", String(settings.paymentDay)),
            ("noticeDays", String(settings.noticeDays)), ("undoHours", String(settings.undoHours)),
            ("attentionAbove", settings.thresholds.attention.description),
            ("criticalAbove", settings.thresholds.critical.description),
            ("budget", settings.budget?.units.description), ("budgetCurrency", settings.budget?.currency.code),
            ("appliedMonth", settings.appliedMonth?.description), ("appliedSignature", settings.appliedSignature),
            ("lastReminded", settings.lastReminded?.column),
        ]
        for (key, text) in texts {
            if let text {
                try database.put("setting", key: ["key"], columns: ["key", "value"], [key, text])
            } else {
                try database.execute(sql: "DELETE FROM setting WHERE key = ?", arguments: [key])
            }
        }
    }
}
