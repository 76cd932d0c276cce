/// Reads text of comma-separated values. Cells in quotation marks may hold commas, marks and line breaks.
enum CSVReader {
    /// One record, and whether its first cell was quoted: a quoted `#` or `[` begins no comment or section.
    struct Record: Equatable {
        var cells: [String]
        var isFirstQuoted: Bool
    }

    /// All records; blank lines are left out.
    static func records(_ text: String) -> [Record] {
        var records: [Record] = []
        var (cells, cell): ([String], String) = ([], "")
        var (isQuoted, wasQuoted, isFirstQuoted) = (false, false, false)
        func endCell() {
            if cells.isEmpty { isFirstQuoted = wasQuoted }
            cells.append(cell)
            (cell, wasQuoted) = ("", false)
        }
        func endRecord() {
            if cells.isEmpty, cell.isEmpty, !wasQuoted { return }
            endCell()
            records.append(Record(cells: cells, isFirstQuoted: isFirstQuoted))
            cells = []
        }
        let characters = Array(text)
        var index = 0
        while index < characters.count {
            let character = characters[index]
            if isQuoted {
                if character == "\"" {
                    if index + 1 < characters.count, characters[index + 1] == "\"" {
                        cell.append("\"")
                        index += 1
                    } else {
                        isQuoted = false
                    }
                } else {
                    cell.append(character)
                }
            } else if character == "\"", cell.isEmpty, !wasQuoted {
                (isQuoted, wasQuoted) = (true, true)
            } else if character == "," {
                endCell()
            } else if character.isNewline {
                endRecord()
            } else {
                cell.append(character)
            }
            index += 1
        }
        endRecord()
        return records
    }

    /// A cell, in quotation marks where it needs them.
    static func quoted(_ text: String) -> String {
        let needsQuotes =
            text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
            || ["#", "[", "="].contains { text.hasPrefix($0) }
        return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }
}
