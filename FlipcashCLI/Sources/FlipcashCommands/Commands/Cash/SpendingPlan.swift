import FlipcashCore
import FlipcashWallet

/// The figures of what is about to leave the wallet: shown in the question to a person, and as the answer of a dry run
/// (client specification §12.4, §12.5).
struct SpendingPlan: Sendable {
    /// What the cash becomes.
    enum Form: Sendable, Hashable {
        case bill
        /// Links whose cash returns at `expires`.
        case links(count: Int, expires: Instant)
        /// A payment to a person.
        case person(PaymentDestination)
        /// A withdrawal to an address.
        case withdrawal(WithdrawalTerms)
    }

    let form: Form
    /// One bill, or each of the links.
    let cash: PreparedCash

    /// The total that leaves the wallet.
    ///
    /// - Throws: `MoneyError` if the sum is too large for an amount.
    func total() throws(MoneyError) -> FiatAmount {
        switch form {
        case .bill, .person, .withdrawal: return cash.amount
        case .links(let count, _):
            return try cash.amount(times: count)
        }
    }

    /// The figures, one per line.
    func table(_ money: MoneyText) throws(MoneyError) -> Table {
        var table = Table([.exact(""), .amount(""), hasAddress ? .exact("") : .text("")])
        let token = cash.token
        func add(_ name: String, _ figure: String, _ remark: String = "") {
            table.add([.init(name, .secondary), .init(figure, .strong), .init(remark)])
        }
        switch form {
        case .bill: add("Give", money.text(cash.amount), token.displayName)
        case .person: add("Send", money.text(cash.amount), token.displayName)
        case .withdrawal: add("Withdraw", money.text(cash.amount), token.displayName)
        case .links(let count, _):
            let times = count == 1 ? "" : "\(count) × "
            add(count == 1 ? "Link" : "Links", times + money.text(cash.amount), token.displayName)
            if count > 1 { add("Total", money.text(try total())) }
        }
        if !isPaidAsShown {
            let name = token.symbol.isEmpty ? token.displayName : token.symbol
            add("Paid with", TokenView.decimal(quarks: token.quarks, decimals: token.mint.mintDecimals), name + each)
        }
        switch form {
        case .bill, .links: break
        case .person(let person): add("To", "", "\(person.address.base58)")
        case .withdrawal(let terms):
            add("Fee", money.text(terms.quote.displayedFee), terms.quote.fee.quarks == 0 ? "none" : "")
            let arriving = try terms.arriving(of: cash)
            let name = token.symbol.isEmpty ? token.displayName : token.symbol
            add("Arrives", TokenView.decimal(quarks: arriving.quarks, decimals: token.mint.mintDecimals), name)
            add("To", "", terms.destination.address.base58)
            add("", "", terms.destination.remark)
        }
        if hasAddress, cash.amount.currency != .usd {
            let code = cash.amount.currency.rawValue.uppercased()
            add("Rate", cash.pinned.amount.currencyRate.fx.plainText, "\(code) for one dollar")
        }
        // The days begin when the link is made, and the question may delay that.
        if case .links = form { add("Returns", "", "after 7 days if it is not collected") }
        return table
    }

    /// Whether the money goes to an address, from which it cannot be taken back.
    var hasAddress: Bool {
        switch form {
        case .bill, .links: false
        case .person, .withdrawal: true
        }
    }

    /// Whether consent to `other` is also consent to this.
    func hasFigures(of other: SpendingPlan) -> Bool {
        cash.hasFigures(of: other.cash) && (!hasAddress || form == other.form)
    }

    /// Whether the token's figure has the same digits as the amount: dollars paid with dollars, unless the amount is
    /// rounded, as the amount of the whole balance may be.
    private var isPaidAsShown: Bool {
        guard cash.amount.currency == .usd, cash.token.mint == .usdf, let shown = try? cash.amount.roundedForDisplay(),
            let tokens = try? TokenAmount(wholeTokens: shown.value, mint: .usdf)
        else { return false }
        return tokens.quarks == cash.token.quarks
    }

    /// The line of a dry run above the figures.
    var intention: String {
        switch form {
        case .bill: "Would show this bill:"
        case .links(1, _): "Would make this link:"
        case .links: "Would make these links:"
        case .person: "Would send this:"
        case .withdrawal: "Would withdraw this:"
        }
    }

    /// The question below the figures.
    var question: String {
        switch form {
        case .bill: "You can take it back until somebody scans it. Continue?"
        case .links(1, _): "You can take it back until somebody collects it. Continue?"
        case .links: "You can take each back until somebody collects it. Continue?"
        case .person: "Sent cash cannot be taken back. Continue?"
        case .withdrawal: "Withdrawals cannot be undone. Continue?"
        }
    }

    /// The answer of a dry run.
    func document(_ money: MoneyText) throws(MoneyError) -> OutputObject {
        switch form {
        case .bill: return planned("bill", money)
        case .links(let count, let expires):
            var document = planned("link", money)
            if count > 1 {
                document["count"] = .integer(Int64(count))
                document["total"] = money.value(try total())
            }
            document["expires_at"] = .string(TimeText.rfc3339(expires))
            return document
        case .person(let person):
            var document = planned("transfer", money)
            document["sign"] = .string("-")
            document["to"] = person.value
            return document
        case .withdrawal(let terms):
            var document = planned("withdrawal", money)
            document["fee"] = money.value(terms.quote.displayedFee)
            document["arrives"] = try terms.arriving(of: cash).value
            document["to"] = terms.destination.value
            return document
        }
    }

    private func planned(_ schema: String, _ money: MoneyText) -> OutputObject {
        var document = OutputObject(schema: schema)
        document["state"] = .string("planned")
        document["amount"] = money.value(cash.amount)
        document["token"] = cash.token.value
        return document
    }

    private var each: String {
        if case .links(let count, _) = form, count > 1 { " each" } else { "" }
    }
}

extension Invocation {
    /// Shows a person the figures and asks before cash leaves the wallet; `--yes` skips the question.
    ///
    /// Without a terminal nothing is asked about bills and links, which can be taken back, and scripts rely on this.
    /// A payment to an address needs a terminal or `--yes`.
    ///
    /// - Throws: `CommandFailure.declined` before anything is submitted; `MoneyError`.
    func askBeforeSpending(_ plan: SpendingPlan, _ money: MoneyText) throws {
        guard !options.assumesYes else { return }
        guard prompt.isPossible else {
            if plan.hasAddress { throw CommandFailure.cannotAsk(plan.question, option: "--yes") }
            return
        }
        let width = console.errors.size?.columns
        for line in try plan.table(money).lines(header: false, limit: width, style: printer.errorStyle) {
            prompt.show(line)
        }
        guard try prompt.confirm(plan.question) else { throw CommandFailure.declined }
    }

    /// Prints the figures of a dry run. Read alone, standard output must not look as if the payment had been made.
    func answer(_ plan: SpendingPlan, _ money: MoneyText) throws {
        let (document, table) = (try plan.document(money), try plan.table(money))
        printer.answer(document) { printer in
            printer.line(plan.intention)
            printer.table(table)
        }
        printer.hint("Nothing was submitted.")
    }
}
