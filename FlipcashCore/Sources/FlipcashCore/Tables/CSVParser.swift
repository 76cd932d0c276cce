/// Reads comma-separated values byte by byte.
struct CSVParser {
    private enum State {
        /// Before the first byte of a field.
        case start
        /// In a field without quotes.
        case bare
        /// Between quotes.
        case quoted
        /// After a closing quote, or after the first of two quotes that stand for one.
        case closed
    }

    /// Whether a quote in the wrong place is a character of its field, and not an error.
    private let keepsStrayQuotes: Bool
    private var state = State.start
    private var field: [UInt8] = []
    private var record = CSVRecord(cells: [], isFirstQuoted: false)
    private var records: [CSVRecord] = []
    /// The line from 1, and the line of the last opening quote.
    private var (line, openedLine) = (1, 1)

    init(keepsStrayQuotes: Bool) { self.keepsStrayQuotes = keepsStrayQuotes }

    /// Reads the whole of `text`.
    mutating func records(_ text: String) throws(CSVError) -> [CSVRecord] {
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = text.utf8.starts(with: byteOrderMark) ? text.utf8.dropFirst(byteOrderMark.count) : text.utf8[...]
        var previous: UInt8 = 0
        for byte in bytes {
            let isSecondOfPair = previous == 0x0D && byte == 0x0A
            previous = byte
            if (byte == 0x0A || byte == 0x0D) && !isSecondOfPair { line += 1 }
            try take(byte, isSecondOfPair)
        }
        if case .quoted = state, !keepsStrayQuotes { throw .unterminated(openedLine) }
        endRecord()
        return records
    }

    private mutating func take(_ byte: UInt8, _ isSecondOfPair: Bool) throws(CSVError) {
        switch (state, byte) {
        case (.quoted, 0x22): state = .closed
        case (.quoted, _): field.append(byte)
        case (_, 0x0A), (_, 0x0D):
            if !isSecondOfPair { endRecord() }
        case (_, 0x2C):
            endField()
            // An empty field follows the comma, also at the end of the row.
            state = .start
        case (.start, 0x22):
            if record.cells.isEmpty { record.isFirstQuoted = true }
            (state, openedLine) = (.quoted, line)
        case (.closed, 0x22):
            field.append(byte)
            state = .quoted
        case (.bare, 0x22), (.closed, _):
            guard keepsStrayQuotes else { throw .quote(line) }
            field.append(byte)
            state = .bare
        case (.start, _), (.bare, _):
            field.append(byte)
            state = .bare
        }
    }

    private mutating func endField() {
        record.cells.append(String(decoding: field, as: UTF8.self))
        field = []
    }

    private mutating func endRecord() {
        if state != .start || !record.cells.isEmpty {
            endField()
            records.append(record)
        }
        (record, state) = (CSVRecord(cells: [], isFirstQuoted: false), .start)
    }
}
