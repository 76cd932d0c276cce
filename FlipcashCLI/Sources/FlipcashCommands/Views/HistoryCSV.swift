import FlipcashCore

/// The history as comma-separated values (RFC 4180).
enum HistoryCSV {
    static func text(_ activities: [ActivityView]) -> String {
        var rows = [["date", "kind", "state", "title", "sign", "amount", "currency", "quarks", "mint", "id"]]
        for activity in activities {
            let fields = [
                activity.date.map(TimeText.rfc3339) ?? "", activity.kind, activity.state.rawValue,
                DisplayText.sanitized(activity.title), activity.sign, MoneyText.decimal(activity.amount),
                activity.amount.currency.rawValue, String(activity.token.quarks), activity.token.mint.base58,
                activity.id.base58,
            ]
            rows.append(fields.map(withoutFormula))
        }
        return CSVText.table(rows, lineEnd: .carriageReturnLineFeed)
    }

    /// A spreadsheet reads `=`, `@` or `+` with more text behind it as a formula, so such a text gets an apostrophe in
    /// front.
    private static func withoutFormula(_ field: String) -> String {
        field.count > 1 && "=@+\t".contains(field.prefix(1)) ? "'" + field : field
    }
}
