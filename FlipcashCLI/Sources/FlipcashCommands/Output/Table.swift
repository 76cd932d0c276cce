/// Rows in columns: text to the left, amounts to the right, two spaces between, no borders (client specification
/// §12.5).
struct Table {
    /// One column.
    struct Column {
        let title: String
        let alignment: Alignment
        /// What to do with the column where the table is wider than the terminal.
        let fitting: Fitting
        /// The column is left out on a terminal where every cell says this.
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

        /// An id, of which commands read a beginning too.
        static func id(_ title: String) -> Column {
            Column(title: title, alignment: .leading, fitting: .beginning)
        }

        /// A link, which is worth nothing in part.
        static func link(_ title: String) -> Column {
            Column(title: title, alignment: .leading, fitting: .moved)
        }
    }

    enum Alignment {
        case leading
        case trailing
    }

    enum Fitting {
        /// The column stays as it is: amounts and addresses are never cut.
        case kept
        /// Text ends in `…`.
        case shortened
        /// Only a beginning is shown, long enough to tell the rows apart.
        case beginning
        /// The cell gets a line of its own below its row.
        case moved
    }

    /// One cell and how it is coloured.
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
    ///   - header: whether the titles are shown, which they are on a terminal only.
    ///   - limit: the width in cells to fit into; nil for as wide as needed.
    func lines(header: Bool, limit: Int?, style: TextStyle) -> [String] {
        let layout = TableLayout(self, header: header, limit: limit)
        return layout.rows.enumerated().flatMap { index, row in
            let below = layout.below[index].filter { !$0.text.isEmpty }
            return [layout.line(row, style: style)] + below.map { "  " + style.apply($0.tone, to: $0.text) }
        }
    }
}
