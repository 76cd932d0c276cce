import FlipcashCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The balance of an account as it is shown.
struct BalanceView: Sendable {
    /// The balance of one token.
    struct Row: Sendable {
        let token: TokenView
        let value: FiatAmount
        let usd: FiatAmount
        /// What was paid for it; nil if unknown.
        let costBasis: FiatAmount?
        /// Gain or loss in the display currency; nil if unknown.
        let appreciation: FiatAmount?
        let isSpendable: Bool
    }

    let rows: [Row]
    let total: FiatAmount
    let asOf: Instant
    /// Whether the service was not asked, so that stored figures are shown.
    let isStale: Bool

    func document(_ money: MoneyText) -> OutputObject {
        var document = OutputObject(schema: "balance")
        document["currency"] = .string(total.currency.rawValue)
        document["total"] = money.value(total)
        document["as_of"] = .string(TimeText.rfc3339(asOf))
        document["stale"] = .boolean(isStale)
        document["balances"] = .array(
            rows.map { row in
                .fields([
                    "token": row.token.value,
                    "value": money.value(row.value),
                    "usd": .string(MoneyText.decimal(row.usd)),
                    "cost_basis": row.costBasis.map { .string(MoneyText.decimal($0)) },
                    "appreciation": row.appreciation.map {
                        .fields(["value": money.value($0), "positive": .boolean($0.value >= 0)])
                    },
                    "spendable": .boolean(row.isSpendable),
                ])
            })
        return document
    }

    /// Whether the balance is zero in every token.
    var hasNothing: Bool { rows.allSatisfy { $0.token.quarks == 0 } }

    /// A line for each token, then the total if there are several.
    func print(to printer: Printer, _ money: MoneyText) {
        var table = Table([.text("TOKEN"), .amount("VALUE"), .amount("SINCE BUYING", usual: "")])
        for row in rows {
            let gain = row.appreciation.map { (money.text($0), $0.value < 0 ? Tone.negative : .positive) }
            table.add([
                .init(row.token.displayName), .init(money.text(row.value)),
                gain.map { Table.Cell(($0.1 == .positive ? "+" : "") + $0.0, $0.1) } ?? "",
            ])
        }
        if rows.count > 1 { table.add([.init("Total", .strong), .init(money.text(total), .strong), ""]) }
        printer.table(table)
    }
}
