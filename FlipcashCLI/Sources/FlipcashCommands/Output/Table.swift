/// Rows in columns: text to the left, amounts to the right, two spaces between, no borders (client specification
/// §12.5).
struct Table {
    /// One column.
    struct Column {
        let title: String
        let alignment: Alignment
        /// Whether the column may be shortened to fit the terminal; amounts and addresses never are.
        let isShortenable: Bool

        static func text(_ title: String) -> Column {
            Column(title: title, alignment: .leading, isShortenable: true)
        }

        static func exact(_ title: String) -> Column {
            Column(title: title, alignment: .leading, isShortenable: false)
        }

        static func amount(_ title: String) -> Column {
            Column(title: title, alignment: .trailing, isShortenable: false)
        }
    }

    enum Alignment {
        case leading
        case trailing
    }

    /// One cell and how it is coloured.
    struct Cell: ExpressibleByStringInterpolation {
        let text: String
        let tone: Tone

        init(_ text: String, _ tone: Tone = .plain) {
            self.text = DisplayText.sanitized(text)
            self.tone = tone
        }

        init(stringLiteral value: String) { self.init(value) }
    }

    private let columns: [Column]
    private var rows: [[Cell]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row; it has one cell for each column.
    mutating func add(_ row: [Cell]) { rows.append(row) }

    /// The table's lines.
    ///
    /// - Parameters:
    ///   - header: whether the titles are shown, which they are on a terminal only.
    ///   - limit: the width in cells to fit into; nil for as wide as needed.
    func lines(header: Bool, limit: Int?, style: TextStyle) -> [String] {
        var all = rows
        if header, columns.contains(where: { !$0.title.isEmpty }) {
            all.insert(columns.map { Cell($0.title, .secondary) }, at: 0)
        }
        let widths = fitted(widths(of: all), to: limit)
        return all.map { row in line(row, widths: widths, style: style) }
    }

    private func line(_ row: [Cell], widths: [Int], style: TextStyle) -> String {
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

    private func widths(of rows: [[Cell]]) -> [Int] {
        columns.indices.map { column in rows.map { DisplayText.width($0[column].text) }.max() ?? 0 }
    }

    private func fitted(_ widths: [Int], to limit: Int?) -> [Int] {
        guard let limit else { return widths }
        var widths = widths
        var excess = widths.reduce(0, +) + 2 * max(0, widths.count - 1) - limit
        let shortenable = columns.indices.filter { columns[$0].isShortenable }
        while excess > 0, let widest = shortenable.max(by: { widths[$0] < widths[$1] }), widths[widest] > 4 {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }
}
