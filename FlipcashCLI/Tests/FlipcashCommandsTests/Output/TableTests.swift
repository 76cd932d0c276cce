import Testing

@testable import FlipcashCommands

@Suite struct TableTests {
    private func table() -> Table {
        var table = Table([.text("NAME"), .amount("VALUE"), .exact("MINT")])
        table.add(["Dollars", "$5.00", "abc"])
        table.add(["日本語", "$1,234.50", ""])
        return table
    }

    @Test("Text is aligned left, amounts right, by terminal cells, without trailing spaces")
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

    private func links() -> Table {
        var table = Table([
            .amount("AMOUNT"), .text("TOKEN", usual: "Dollars"), .text("STATE", usual: "unclaimed"), .id("ID"),
            .link("LINK"),
        ])
        let link = "https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2"
        table.add(["$5.00", "Dollars", "unclaimed", "6Fb3kQ9xAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1a", .init(link)])
        table.add(["$5.00", "Dollars", "unclaimed", "6Fb3kQ9xABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA2b", ""])
        return table
    }

    @Test("If the table is too wide, ids are shortened but stay distinct; then links get lines of their own")
    func lines_narrowTerminal_shortensIDsAndMovesLinks() {
        let link = "https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2"
        #expect(
            links().lines(header: true, limit: 80, style: .plain) == [
                "AMOUNT  ID          LINK", " $5.00  6Fb3kQ9xAA  \(link)", " $5.00  6Fb3kQ9xAB",
            ])
        #expect(
            links().lines(header: true, limit: 60, style: .plain) == [
                "AMOUNT  ID", " $5.00  6Fb3kQ9xAA", "  \(link)", " $5.00  6Fb3kQ9xAB",
            ])
    }

    @Test("An id that makes the table too wide is shortened to its first characters")
    func lines_longID_isShortened() {
        var table = Table([.amount("AMOUNT"), .id("ID")])
        table.add(["$5.00", "6Fb3kQ9xAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1a"])
        #expect(table.lines(header: true, limit: 30, style: .plain) == ["AMOUNT  ID", " $5.00  6Fb3kQ9x"])
    }

    @Test("A wide terminal shows ids and links in full; off a terminal every column is shown")
    func lines_room_keepsEverything() {
        let wide = links().lines(header: true, limit: 200, style: .plain)
        #expect(wide.count == 3 && wide[1].hasSuffix("AA1a  https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2"))
        let piped = links().lines(header: false, limit: nil, style: .plain)
        #expect(piped.count == 2 && piped.allSatisfy { $0.contains("Dollars") && $0.contains("unclaimed") })
    }

    @Test("A column with the usual text in every row is left out; one other text keeps it")
    func lines_unusualCell_keepsColumn() {
        var table = links()
        table.add(["$1.00", "Jeffy", "unclaimed", "9", ""])
        let lines = table.lines(header: true, limit: 200, style: .plain)
        #expect(lines[0].contains("TOKEN") && !lines[0].contains("STATE"))
        #expect(lines[3].contains("Jeffy"))
    }

    @Test("Text from outside cannot control the terminal")
    func cell_hostileText_isSanitized() {
        let cell = Table.Cell("\u{1B}[31mEvil\u{202E}\u{7}\u{2066}\r\nName")
        #expect(cell.text == "[31mEvilName")
    }
}
