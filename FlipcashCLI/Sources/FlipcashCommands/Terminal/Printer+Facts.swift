extension Printer {
    /// Prints labelled facts, one per line.
    func facts(_ facts: [(String, String)]) {
        var table = Table([.exact(""), .exact("")])
        for (name, value) in facts { table.add([.init(name, .secondary), .init(value)]) }
        self.table(table)
    }
}
