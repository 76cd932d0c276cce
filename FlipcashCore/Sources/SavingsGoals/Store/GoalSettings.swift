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
}

extension GoalStore {
    /// Reads the settings.
    public func settings() throws(GoalStoreFailure) -> GoalSettings {
        try read { database in
            var settings = GoalSettings()
            var texts: [String: String] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT * FROM setting") {
                texts[try row.text("key")] = try row.text("value")
            }
            func value<Value>(_ key: String, _ read: (String) -> Value?) throws -> Value? {
                guard let text = texts[key] else { return nil }
                guard let value = read(text) else { throw GoalStoreFailure.unreadable("setting.\(key)") }
                return value
            }
            settings.displayCurrency = try value("displayCurrency") { AssetCurrency($0) } ?? settings.displayCurrency
            settings.paymentDay = try value("paymentDay") { Int($0) } ?? settings.paymentDay
            settings.noticeDays = try value("noticeDays") { Int($0) } ?? settings.noticeDays
            settings.undoHours = try value("undoHours") { Int($0) } ?? settings.undoHours
            if let units = try value("budget", { ExactInteger($0) }),
                let currency = try value("budgetCurrency", { AssetCurrency($0) })
            {
                settings.budget = AssetAmount(units: units, currency)
            }
            settings.appliedMonth = try value("appliedMonth") { MonthLabel($0) }
            settings.appliedSignature = texts["appliedSignature"]
            settings.lastReminded = try value("lastReminded") { TimestampText.instant($0) }
            return settings
        }
    }

    /// Stores all settings.
    public func put(_ settings: GoalSettings) throws(GoalStoreFailure) {
        let texts: [(String, String?)] = [
            ("displayCurrency", settings.displayCurrency.code), ("paymentDay", String(settings.paymentDay)),
            ("noticeDays", String(settings.noticeDays)), ("undoHours", String(settings.undoHours)),
            ("budget", settings.budget?.units.description), ("budgetCurrency", settings.budget?.currency.code),
            ("appliedMonth", settings.appliedMonth?.description), ("appliedSignature", settings.appliedSignature),
            ("lastReminded", settings.lastReminded?.column),
        ]
        try write { database in
            for (key, text) in texts {
                if let text {
                    try database.put("setting", key: ["key"], columns: ["key", "value"], [key, text])
                } else {
                    try database.execute(sql: "DELETE FROM setting WHERE key = ?", arguments: [key])
                }
            }
        }
    }
}
