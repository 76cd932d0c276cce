import FlipcashCore
import SavingsGoals

/// Finds the goals and assets that arguments name.
extension GoalDesk {
    /// The goal with this name, or the one whose id starts with it.
    ///
    /// - Throws: `CommandFailure`: exit 3 without a match, 65 with several.
    func goal(_ selector: String) throws -> Goal {
        let goals = try store.goals(includingHidden: true)
        let named = goals.filter { $0.name.lowercased() == selector.lowercased() }
        let active = named.filter { $0.lifecycle == .active }
        // Of goals with the same name, the only active one is meant.
        let byName = active.count == 1 ? active : named
        let matches = byName.isEmpty ? goals.filter { IDPrefix.matches(selector, hexadecimal: $0.id.text) } : byName
        guard let match = matches.first else {
            throw CommandFailure(
                "goal_not_found", .notFound,
                "There is no goal \"\(DisplayText.sanitized(selector))\". List them with: flipcash goals list --all")
        }
        guard matches.count == 1 else { throw CommandFailure.ambiguous(selector, "goals", ids: matches.map(\.id.text)) }
        return match
    }

    /// The asset with this label or currency, or the one whose id starts with it.
    ///
    /// - Throws: `CommandFailure`: exit 3 without a match, 65 with several.
    func asset(_ selector: String) throws -> Asset {
        let assets = try store.assets()
        let wanted = selector.lowercased()
        let named = assets.filter { $0.label?.lowercased() == wanted || $0.currency.lowercasedCode == wanted }
        let matches = named.isEmpty ? assets.filter { IDPrefix.matches(selector, hexadecimal: $0.id.text) } : named
        guard let match = matches.first else {
            throw CommandFailure(
                "asset_not_found", .notFound,
                "There is no asset \"\(DisplayText.sanitized(selector))\". List them with: flipcash goals asset list")
        }
        guard matches.count == 1 else {
            throw CommandFailure.ambiguous(selector, "assets", ids: matches.map(\.id.text))
        }
        return match
    }

    /// Reads a currency code.
    ///
    /// - Throws: `CommandFailure`, exit 65.
    func currency(_ text: String) throws(CommandFailure) -> AssetCurrency {
        if let holding = holdings.values.first(where: {
            $0.name.lowercased() == text.lowercased() && $0.currency.mint != nil
        }) {
            return holding.currency
        }
        guard let currency = AssetCurrency(text) else {
            throw .badInput(
                "\"\(DisplayText.sanitized(text))\" is not a currency code. Use one such as usd.",
                code: "bad_currency")
        }
        return currency
    }

    /// The largest number of digits before the decimal point.
    private static let wholeDigitsMax = 15

    /// Reads a plain decimal above zero, with at most the decimals of `currency` and 15 digits before the point.
    ///
    /// - Throws: `CommandFailure`, exit 65.
    func amount(_ text: String, _ currency: AssetCurrency) throws(CommandFailure) -> AssetAmount {
        guard !text.isEmpty else {
            throw .badInput("The amount is missing. Use one such as 5 or 5.50.", code: "bad_amount")
        }
        let text = text.hasPrefix(".") ? "0" + text : text
        let whole = text.prefix { $0 != "." }
        guard whole.utf8.count <= Self.wholeDigitsMax, !text.hasPrefix("-"),
            let value = ExactRational(decimal: text), value.signum > 0
        else {
            throw .badInput(
                "\"\(DisplayText.sanitized(text))\" is not an amount above zero. Use one such as 5 or 5.50.",
                code: "bad_amount")
        }
        guard let amount = AssetAmount(decimal: text, currency) else {
            throw .badInput(
                "\(DisplayText.sanitized(text)) has more decimals than \(currency.code), which has "
                    + "\(currency.scale). Use fewer.",
                code: "target_precision")
        }
        return amount
    }

    /// Reads an amount with a currency after it, such as `1000 usd`, `1000usd` or `0.5 BTC`; without one `usual`.
    func amountWithCurrency(_ text: String, usual: AssetCurrency) throws(CommandFailure) -> AssetAmount {
        let number = text.prefix { $0.isNumber || $0 == "." }
        let rest = text.dropFirst(number.count).filter { $0 != " " }
        return try amount(String(number), rest.isEmpty ? usual : currency(String(rest)))
    }
}
