import Testing

@testable import FlipcashCommands

@Suite struct TextStyleTests {
    @Test("A choice on the command line beats the variables, and NO_COLOR beats CLICOLOR_FORCE")
    func init_precedence_followsConvention() {
        let terminal = ["TERM": "xterm-256color"]
        #expect(TextStyle(choice: nil, isTerminal: true, environment: terminal).depth == .twoHundredFiftySix)
        #expect(TextStyle(choice: nil, isTerminal: false, environment: terminal).depth == .none)
        let none = terminal.merging(["NO_COLOR": "1", "CLICOLOR_FORCE": "1"]) { $1 }
        #expect(TextStyle(choice: nil, isTerminal: true, environment: none).depth == .none)
        #expect(TextStyle(choice: .always, isTerminal: false, environment: none).depth == .twoHundredFiftySix)
        let forced = terminal.merging(["CLICOLOR_FORCE": "1", "COLORTERM": "truecolor"]) { $1 }
        #expect(TextStyle(choice: .auto, isTerminal: false, environment: forced).depth == .full)
        #expect(TextStyle(choice: nil, isTerminal: true, environment: ["TERM": "dumb"]).depth == .none)
    }

    @Test("Plain text stays as it is, coloured text is closed again")
    func apply_tone_wrapsText() {
        #expect(TextStyle.plain.apply(.error, to: "x") == "x")
        #expect(TextStyle(depth: .full).apply(.positive, to: "x") == "\u{1B}[38;2;49;156;88mx\u{1B}[0m")
        #expect(TextStyle(depth: .sixteen).apply(.plain, to: "x") == "x")
    }
}
