/// Why a text is not a table of comma-separated values.
public enum CSVError: Error, Hashable, Sendable, CustomStringConvertible {
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

    public var description: String {
        switch self {
        case .quote(let line): "line \(line) has a quote in the wrong place"
        case .unterminated(let line): "the quote of line \(line) is not closed"
        }
    }
}

/// Writes and reads comma-separated values (goals specification §13).
public enum CSVText {
    /// One row, without the end of its line. A field is quoted only when it has to be.
    public static func row(_ fields: [String]) -> String {
        if fields == [""] { return "\"\"" }
        return fields.map { field in
            guard field.utf8.contains(where: { [0x2C, 0x22, 0x0D, 0x0A].contains($0) }) else { return field }
            return "\"" + field.replacing("\"", with: "\"\"") + "\""
        }.joined(separator: ",")
    }

    /// A table, each row ended by a line feed.
    public static func table(_ rows: [[String]]) -> String { rows.map { row($0) + "\n" }.joined() }

    private enum State {
        case start, bare, quoted, closed
    }

    /// Reads the rows of `text`. Blank lines are no rows.
    public static func rows(_ text: String) throws(CSVError) -> [[String]] {
        var (rows, row, field): ([[String]], [String], [UInt8]) = ([], [], [])
        var (state, line, opened, wasReturn) = (State.start, 1, 1, false)
        func endField() {
            row.append(String(decoding: field, as: UTF8.self))
            field = []
        }
        func endRow() {
            if state != .start || !row.isEmpty {
                endField()
                rows.append(row)
            }
            (row, state) = ([], .start)
        }
        let bytes = text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.utf8.dropFirst(3)) : Array(text.utf8)
        for byte in bytes {
            let isSecondOfPair = wasReturn && byte == 0x0A
            wasReturn = byte == 0x0D
            if (byte == 0x0A || byte == 0x0D) && !isSecondOfPair { line += 1 }
            switch (state, byte) {
            case (.quoted, 0x22): state = .closed
            case (.quoted, _): field.append(byte)
            case (_, 0x0A), (_, 0x0D):
                if !isSecondOfPair { endRow() }
            case (_, 0x2C):
                endField()
                // An empty field follows the comma, also at the end of the row.
                state = .start
            case (.start, 0x22):
                (state, opened) = (.quoted, line)
            case (.closed, 0x22):
                field.append(byte)
                state = .quoted
            case (.bare, 0x22), (.closed, _): throw .quote(line)
            case (.start, _), (.bare, _):
                field.append(byte)
                state = .bare
            }
        }
        if case .quoted = state { throw .unterminated(opened) }
        endRow()
        return rows
    }
}
