/// Rows in columns: text to the left, amounts to the right, two spaces between, no borders (client specification
/// §12.5).
struct Table {
    /// One column.
    struct Column {
        let title: String
        let alignment: Alignment
        /// What to do with the column if the table is wider than the terminal.
        let fitting: Fitting
        /// A terminal leaves the column out if every cell has this text.
        var usual: String?

        static func text(_ title: String, usual: String? = nil) -> Column {
            Column(title: title, alignment: .leading, fitting: .shortened, usual: usual)
        }

        static func exact(_ title: String) -> Column {
            Column(title: title, alignment: .leading, fitting: .kept)
        }

        static func amount(_ title: String, usual: String? = nil) -> Column {
            Column(title: title, alignment: .trailing, fitting: .kept, usual: usual)
        }

        /// An id. Commands also accept its beginning.
        static func id(_ title: String) -> Column {
            Column(title: title, alignment: .leading, fitting: .beginning)
        }

        /// A link, which must not be cut.
        static func link(_ title: String) -> Column {
            Column(title: title, alignment: .leading, fitting: .moved)
        }
    }

    enum Alignment {
        case leading
        case trailing
    }

    enum Fitting {
        /// The column keeps its width: amounts and addresses are never cut.
        case kept
        /// Text ends in `…`.
        case shortened
        /// Only a beginning is shown, long enough to tell the rows apart.
        case beginning
        /// The cell gets a line of its own below its row.
        case moved
    }

    /// One cell and its colour.
    struct Cell: ExpressibleByStringInterpolation {
        var text: String
        let tone: Tone

        init(_ text: String, _ tone: Tone = .plain) {
            self.text = DisplayText.sanitized(text)
            self.tone = tone
        }

        init(stringLiteral value: String) { self.init(value) }
    }

    var columns: [Column]
    var rows: [[Cell]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row; it has one cell for each column.
    mutating func add(_ row: [Cell]) { rows.append(row) }

    /// The table's lines.
    ///
    /// - Parameters:
    ///   - header: whether to show the titles, as on a terminal.
    ///   - limit: the width in cells to fit into; nil for as wide as needed.
    func lines(header: Bool, limit: Int?, style: TextStyle) -> [String] {
        let layout = TableLayout(self, header: header, limit: limit)
        return layout.rows.enumerated().flatMap { index, row in
            let below = layout.below[index].filter { !$0.text.isEmpty }
            return [layout.line(row, style: style)] + below.map { "  " + style.apply($0.tone, to: $0.text) }
        }
    }
}
