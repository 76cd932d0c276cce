/// The values of an `IN (…)`.
///
/// The list is filled up with its last value to a power of two, so that lists of all lengths share few statements.
struct SQLList {
    let values: [SQLValue]

    /// - Parameter values: at least one value; an empty list stands for a list that nothing is in.
    init(_ values: some Sequence<SQLValue>) {
        var values = Array(values)
        let last = values.last ?? .null
        var size = 1
        while size < values.count { size *= 2 }
        while values.count < size { values.append(last) }
        self.values = values
    }

    /// The placeholders, without parentheses.
    var placeholders: String { Array(repeating: "?", count: values.count).joined(separator: ", ") }
}

extension SQLArguments {
    /// The arguments, and after them those of a list.
    static func + (arguments: SQLArguments, list: SQLList) -> SQLArguments {
        SQLArguments(arguments.values + list.values)
    }

    static func + (left: SQLArguments, right: SQLArguments) -> SQLArguments {
        SQLArguments(left.values + right.values)
    }
}
