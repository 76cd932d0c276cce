import FlipcashCore
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import SharedExpenses

/// Amounts of shared expenses, which are in a fiat currency or in a dollar of the chain.
extension MoneyText {
    /// The amount for people.
    func text(_ amount: ExpenseAmount) -> String {
        guard let fiat = amount.fiat else { return "\(amount.decimalText) \(amount.currency.code.uppercased())" }
        return text(fiat)
    }

    /// The amount for machines.
    func value(_ amount: ExpenseAmount) -> OutputValue {
        if let fiat = amount.fiat { return value(fiat) }
        return .fields([
            "currency": .string(amount.currency.code), "value": .string(amount.decimalText),
            "formatted": .string(text(amount)),
        ])
    }
}

extension ExpenseAmount {
    /// The same amount of a fiat currency; nil for dollars of the chain.
    fileprivate var fiat: FiatAmount? {
        guard let code = CurrencyCode(rawValue: currency.code), let value = Decimal(string: decimalText) else {
            return nil
        }
        return FiatAmount(value: value, currency: code)
    }

    /// The amount without its sign.
    var magnitude: ExpenseAmount { ExpenseAmount(abs(units), currency) }

    /// Reads an amount above zero, such as `5`, `5.50`, `5.50cad` or `5 usdf`.
    ///
    /// - Parameter usual: the currency without a code in the text.
    /// - Throws: `CommandFailure`, exit 64 for another form, 65 for an unusable currency.
    init(typed text: String, usual: ExpenseCurrency, locale: NumberLocale) throws(CommandFailure) {
        let letters = text.reversed().prefix { $0.isLetter }.reversed()
        let code = String(letters).lowercased()
        let fiat = CurrencyCode(rawValue: usual.code)
        let named = code.isEmpty ? nil : try? ExpenseCurrency(code)
        if let chain = code.isEmpty && fiat == nil ? usual : named, CurrencyCode(rawValue: chain.code) == nil {
            let number = String(text.dropLast(letters.count)).trimmingBlanks()
            guard let amount = try? ExpenseAmount(decimal: number, chain), amount.units > 0 else {
                throw .usage(
                    "\"\(DisplayText.truncated(DisplayText.sanitized(text), to: 40))\" is not an amount of "
                        + "\(chain.code.uppercased()). Write 5 or 5.50 with at most \(chain.digits) decimals.")
            }
            self = amount
            return
        }
        switch try AmountText(argument: text).amount(in: fiat ?? .usd, locale: locale) {
        case .max: throw .usage("An expense needs an amount: write 5, 5.50 or \"5.50 CAD\".")
        case .amount(let amount):
            do throws(SplitFailure) {
                self = try ExpenseAmount(decimal: MoneyText.decimal(amount), ExpenseCurrency(amount.currency))
            } catch {
                throw CommandFailure(split: error)
            }
        }
    }
}
