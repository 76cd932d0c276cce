import FlipcashCore

/// What may still be sent, as it is shown.
struct LimitsView: Sendable {
    /// The limits in the display currency.
    let limit: SendLimit
    /// The most that can be sent in one payment now.
    let now: FiatAmount
    /// What was sent since `since`; nil if the service does not say.
    let sent: FiatAmount?
    /// What is left of the day's limit; nil if the service does not say what was sent.
    let left: FiatAmount?
    /// The start of the day.
    let since: Instant
    let fetched: Instant

    /// - Parameters:
    ///   - currency: the currency to show the limits in.
    ///   - rate: its rate, in which the service's dollars are shown.
    /// - Throws: `MoneyError`.
    init(_ limits: Limits, currency: CurrencyCode, rate: Rate) throws(MoneyError) {
        limit = limits.sendLimit(for: currency)
        now = try EntryFlow.giveOrSend.bound(limit) ?? limit.nextTransaction
        sent = try limits.usdTransacted?.converting(to: rate)
        let perDay = limit.maxPerDay
        left = try sent.map { sent throws(MoneyError) in
            guard try sent.compare(to: perDay) < 0 else { return .zero(currency) }
            return try perDay.subtracting(sent)
        }
        since = limits.sinceDate
        fetched = limits.fetchDate
    }

    func document(_ money: MoneyText) -> OutputObject {
        var document = OutputObject(schema: "limits")
        document["currency"] = .string(now.currency.rawValue)
        document["next"] = money.value(now)
        document["per_payment"] = money.value(limit.maxPerTransaction)
        document["per_day"] = money.value(limit.maxPerDay)
        document["sent"] = sent.map(money.value)
        document["left"] = left.map(money.value)
        document["since"] = .string(TimeText.rfc3339(since))
        document["as_of"] = .string(TimeText.rfc3339(fetched))
        return document
    }

    func print(to printer: Printer, _ money: MoneyText) {
        var table = Table([.exact(""), .amount(""), .text("")])
        func add(_ name: String, _ amount: FiatAmount?, _ remark: String = "") {
            guard let amount else { return }
            table.add([.init(name, .secondary), .init(money.text(amount), .strong), .init(remark)])
        }
        add("Next payment", now, "at most")
        add("Each payment", limit.maxPerTransaction)
        add("Each day", limit.maxPerDay)
        add("Sent today", sent)
        add("Left today", left)
        printer.table(table)
        if !limit.maxPerTransaction.hasDisplayableValue {
            printer.hint("Nothing can be sent in \(now.currency.rawValue.uppercased()).")
        }
    }
}
