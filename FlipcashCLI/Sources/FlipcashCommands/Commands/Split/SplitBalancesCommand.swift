import ArgumentParser
import FlipcashCore
import SharedExpenses

/// `flipcash split balances`
struct SplitBalancesCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "balances", abstract: "Show who owes whom.",
        discussion: """
              flipcash split balances                    everybody
              flipcash split balances Ann                one person, with the open items
              flipcash split balances --currency eur     only debts in euros
              flipcash split balances --total-in usd     also one approximate total

            Debts in different currencies stay apart. --total-in adds them up by the rates kept with the expenses, for \
            information only. "even" means that the open items cancel out. Payments that have not arrived yet are \
            listed with their ids.
            """)

    @Argument(help: ArgumentHelp("One person, with the open items.", valueName: "person"), completion: .people)
    var person: String?

    @Option(help: ArgumentHelp("Only the expenses of a group.", valueName: "group"), completion: .groups)
    var group: String?

    @Flag(help: "Include people with whom everything is settled.")
    var all = false

    @Option(
        help: ArgumentHelp("Also the total in this currency, by the rates kept with expenses.", valueName: "code"))
    var totalIn: String?

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let group = try group.map { name throws(CommandFailure) in try overview.group(name) }
            let chosen = try person.map { name throws(CommandFailure) in try overview.person(name) }
            let currency = try call.options.currency.map { code throws(SplitFailure) in try ExpenseCurrency(code) }
            let rows = try overview.view.balances(of: group?.id).filter { balance in
                (chosen?.ids.contains(balance.person) ?? true) && (currency.map { $0 == balance.currency } ?? true)
            }
            let view = BalancesView(rows: rows, overview: overview)
            let converted = try totalIn.map { code in
                try ConvertedView(
                    of: rows, in: group?.id, to: ExpenseCurrency(totalIn: code), overview, at: desk.now)
            }
            let underWay = overview.payments.filter { payment in
                let other = overview.isMe(payment.from) ? payment.to : payment.from
                return payment.isUnderWay && (chosen?.ids.contains(other) ?? true)
                    && (group.map { $0.id == payment.groupID } ?? true)
                    && (currency.map { $0 == payment.amount.currency } ?? true)
            }
            let payments = PaymentsView(payments: underWay, overview: overview)
            var document = view.object()
            document["payments"] = .array(payments.objects.map { .object($0) })
            document["converted"] = converted.map { .object($0.object(person: "person", hasTotal: true)) }
            call.printer.answer(list: view.rowObjects, document: document) { printer in
                view.print(to: printer, all: all || chosen != nil)
                converted?.printTotal(to: printer)
                if chosen != nil { view.printItems(of: try? overview.view.ledger(of: group?.id), to: printer) }
                payments.print(to: printer)
            }
            if rows.isEmpty {
                call.printer.hint("Nothing is shared yet. Run: flipcash split add AMOUNT WHAT --with PERSON")
            }
        }
    }
}

/// Balances as they are shown.
struct BalancesView: Sendable {
    let rows: [DebtLedger.Balance]
    let overview: SplitOverview

    init(rows: [DebtLedger.Balance], overview: SplitOverview) {
        self.overview = overview
        let names = Dictionary(rows.map { ($0.person, overview.name(of: $0.person)) }) { first, _ in first }
        self.rows = rows.sorted { left, right in
            let (first, second) = (names[left.person] ?? "", names[right.person] ?? "")
            return (first.lowercased(), left.person, left.currency) < (
                second.lowercased(), right.person, right.currency
            )
        }
    }

    /// The sum of what the viewer gets, by currency.
    private var totals: [(currency: ExpenseCurrency, units: Int64)] {
        var sums: [ExpenseCurrency: Int64] = [:]
        for row in rows { sums[row.currency, default: 0] &+= row.net }
        return sums.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    var rowObjects: [OutputObject] {
        rows.map { row in
            var object = OutputObject()
            object["person"] = .string(row.person.text)
            object["name"] = .string(overview.name(of: row.person))
            object["link"] = .string(overview.link(of: row.person).rawValue)
            object["currency"] = .string(row.currency.code)
            object["net"] = .string(ExpenseAmount(row.net, row.currency).decimalText)
            object["state"] = .string(row.state.rawValue)
            object["open"] = .integer(Int64(row.openCount))
            return object
        }
    }

    func object() -> OutputObject {
        var document = OutputObject(schema: "split_balances")
        document["rows"] = .array(rowObjects.map { .object($0) })
        var total = OutputObject()
        for sum in totals { total[sum.currency.code] = .string(ExpenseAmount(sum.units, sum.currency).decimalText) }
        document["total"] = .object(total)
        return document
    }

    func print(to printer: Printer, all: Bool) {
        var table = Table([.text("PERSON"), .amount("AMOUNT"), .exact("STATE"), .exact("OPEN")])
        let shown = rows.filter { all || $0.state != .settled }
        for row in shown {
            let amount = overview.money.text(ExpenseAmount(row.net, row.currency).magnitude)
            let items = CountText.of(row.openCount, "open item")
            table.add([
                .init(overview.name(of: row.person)), .init(amount), .init(row.state.words),
                .init(row.openCount == 0 ? "" : items, .secondary),
            ])
        }
        printer.table(table)
        if shown.isEmpty, !rows.isEmpty { printer.line("Everything is settled.") }
        guard shown.count > 1 else { return }
        for sum in totals {
            let amount = overview.money.text(ExpenseAmount(sum.units, sum.currency).magnitude)
            printer.line(
                sum.units == 0
                    ? "In total you are even in \(sum.currency.code.uppercased())."
                    : sum.units > 0 ? "In total you are owed \(amount)." : "In total you owe \(amount).")
        }
    }

    /// Prints the open items behind the rows.
    func printItems(of ledger: DebtLedger?, to printer: Printer) {
        let people = Set(rows.map(\.person))
        let currencies = Set(rows.map(\.currency))
        let entries = (ledger?.entries ?? []).filter { entry in
            entry.isOpen && currencies.contains(entry.currency)
                && (people.contains(entry.debtor) && overview.isMe(entry.creditor)
                    || people.contains(entry.creditor) && overview.isMe(entry.debtor))
        }
        guard !entries.isEmpty else { return }
        var table = Table([.exact("DATE"), .text("EXPENSE"), .amount("AMOUNT"), .exact("WHO OWES"), .id("ID")])
        for entry in entries {
            table.add([
                .init(String(TimeText.local(entry.date.instant).prefix(10)), .secondary),
                .init(overview.view.world.expenses[entry.expense]?.description ?? ""),
                .init(overview.money.text(ExpenseAmount(entry.units, entry.currency))),
                .init(overview.isMe(entry.debtor) ? "you" : overview.name(of: entry.debtor)),
                .init(entry.expense.text, .secondary),
            ])
        }
        printer.table(table)
    }
}

extension DebtLedger.State {
    /// The state in words for people.
    var words: String {
        switch self {
        case .owed: "owes you"
        case .owe: "you owe"
        case .even: "even"
        case .settled: "settled"
        }
    }
}
