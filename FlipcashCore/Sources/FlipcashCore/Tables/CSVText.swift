/// Why a text is not a table of comma-separated values.
public enum CSVError: Error, Hashable, Sendable {
    /// A quote stands inside a field without quotes, or text follows a closing quote, in this line from 1.
    case quote(Int)
    /// The text ends inside quotes that opened in this line from 1.
    case unterminated(Int)

    /// The stable name of the error.
    public var code: String {
        switch self {
        case .quote: "csv_quote"
        case .unterminated: "csv_unterminated"
        }
    }
}

extension CSVError: CustomStringConvertible {
    /// What is wrong, in lower case and without a full stop.
    public var description: String {
        switch self {
        case .quote(let line): "line \(line) has a quote in the wrong place"
        case .unterminated(let line): "the quote of line \(line) is not closed"
        }
    }
}

/// A row of a table of comma-separated values.
public struct CSVRecord: Hashable, Sendable {
    /// The fields, without their quotes.
    public var cells: [String]
    /// Whether the first field was quoted. Some formats give an unquoted `#` or `[` at the start of a row a meaning.
    public var isFirstQuoted: Bool

    /// Creates a row.
    public init(cells: [String], isFirstQuoted: Bool) {
        self.cells = cells
        self.isFirstQuoted = isFirstQuoted
    }
}

/// Writes and reads comma-separated values (RFC 4180, goals specification §13).
///
/// Fields in quotes may contain commas, doubled quotes and line breaks. Rows end with CR LF, CR or LF. A byte order
/// mark at the start is skipped.
public enum CSVText {
    /// The characters that end a row.
    public enum LineEnd: String, Sendable {
        /// As Unix tools expect it.
        case lineFeed = "\n"
        /// As RFC 4180 and spreadsheets expect it.
        case carriageReturnLineFeed = "\r\n"
    }

    /// One row, without the end of its line.
    ///
    /// - Parameter isSpecial: whether to quote a field that the format alone would leave unquoted.
    public static func row(_ fields: [String], quoting isSpecial: (String) -> Bool = { _ in false }) -> String {
        // A blank line would not be a row.
        if fields == [""] { return "\"\"" }
        return fields.map { field in
            let needsQuotes = field.utf8.contains { [0x2C, 0x22, 0x0D, 0x0A].contains($0) } || isSpecial(field)
            return needsQuotes ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
        }.joined(separator: ",")
    }

    /// A table; each row is ended, also the last one.
    public static func table(_ rows: [[String]], lineEnd: LineEnd = .lineFeed) -> String {
        rows.map { row($0) + lineEnd.rawValue }.joined()
    }

    /// Reads the rows of `text`. Blank lines are skipped.
    ///
    /// - Throws: ``CSVError`` with the line of a quote that is in the wrong place.
    public static func rows(_ text: String) throws(CSVError) -> [[String]] {
        var parser = CSVParser(keepsStrayQuotes: false)
        return try parser.records(text).map(\.cells)
    }

    /// Reads the rows of files of other programs. A quote in the wrong place is read as a character.
    public static func lenientRecords(_ text: String) -> [CSVRecord] {
        var parser = CSVParser(keepsStrayQuotes: true)
        // Safe: a parser that keeps stray quotes does not throw.
        return (try? parser.records(text)) ?? []
    }
}
