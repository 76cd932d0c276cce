import FlipcashCore

/// The history as comma-separated values (RFC 4180).
enum HistoryCSV {
    static func text(_ activities: [ActivityView]) -> String {
        var lines = ["date,kind,state,title,sign,amount,currency,quarks,mint,id"]
        for activity in activities {
            let fields = [
                activity.date.map(TimeText.rfc3339) ?? "", activity.kind, activity.state.rawValue,
                DisplayText.sanitized(activity.title), activity.sign, MoneyText.decimal(activity.amount),
                activity.amount.currency.rawValue, String(activity.token.quarks), activity.token.mint.base58,
                activity.id.base58,
            ]
            lines.append(fields.map(quoted).joined(separator: ","))
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    /// Quotes a field if the format requires it. A spreadsheet reads `=`, `@` or `+` with more text behind it as a
    /// formula, so such a text gets an apostrophe in front.
    private static func quoted(_ field: String) -> String {
        let isFormula = field.count > 1 && "=@+\t".contains(field.prefix(1))
        let safe = isFormula ? "'" + field : field
        guard safe.contains(where: { "\",\r\n".contains($0) }) else { return safe }
        return "\"" + safe.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
