public import ArgumentParser
import FlipcashCore

/// An amount on the command line: `max`, or digits with an optional fraction and an optional currency code
/// (client specification §9.4, §12.3).
///
/// The text is kept as typed: how many fraction digits it may have depends on a currency that is known later.
public struct AmountArgument: ExpressibleByArgument, Sendable, Hashable {
    /// The amount as it was typed.
    public let text: String

    public init(argument: String) { text = argument }

    /// Checks what can be checked before the display currency is known.
    ///
    /// - Throws: `ValidationError` with the expected form.
    func validate() throws {
        do {
            _ = try entry(currency: nil)
        } catch {
            throw ValidationError(error.message)
        }
    }

    /// What was asked for, read with `currency` unless the text names one itself.
    ///
    /// - Throws: `CommandFailure` with the expected form, exit 64.
    func entry(in currency: CurrencyCode) throws(CommandFailure) -> AmountEntry {
        try entry(currency: currency)
    }

    private func entry(currency: CurrencyCode?) throws(CommandFailure) -> AmountEntry {
        if text == "max" { return .everything }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "," || $0 == "'" || $0 == "_") }
        var rest = text[digits.endIndex...]
        if rest.first == " " { rest = rest.dropFirst() }
        let named = try code(rest)
        guard !digits.contains(where: { $0 == "," || $0 == "'" || $0 == "_" }) else {
            throw refusal("write it without thousands separators and with a point: 1500 or 1500.50")
        }
        return try entry(digits, named ?? currency)
    }

    private func code(_ rest: Substring) throws(CommandFailure) -> CurrencyCode? {
        guard !rest.isEmpty else { return nil }
        guard rest.allSatisfy({ $0.isASCII && $0.isLetter }), rest.utf8.count == 3 else {
            if text.contains(where: \.isCurrencySymbol) {
                throw refusal("leave the symbol out and name the currency if it is not the usual one: 5 or 5cad")
            }
            throw refusal(Self.expectation)
        }
        guard let code = try? CurrencyCode(currencyCode: String(rest)) else {
            throw refusal("\"\(rest)\" is no currency known here")
        }
        return code
    }

    private func entry(_ digits: Substring, _ currency: CurrencyCode?) throws(CommandFailure) -> AmountEntry {
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, (1...9).contains(whole.utf8.count), parts.count <= 2 else {
            throw refusal(Self.expectation)
        }
        if parts.count == 2 {
            let places = parts[1].utf8.count
            let limit = currency?.digits ?? 3
            guard places > 0 else { throw refusal(Self.expectation) }
            guard places <= limit else {
                let name = currency?.rawValue.uppercased() ?? "any currency"
                throw refusal(
                    limit == 0 ? "\(name) has no fraction" : "\(name) has at most \(limit) digits after the point")
            }
        }
        guard digits.contains(where: { $0 != "0" && $0 != "." }) else {
            throw refusal("it must be above zero")
        }
        return .amount(String(digits), currency)
    }

    private func refusal(_ reason: String) -> CommandFailure {
        .usage("\"\(DisplayText.sanitized(text))\" is not an amount: \(reason).")
    }

    private static let expectation = "expected digits such as 5 or 5.50, a currency behind them if needed, or max"
}

/// What an amount on the command line asks for.
enum AmountEntry: Sendable, Hashable {
    /// As much as can be spent.
    case everything
    /// The digits, free of anything but digits and one point, and their currency where it is known.
    case amount(String, CurrencyCode?)
}
