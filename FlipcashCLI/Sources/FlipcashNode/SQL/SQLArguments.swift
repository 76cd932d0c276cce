/// The arguments of a statement, in the order of its placeholders.
struct SQLArguments: ExpressibleByArrayLiteral {
    let values: [SQLValue]

    init(arrayLiteral elements: any SQLConvertible...) { values = elements.map(\.sqlValue) }
}
