import Testing

@testable import FlipcashCommands

@Suite struct TableTests {
    private func table() -> Table {
        var table = Table([.text("NAME"), .amount("VALUE"), .exact("MINT")])
        table.add(["Dollars", "$5.00", "abc"])
        table.add(["日本語", "$1,234.50", ""])
        return table
    }

    @Test("Text stands left, amounts right, by cells and not by characters, without trailing spaces")
    func lines_wideText_areAligned() {
        #expect(
            table().lines(header: true, limit: nil, style: .plain) == [
                "NAME         VALUE  MINT",
                "Dollars      $5.00  abc",
                "日本語   $1,234.50",
            ])
    }

    @Test("Off a terminal there is no header")
    func lines_noHeader_startWithRows() {
        #expect(table().lines(header: false, limit: nil, style: .plain).count == 2)
    }

    @Test("Only text columns are shortened to fit")
    func lines_limit_shortensTextOnly() {
        var table = Table([.text("NAME"), .amount("VALUE")])
        table.add(["A very long currency name", "$1,234,567.00"])
        #expect(table.lines(header: false, limit: 24, style: .plain) == ["A very l…  $1,234,567.00"])
    }

    @Test("Text from outside cannot steer the terminal")
    func cell_hostileText_isSanitized() {
        let cell = Table.Cell("\u{1B}[31mEvil\u{202E}\u{7}\u{2066}\r\nName")
        #expect(cell.text == "[31mEvilName")
    }
}
