import FlipcashCore
import FlipcashWallet
import SharedExpenses

extension SplitDesk {
    /// A rate to keep with an expense: the current one for `wallet`, or a number with a currency.
    ///
    /// - Parameter base: the currency of a rate that names none.
    /// - Throws: `CommandFailure`: exit 7 without a current rate, 64 for another form.
    func pinnedRate(
        _ text: String, of currency: ExpenseCurrency, base: ExpenseCurrency?
    ) async throws -> PinnedRate {
        let usual = try base ?? ExpenseCurrency(call.entryCurrency())
        if text.lowercased() == "wallet" {
            guard usual != currency else { throw CommandFailure.sameCurrency(currency) }
            return try await currentRate(from: currency, to: usual)
        }
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let code = text.dropFirst(number.count).filter { $0 != " " }
        let base: ExpenseCurrency
        do throws(SplitFailure) {
            base = try code.isEmpty ? usual : ExpenseCurrency(String(code))
        } catch {
            throw CommandFailure(split: error)
        }
        guard base != currency else { throw CommandFailure.sameCurrency(currency) }
        let rate = PinnedRate(currency: currency, base: base, value: String(number), source: "manual", at: now)
        do throws(SplitFailure) { _ = try rate.baseUnits(of: 1) } catch { throw CommandFailure(split: error) }
        return rate
    }

    /// What one unit of a currency is worth now by the wallet's rates.
    private func currentRate(from currency: ExpenseCurrency, to base: ExpenseCurrency) async throws -> PinnedRate {
        guard !call.options.isOffline else { throw CommandFailure.noRate(currency) }
        let rows = try await call.withService { service in try await service.rates() }
        func perDollar(_ currency: ExpenseCurrency) throws(CommandFailure) -> ExactRational {
            guard let fiat = CurrencyCode(rawValue: currency.code), fiat != .usd else { return .one }
            guard let row = rows.first(where: { $0.rate.currency == fiat }), let value = row.rate.exactValue,
                value.signum > 0
            else { throw CommandFailure.noRate(currency) }
            return value
        }
        let (from, to) = (try perDollar(currency), try perDollar(base))
        guard let value = to.divided(by: from) else { throw CommandFailure.noRate(currency) }
        return PinnedRate(currency: currency, base: base, value: value.text(places: 8), source: "wallet", at: now)
    }
}

extension Rate {
    /// Units of the currency for one dollar; nil for a rate that is not a number.
    fileprivate var exactValue: ExactRational? {
        let parts = fx.plainText.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = UInt64(parts[0]) else { return nil }
        guard parts.count == 2 else { return ExactRational(whole) }
        let digits = parts[1].prefix(18)
        guard let fraction = UInt64(digits) else { return nil }
        return ExactRational(whole) + ExactRational(quarks: fraction, decimals: digits.utf8.count)
    }
}

extension CommandFailure {
    fileprivate static func sameCurrency(_ currency: ExpenseCurrency) -> CommandFailure {
        .usage(
            "The expense is in \(currency.code.uppercased()), so its rate needs another currency: --rate \"1.08 usd\".")
    }

    fileprivate static func noRate(_ currency: ExpenseCurrency) -> CommandFailure {
        CommandFailure(
            "rate_unavailable", .rateUnavailable,
            "There is no rate for \(currency.code.uppercased()) at the moment. Give one: --rate \"1.08 usd\".",
            isRetryable: true)
    }
}
