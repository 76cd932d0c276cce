import FlipcashCore

/// The history as comma-separated values (RFC 4180).
enum HistoryCSV {
    static func text(_ activities: [ActivityView]) -> String {
        let header = "date,kind,state,title,sign,amount,currency,quarks,mint,id,to_quarks,to_mint,fee,swap_state"
        var rows = [header.split(separator: ",").map(String.init)]
        for activity in activities {
            var fields = [
                activity.date.map(TimeText.rfc3339) ?? "", activity.kind, activity.state.rawValue,
                DisplayText.sanitized(activity.title), activity.sign, MoneyText.decimal(activity.amount),
                activity.amount.currency.rawValue, String(activity.token.quarks), activity.token.mint.base58,
                activity.id.base58,
            ]
            fields += swap(activity.swap)
            rows.append(fields.map(withoutFormula))
        }
        return CSVText.table(rows, lineEnd: .carriageReturnLineFeed)
    }

    /// What arrived, its mint, the fee in the entry's currency, and how the swap ended; empty for other kinds.
    private static func swap(_ swap: ActivityView.Swap?) -> [String] {
        guard let swap else { return ["", "", "", ""] }
        let arrived = swap.to.quarks > 0 ? String(swap.to.quarks) : ""
        return [arrived, swap.to.mint.base58, MoneyText.decimal(swap.fee), swap.state.name]
    }

    /// A spreadsheet reads `=`, `@` or `+` with more text behind it as a formula, so such a text gets an apostrophe in
    /// front.
    private static func withoutFormula(_ field: String) -> String {
        field.count > 1 && "=@+\t".contains(field.prefix(1)) ? "'" + field : field
    }
}
