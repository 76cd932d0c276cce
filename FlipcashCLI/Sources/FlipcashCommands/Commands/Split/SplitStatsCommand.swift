public import ArgumentParser
import FlipcashCore
public import SharedExpenses

/// What `--by` adds up by.
extension Spending.Key: ExpressibleByArgument {}

/// `flipcash split stats`
struct SplitStatsCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show what was spent, with a chart.",
        discussion: """
            Refunds subtract, and payments between people do not count. By person, the total is what each person paid, \
            and the share is what each person bears.
            """)

    @Option(help: ArgumentHelp("Only the expenses of a group.", valueName: "group"))
    var group: String?

    @Option(help: ArgumentHelp("category, person or month.", valueName: "what"))
    var by: Spending.Key = .category

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        try await call.withSplit { desk in
            try await desk.refresh()
            let overview = try desk.overview()
            let inGroup = try group.map { name throws(CommandFailure) in try overview.group(name) }
            let people = overview.identity
            let spending = try Spending(
                of: overview.expenses.filter { inGroup == nil || $0.groupID == inGroup?.id }, by: by,
                viewer: people.representative(of: overview.me), person: { people.representative(of: $0) },
                month: { String(TimeText.local($0.instant).prefix(7)) })
            let view = SpendingView(spending: spending, key: by, overview: overview)
            call.printer.answer(view.document) { view.print(to: $0) }
            if spending.rows.isEmpty { call.printer.hint("Nothing was spent yet.") }
        }
    }
}

/// Sums of spending as they are shown.
struct SpendingView: Sendable {
    /// The cells of the longest bar.
    private static let barWidth = 24

    let spending: Spending
    let key: Spending.Key
    let overview: SplitOverview

    private var currencies: [(currency: ExpenseCurrency, rows: [Spending.Row])] {
        spending.rows.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func label(_ row: Spending.Row) -> String {
        switch key {
        case .category: row.key.isEmpty ? "no category" : row.key
        case .person: overview.name(of: MemberID(row.key))
        case .month: row.key
        }
    }

    /// A bar as long as its share of the largest sum; at least one cell for anything above zero.
    private func bar(_ units: Int64, of largest: Int64) -> String {
        guard units > 0, largest > 0 else { return "" }
        // Sums fit 64 bits; their product with the width is computed exactly.
        let (high, low) = units.multipliedFullWidth(by: Int64(Self.barWidth))
        let cells = largest.dividingFullWidth((high, low)).quotient
        return String(repeating: "█", count: max(1, Int(cells)))
    }

    func print(to printer: Printer) {
        for (currency, rows) in currencies {
            let largest = rows.map(\.total).max() ?? 0
            var table = Table([
                .text(key.rawValue.uppercased()), .amount(key == .person ? "PAID" : "TOTAL"),
                .amount(key == .person ? "SHARE" : "YOUR SHARE"), .exact(""),
            ])
            for row in rows {
                table.add([
                    .init(label(row)), .init(amount(row.total, currency)), .init(amount(row.share, currency)),
                    .init(bar(row.total, of: largest), .positive),
                ])
            }
            printer.table(table)
        }
    }

    private func amount(_ units: Int64, _ currency: ExpenseCurrency) -> String {
        overview.money.text(ExpenseAmount(units, currency))
    }

    var document: OutputObject {
        var document = OutputObject(schema: "split_stats")
        document["by"] = .string(key.rawValue)
        document["rows"] = .array(
            currencies.flatMap { currency, rows in
                rows.map { row in
                    .fields([
                        "key": .string(row.key), "name": .string(label(row)),
                        "total": overview.money.value(ExpenseAmount(row.total, currency)),
                        "share": overview.money.value(ExpenseAmount(row.share, currency)),
                    ])
                }
            })
        return document
    }
}
