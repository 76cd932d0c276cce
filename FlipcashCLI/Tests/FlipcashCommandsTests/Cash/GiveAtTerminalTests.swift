import CodeScanner
import FlipcashCore
import FlipcashDrawing
import FlipcashTestKit
import FlipcashWallet
import Foundation
import Testing

@testable import FlipcashCommands

/// What a person who gives cash on a terminal sees.
@Suite struct GiveAtTerminalTests {
    private static let usual = TerminalSize(columns: 80, rows: 24)
    private static let large = TerminalSize(columns: 200, rows: 80)

    /// Gives 5 dollars on a terminal of `size`, and runs `story` once the bill can be scanned.
    private func give(
        _ size: TerminalSize, options: [String] = [],
        _ story: @escaping @Sendable (ScriptedTerminal, PlayMoneyWorld) async throws -> Void
    ) async throws -> (result: PlayMoneyWorld.Result, text: String) {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let terminal = ScriptedTerminal(size)
            let told = try await withThrowingTaskGroup(of: PlayMoneyWorld.Result?.self) { group in
                group.addTask {
                    try await world.run(["give", "5", "--yes", "--progress", "plain"] + options, at: terminal)
                }
                group.addTask {
                    try await terminal.shows("Waiting for somebody to scan it")
                    try await story(terminal, world)
                    return nil
                }
                var result: PlayMoneyWorld.Result?
                for try await next in group { result = next ?? result }
                return result
            }
            return (try #require(told), terminal.text)
        }
    }

