import FlipcashCore
import Testing

@Suite("Comma-separated values") struct CSVTextTests {
    @Test("A field is quoted only if it contains a comma, a quote or a line break, or if the caller says so")
    func row_fields_areQuotedWhereNeeded() {
        #expect(CSVText.row(["a", "b c", "", "é"]) == "a,b c,,é")
        #expect(CSVText.row(["a,b", "\"", "x\ny", "x\ry"]) == "\"a,b\",\"\"\"\",\"x\ny\",\"x\ry\"")
        #expect(CSVText.row(["#a", "b#"]) { $0.hasPrefix("#") } == "\"#a\",b#")
        #expect(CSVText.row([""]) == "\"\"")
        #expect(CSVText.row([]) == "")
    }

    @Test("Each row of a table ends with the chosen line end")
    func table_lineEnds_areWritten() {
        #expect(CSVText.table([["a", "b"], ["c"]]) == "a,b\nc\n")
        #expect(CSVText.table([["a", "b"], ["c"]], lineEnd: .carriageReturnLineFeed) == "a,b\r\nc\r\n")
        #expect(CSVText.table([]) == "")
    }

    @Test("All three line ends are read, blank lines are skipped, and so is a byte order mark")
    func rows_lineEnds_areEqual() throws {
        #expect(try CSVText.rows("\u{FEFF}a,b\r\nc\rd\n\n\r\n,\n\"\"") == [["a", "b"], ["c"], ["d"], ["", ""], [""]])
        #expect(try CSVText.rows("") == [])
        #expect(try CSVText.rows("a,\"b\nc\r\nd\",e\n") == [["a", "b\nc\r\nd", "e"]])
    }

    @Test("A quote in the wrong place is an error with its line; other programs' files keep it as a character")
    func rows_strayQuote_isRefusedOrKept() {
        #expect(throws: CSVError.quote(2)) { try CSVText.rows("a\nb\"c") }
        #expect(throws: CSVError.quote(3)) { try CSVText.rows("a\n\"b\n\"c") }
        #expect(throws: CSVError.unterminated(2)) { try CSVText.rows("a\n\"b\nc") }
        #expect(CSVText.lenientRecords("b\"c,\"d\"e\"\n\"f\ng").map(\.cells) == [["b\"c", "de\""], ["f\ng"]])
        #expect(
            "\(CSVError.quote(2)); \(CSVError.unterminated(3))"
                == "line 2 has a quote in the wrong place; the quote of line 3 is not closed")
    }

    @Test("A reader of other programs' files learns whether the first field of a row was quoted")
    func lenientRecords_firstField_isMarked() {
        let records = CSVText.lenientRecords("#a,\"b\"\n\"#a\",b\n")
        #expect(records.map(\.cells) == [["#a", "b"], ["#a", "b"]])
        #expect(records.map(\.isFirstQuoted) == [false, true])
    }
}
