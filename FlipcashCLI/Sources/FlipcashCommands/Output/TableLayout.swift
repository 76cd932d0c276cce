/// A table as it is printed: which columns it has and how wide they are.
struct TableLayout {
    private let columns: [Table.Column]
    /// The rows of the columns that are shown side by side, the header among them.
    let rows: [[Table.Cell]]
    /// The cells that stand below each row.
    let below: [[Table.Cell]]
    private let widths: [Int]

    /// The shortest beginning of an id that is shown.
    private static let idLengthMin = 8

    init(_ table: Table, header: Bool, limit: Int?) {
        var table = header ? table.withoutUsualColumns : table
        let limit = limit ?? .max
        if !table.fits(limit, header: header) { table.shortenIDs(to: Self.idLengthMin) }
        var moved: [[Table.Cell]] = table.rows.map { _ in [] }
        if !table.fits(limit, header: header) { moved = table.takeMovedColumns() }
        let titles = table.hasTitles && header ? [table.titles] : []
        columns = table.columns
        rows = titles + table.rows
        below = titles.map { _ in [] } + moved
        widths = table.widths(fitting: limit, header: header)
    }

    func line(_ row: [Table.Cell], style: TextStyle) -> String {
        var line = ""
        var padding = 0
        for (index, cell) in row.enumerated() {
            let text = DisplayText.truncated(cell.text, to: widths[index])
            let spare = widths[index] - DisplayText.width(text)
            if index > 0 { padding += 2 }
            if columns[index].alignment == .trailing { padding += spare }
            // Padding is written only in front of text, so that no line ends in spaces.
            if !text.isEmpty {
                line += String(repeating: " ", count: padding) + style.apply(cell.tone, to: text)
                padding = 0
            }
            if columns[index].alignment == .leading { padding += spare }
        }
        return line
    }
}

extension Table {
    fileprivate var hasTitles: Bool { columns.contains { !$0.title.isEmpty } }

    fileprivate var titles: [Cell] { columns.map { Cell($0.title, .secondary) } }

    /// The table without the columns whose cells all have the usual text.
    fileprivate var withoutUsualColumns: Table {
        keeping { column in
            guard let usual = columns[column].usual, !rows.isEmpty else { return true }
            return rows.contains { $0[column].text != usual }
        }
    }

    private func keeping(_ isKept: (Int) -> Bool) -> Table {
        let kept = columns.indices.filter(isKept)
        var table = Table(kept.map { columns[$0] })
        table.rows = rows.map { row in kept.map { row[$0] } }
        return table
    }

    fileprivate func fits(_ limit: Int, header: Bool) -> Bool {
        Self.total(widths(header: header)) <= limit
    }

    /// Shortens every id to a beginning that no other id has.
    fileprivate mutating func shortenIDs(to lengthMin: Int) {
        for column in columns.indices where columns[column].fitting == .beginning {
            let ids = Set(rows.map { $0[column].text })
            let longest = ids.map(\.count).max() ?? 0
            let length = (lengthMin..<max(longest, lengthMin + 1)).first { length in
                Set(ids.map { $0.prefix(length) }).count == ids.count
            }
            guard let length else { continue }
            for row in rows.indices { rows[row][column].text = String(rows[row][column].text.prefix(length)) }
        }
    }

    /// Removes the columns that get lines of their own, and returns their cells, row by row.
    fileprivate mutating func takeMovedColumns() -> [[Cell]] {
        let moved = columns.indices.filter { columns[$0].fitting == .moved }
        let cells = rows.map { row in moved.map { row[$0] } }
        self = keeping { !moved.contains($0) }
        return cells
    }

    private func widths(header: Bool) -> [Int] {
        let shown = header && hasTitles ? [titles] + rows : rows
        return columns.indices.map { column in shown.map { DisplayText.width($0[column].text) }.max() ?? 0 }
    }

    fileprivate func widths(fitting limit: Int, header: Bool) -> [Int] {
        var widths = widths(header: header)
        var excess = Self.total(widths) - limit
        let shortened = columns.indices.filter { columns[$0].fitting == .shortened }
        while excess > 0, let widest = shortened.max(by: { widths[$0] < widths[$1] }), widths[widest] > 4 {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private static func total(_ widths: [Int]) -> Int { widths.reduce(0, +) + 2 * max(0, widths.count - 1) }
}