    @Test("A terminal of 80 × 24 is reported as too small, with alternatives; q takes the bill back without an error")
    func give_usualTerminal_saysWhatIsPossible() async throws {
        let (result, text) = try await give(Self.usual) { terminal, _ in terminal.press("q") }
        #expect(result.status == .declined)
        #expect(text.contains("This terminal (80 × 24) is too small"))
        #expect(text.contains("$5.00"))
        #expect(text.contains("  p  writes the bill to bill-") && text.contains("  l  makes a link"))
        #expect(!text.contains("▀"))
        #expect(text.split(separator: "\n").allSatisfy { DisplayText.width(String($0)) <= 80 })
        let printer = PrinterHarness(mode: .human)
        printer.printer.failure(try #require(result.failure))
        #expect(printer.errors.text == "The bill was taken back. The cash is in your wallet.\n")
    }

    @Test("At 80 × 24 the key l makes a link whose QR code fits and can be scanned")
    func give_linkKey_showsQRCode() async throws {
        let (result, text) = try await give(Self.usual) { terminal, _ in terminal.press("l") }
        #expect(result.status == .done)
        let link = try #require(text.firstMatch(of: /https:\/\/\S+/)?.0)
        let code = QRPicture(try QRCode(String(link)))
        #expect(code.side <= 41)
        let lines = try code.halfBlocks(colors: .mono)
        #expect(lines.count <= 21 && text.contains(lines.joined(separator: "\n")))
    }

    @Test("A bill that becomes a link on one's own node says who can collect it")
    func give_linkKey_saysWhoCanCollectIt() async throws {
        let (_, text) = try await give(Self.usual) { terminal, _ in terminal.press("l") }
        #expect(text.contains("only if they can reach that node"), "\(text)")
    }

    @Test("The key p writes a picture that can be scanned and that only its owner can read")
    func give_pictureKey_writesPicture() async throws {
        let (_, text) = try await give(Self.usual, options: ["--size", "200"]) { terminal, _ in
            terminal.press("p")
            try await terminal.shows("Wrote bill-")
            terminal.press("q")
        }
        let name = try #require(text.firstMatch(of: /Wrote (bill-\S+\.png)/)?.1)
        let path = FileManager.default.currentDirectoryPath + "/" + name
        defer { try? FileManager.default.removeItem(atPath: path) }
        let payload = try #require(text.firstMatch(of: /Payload +([0-9a-f]{40})/)?.1)
        let read = try PictureReader.first(in: [path]).code.payload
        #expect(Hexadecimal.encode(read) == payload)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test("The bill is redrawn when the window changes: hidden if it is too small, shown if there is room")
    func give_windowChanges_isRedrawn() async throws {
        let (_, text) = try await give(Self.large) { terminal, _ in
            #expect(terminal.text.contains("█") && terminal.text.contains("$5.00"))
            terminal.forget()
            terminal.resize(to: Self.usual)
            try await terminal.shows("  q  takes the bill back")
            #expect(terminal.text.hasPrefix("\u{1B}[H\u{1B}[2J"))
            #expect(!terminal.text.contains("█"))
            terminal.forget()
            terminal.resize(to: Self.large)
            try await terminal.shows("$5.00")
            terminal.press("q")
        }
        let picture = try #require(text.firstMatch(of: /\u{1B}\[H\u{1B}\[2J([ █▀▄\n]+)/)?.1)
        #expect(picture.split(separator: "\n", omittingEmptySubsequences: false).count > 60)
    }

    @Test("kitty's picture is scaled to the window's height, and shows the bare code if the bill would be too small")
    func text_graphics_fitsTheWindow() throws {
        let bill = try Bill(
            payload: CashCode.Payload(fiat: FiatAmount(value: 5, currency: .usd), nonce: #require(.init(1...10))),
            value: "$5.00", mint: .usdf)
        func sequence(_ size: TerminalSize) throws -> String? {
            try BillDisplay(
                mode: .auto,
                console: Console(
                    output: CapturedOutput(terminal: size), errors: CapturedOutput(), input: PreparedInput()),
                environment: ProcessEnvironment(["TERM": "xterm-kitty"])
            ).text(of: bill)
        }
        // A bill with a code of 400 pixels is 1,200 pixels high; 20 rows of 20 pixels hold only the code itself.
        #expect(try #require(try sequence(Self.large)).contains(",r=60,"))
        #expect(try #require(try sequence(Self.usual)).contains(",r=20,"))
        #expect(
            try #require(try sequence(.init(columns: 80, rows: 24, cellWidth: 5, cellHeight: 8))).contains(",r=20,"))
        #expect(try sequence(.init(columns: 80, rows: 4)) == nil)
    }

    @Test("With --json the payload is printed before the answer, when the bill can be scanned")
    func give_json_printsThePayloadFirst() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let output = ScriptedTerminal(Self.usual)
            let give = Task {
                defer { output.end() }
                return try await world.run("give", "5", "--show", "none", "--json", on: output)
            }
            try await output.shows("\"state\":\"waiting\"")
            let first = try #require(output.text.split(separator: "\n").first)
            #expect(first.hasPrefix(#"{"schema":"flipcash.bill/1","state":"waiting","rendezvous":""#))
            #expect(first.contains(#""payload":"01"#))
            give.cancel()
            #expect(try await give.value.status == .declined)
        }
    }

    @Test("A bill in other dollars names its currency code, and one in euros has the locale's format")
    func give_otherCurrency_namesIt() throws {
        let german = try #require(NumberLocale(identifier: "de_DE"))
        let canadian = FiatAmount(value: 5, currency: .cad)
        #expect(MoneyText(locale: .enUS, isPlain: false).text(canadian) == "$5.00 CAD")
        #expect(MoneyText(locale: .enUS, isPlain: true).text(canadian) == "$5.00")
        let euros = FiatAmount(value: 5.5, currency: .eur)
        #expect(MoneyText(locale: german, isPlain: false).text(euros) == "5,50 €")
    }

    @Test("The picture of a bill in other dollars names the currency code")
    func give_otherDollars_paperCarriesTheCode() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("bill.svg")
        let options = ["--currency", "cad", "--svg", path, "--show", "none"]
        let (_, text) = try await give(Self.usual, options: options) { terminal, _ in
            terminal.press("q")
        }
        let digits = try #require(text.firstMatch(of: /Payload +([0-9a-f]{40})/)?.1)
        let bytes = try #require(HexArgument(argument: String(digits))).bytes
        let bill = Bill(payload: try #require(CashCode.Payload(bytes)), value: "$5.00 CAD", mint: .usdf)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == bill.svg())
    }

    @Test("With a locale that has a decimal comma, amounts are accepted and shown with the comma")
    func give_germanLocale_readsAndWritesTheAmount() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let plan = try await world.run("give", "5,50eur", "--locale", "de_DE", "--dry-run")
            #expect(plan.status == .done, "\(plan.errors)")
            #expect(plan.output.contains(" 5,50 €"), "\(plan.output)")
        }
    }
}
