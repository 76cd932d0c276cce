import FlipcashCore

/// Exchange rates as they are shown.
struct RatesView: Sendable {
    struct Row: Sendable {
        let rate: Rate
        let observed: Instant
    }

    let rows: [Row]
    let now: Instant

    func document() -> OutputObject {
        var document = OutputObject(schema: "rates")
        document["base"] = .string(CurrencyCode.usd.rawValue)
        document["rates"] = .array(rows.map { .object(object($0)) })
        return document
    }

    /// One object for each rate.
    func objects() -> [OutputObject] {
        rows.map { row in
            var document = OutputObject(schema: "rate")
            for field in object(row).fields { document[field.name] = field.value }
            return document
        }
    }

    /// One event for each rate (client specification §12.7).
    func events() -> [OutputObject] {
        rows.map { row in
            var document = OutputObject(schema: "event")
            document["type"] = .string("rate")
            document["at"] = .string(TimeText.rfc3339(now))
            for field in object(row).fields { document[field.name] = field.value }
            return document
        }
    }

    func print(to printer: Printer) {
        var table = Table([.exact("CURRENCY"), .amount("PER DOLLAR"), .amount("AGE")])
        for row in rows {
            table.add([
                .init(row.rate.currency.rawValue.uppercased()), .init("\(row.rate.fx)"),
                .init("\(age(row)) s", .secondary),
            ])
        }
        printer.table(table)
    }

    private func object(_ row: Row) -> OutputObject {
        var object = OutputObject()
        object["currency"] = .string(row.rate.currency.rawValue)
        object["fx"] = .string("\(row.rate.fx)")
        object["age_s"] = .integer(age(row))
        return object
    }

    private func age(_ row: Row) -> Int64 { max(0, now.duration(since: row.observed).components.seconds) }
}
