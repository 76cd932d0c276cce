import Testing

@testable import FlipcashCommands

@Suite struct TextStyleTests {
    @Test("An option overrides the variables, and NO_COLOR overrides CLICOLOR_FORCE")
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

    @Test("Plain text is unchanged, coloured text ends with a reset")
    func apply_tone_wrapsText() {
        #expect(TextStyle.plain.apply(.error, to: "x") == "x")
        #expect(TextStyle(depth: .full).apply(.positive, to: "x") == "\u{1B}[38;2;49;156;88mx\u{1B}[0m")
        #expect(TextStyle(depth: .sixteen).apply(.plain, to: "x") == "x")
    }

    private func opensLinks(
        _ variables: [String: String], choice: ColorChoice? = nil, isTerminal: Bool = true
    ) -> Bool {
        let environment = ["TERM": "xterm-256color"].merging(variables) { $1 }
        return TextStyle(choice: choice, isTerminal: isTerminal, environment: environment).opensLinks
    }

    @Test("Links can be clicked only on terminals that are known to support them")
    func opensLinks_terminals_areKnownByTheirVariables() {
        #expect(!opensLinks([:]))
        for variables in [
            ["TERM_PROGRAM": "iTerm.app"], ["TERM": "xterm-kitty"], ["VTE_VERSION": "7600"], ["WT_SESSION": "1"],
            ["KONSOLE_VERSION": "220401"], ["TERM": "foot"],
        ] {
            #expect(opensLinks(variables), "\(variables)")
            #expect(!opensLinks(variables, isTerminal: false), "\(variables)")
            #expect(!opensLinks(variables, choice: .always, isTerminal: false), "\(variables)")
            #expect(!opensLinks(variables, choice: .never), "\(variables)")
            #expect(!opensLinks(variables.merging(["NO_COLOR": "1"]) { $1 }), "\(variables)")
            #expect(!opensLinks(variables.merging(["FORCE_HYPERLINK": "0"]) { $1 }), "\(variables)")
        }
        #expect(!opensLinks(["VTE_VERSION": "5000"]))
        #expect(!opensLinks(["TERM": "dumb", "TERM_PROGRAM": "iTerm.app"]))
        #expect(opensLinks(["FORCE_HYPERLINK": "1"]))
        #expect(!opensLinks(["FORCE_HYPERLINK": "1"], isTerminal: false))
    }

    @Test("A link is underlined, clickable and ends with a reset; no target can end the sequence early")
    func apply_link_isClickable() {
        let style = TextStyle(depth: .sixteen, opensLinks: true)
        #expect(
            style.apply(.link, to: "https://a.b/c#e=1")
                == "\u{1B}]8;;https://a.b/c#e=1\u{1B}\\\u{1B}[4mhttps://a.b/c#e=1\u{1B}[0m\u{1B}]8;;\u{1B}\\")
        #expect(TextStyle(depth: .sixteen).apply(.link, to: "https://a.b") == "\u{1B}[4mhttps://a.b\u{1B}[0m")
        #expect(style.apply(.positive, to: "https://a.b") == "\u{1B}[32mhttps://a.b\u{1B}[0m")
        for target in ["https://a.b/\u{1B}\\", "https://a.b/ c", "https://ä.b", "a.b"] {
            #expect(Hyperlinks.link("x", to: target) == "x")
        }
    }

    @Test("A piped link is always plain, even with colours")
    func printer_link_isBareInPipes() {
        let style = TextStyle(depth: .sixteen, opensLinks: true)
        let terminal = PrinterHarness(
            mode: .human, terminal: TerminalSize(columns: 80, rows: 24), style: style)
        #expect(terminal.printer.link("https://a.b").hasPrefix("\u{1B}]8;;https://a.b"))
        #expect(PrinterHarness(mode: .human, style: style).printer.link("https://a.b") == "https://a.b")
    }
}
