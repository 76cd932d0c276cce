/// The arguments of a statement, in the order of its placeholders.
struct SQLArguments: ExpressibleByArrayLiteral {
    let values: [SQLValue]

    init(_ values: [SQLValue]) { self.values = values }

    init(arrayLiteral elements: any SQLConvertible...) { values = elements.map(\.sqlValue) }
}
