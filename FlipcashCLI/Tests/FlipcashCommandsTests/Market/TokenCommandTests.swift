import ArgumentParser
import FlipcashCore
import FlipcashDrawing
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCommands

/// Currencies from the command line: finding them, their figures, their charts, and one's own (client specification
/// §10.6, §10.10, §12.3, §12.4).
@Suite("Currencies from the command line")
struct TokenCommandTests {
    /// A world whose person has 80 dollars, and the first tokens of a currency of their own.
    private func market(_ story: (PlayMoneyWorld) async throws -> Void) async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 100_000_000)
            let launched = try await world.run(
                "token", "launch", "--name", "Tea Coin", "--description", "For tea.", "--colors", "mint", "--yes")
            #expect(launched.status == .done, "\(launched.failure?.message ?? "")")
            try await story(world)
        }
    }

    private func mint(_ world: PlayMoneyWorld) async throws -> String {
        let document = try await world.run("token", "info", "TEACOIN", "--json").output
        return String(try #require(document.firstMatch(of: /"mint":"([^"]+)"/)?.1))
    }

    // MARK: Finding

    @Test("A currency is found by symbol, name and mint, whatever its case, and shows its figures")
    func info_anyName_showsFigures() async throws {
        try await market { world in
            let mint = try await mint(world)
            for name in ["TEACOIN", "teacoin", "Tea Coin", "tea coin", mint] {
                let shown = try await world.run("token", "info", name)
                #expect(shown.status == .done, "\(name): \(shown.failure?.message ?? "")")
                for part in [
                    "Name", "Tea Coin", "TEACOIN", "Price", "Market cap", "Supply", "You have", "Created", mint,
                    "For tea.",
                ] { #expect(shown.output.contains(part), "\(part): \(shown.output)") }
                #expect(shown.output.contains(/Price +\$0\.01\d\d\d\n/), "\(shown.output)")
            }
            let document = try await world.run("token", "info", "TEACOIN", "--json").output
            #expect(document.hasPrefix(#"{"schema":"flipcash.token/1","token":{"mint":"\#(mint)","symbol":"TEACOIN""#))
            for part in [
                #""description":"For tea.""#, #""bill_colors":["#, #""created_at":""#, #""price":{"currency":"usd""#,
                #""market_cap":{"#, #""supply_quarks":""#, #""held":{"#,
            ] { #expect(document.contains(part), "\(part): \(document)") }
            #expect(try await world.run("token", "info", "Nothing").status == .notFound)
            #expect(try await world.run("token", "info", "dollars").output.contains("Dollars"))
        }
    }

    @Test("A currency that one does not hold yet is found, shown and bought by its name")
    func token_notHeld_isFound() async throws {
        try await market { world in
            let words = world.path("words")
            let other = try await world.run("account", "create", "--label", "other", "--words-file", words)
            #expect(other.status == .done, "\(other.errors)")
            let address = try await world.run("account", "address", "--account", "other", "--json").output
            let owner = String(try #require(address.firstMatch(of: /"owner":"([^"]+)"/)?.1))
            let sent = try await world.run("send", "20", owner, "--account", "1", "--yes")
            #expect(sent.status == .done, "\(sent.failure?.message ?? "")")
            let shown = try await world.run("token", "info", "tea coin", "--account", "other")
            #expect(shown.status == .done && !shown.output.contains("You have"), "\(shown.output)")
            let bought = try await world.run("buy", "tea coin", "5", "--account", "other", "--yes")
            #expect(bought.status == .done, "\(bought.failure?.message ?? "")")
            #expect(try await world.run("token", "info", "TEACOIN", "--account", "other").output.contains("You have"))
        }
    }

    @Test("Lists, searches and discovery name the currency; a limit and a filter hold")
    func lists_ofOneCurrency_haveIt() async throws {
        try await market { world in
            let mint = try await mint(world)
            let lists = [
                ["token", "list"], ["token", "list", "--held"], ["token", "discover"],
                ["token", "discover", "--category", "new", "--limit", "1"], ["token", "search", "ea c"],
                ["token", "search", "TEACO"], ["token", "search", mint],
            ]
            for words in lists {
                let shown = try await world.run(words)
                #expect(shown.output.contains("Tea Coin") && shown.output.contains(mint), "\(words): \(shown.output)")
                let document = try await world.run(words + ["--json"]).output
                #expect(document.hasPrefix(#"{"schema":"flipcash.tokens/1","tokens":["#), "\(words): \(document)")
                #expect(document.contains(#""mint":"\#(mint)""#), "\(words): \(document)")
            }
            let ranked = try await world.run("token", "discover", "--json").output
            #expect(ranked.contains(#""rank":1"#) && ranked.contains(#""market_cap":{"currency":"usd""#))
            let none = try await world.run("token", "search", "coffee")
            #expect(none.status == .done && none.output.isEmpty && none.errors.contains("Nothing matches."))
        }
    }

    // MARK: Prices

    @Test("A price has enough digits, and a quote trades nothing, whatever the balance")
    func price_quotes_tradeNothing() async throws {
        try await market { world in
            let price = try await world.run("token", "price", "TEACOIN").output
            #expect(price.contains(/^1 TEACOIN = \$0\.01\d\d\d\n$/), "\(price)")
            let exact = try await world.run("token", "price", "TEACOIN", "--json").output
            #expect(exact.contains(/"price":\{"currency":"usd","value":"0\.01\d{4,}"/), "\(exact)")
            #expect(try await world.run("token", "price", "dollars").output == "1 Dollars = $1.00\n")
            let buy = try await world.run("token", "price", "TEACOIN", "--buy", "1000", "--json").output
            #expect(buy.contains(#""schema":"flipcash.quote/1","kind":"buy""#) && buy.contains(#""value":"1010.00""#))
            let sell = try await world.run("token", "price", "TEACOIN", "--sell", "5")
            for part in ["You pay", "$5.00", "Fee", "$0.05", "You get", "$4.95", "Price impact"] {
                #expect(sell.output.contains(part), "\(part): \(sell.output)")
            }
            #expect(try await world.run("token", "price", "TEACOIN", "--buy", "max").status == .usage)
            #expect(throws: (any Error).self) {
                try RootCommand.parseAsRoot(["token", "price", "TEACOIN", "--buy", "1", "--sell", "1"])
            }
            #expect(try await world.balance().contains("$80.00"))
        }
    }

    // MARK: Charts

    private static func isDrawn(_ line: Substring) -> Bool {
        line.unicodeScalars.allSatisfy { (0x2800...0x28FF).contains($0.value) }
    }

    @Test("A chart is drawn in cells, and written as PNG, SVG and CSV, of both measures; a dry run writes nothing")
    func chart_forms_areWritten() async throws {
        try await market { world in
            for measure in ["cap", "price"] {
                let names = ["chart.png", "chart.svg", "chart.csv"].map { world.path("\(measure)-\($0)") }
                let words = [
                    "token", "chart", "TEACOIN", "--measure", measure, "--range", "all", "--width", "40", "--height",
                    "5", "--utc", "--png", names[0], "--svg", names[1], "--csv", names[2],
                ]
                let planned = try await world.run(words + ["--dry-run", "--json"])
                #expect(planned.status == .done && planned.output.contains(names[0]), "\(planned.output)")
                for name in names { #expect(!FileManager.default.fileExists(atPath: name)) }

                let drawn = try await world.run(words)
                #expect(drawn.status == .done, "\(drawn.failure?.message ?? "")")
                let lines = drawn.output.split(separator: "\n")
                #expect(lines.first?.hasPrefix("Tea Coin  $") == true && lines.count == 10, "\(drawn.output)")
                #expect(lines.dropFirst().first?.hasPrefix("+ $") == true, "\(drawn.output)")
                #expect(lines.count(where: Self.isDrawn) == 5)
                let files = names.map { FileManager.default.contents(atPath: $0) ?? Data() }
                #expect(files[0].starts(with: [0x89, 0x50, 0x4E, 0x47]))
                #expect(String(decoding: files[1], as: UTF8.self).contains("<svg"))
                let rows = try CSVText.rows(String(decoding: files[2], as: UTF8.self))
                #expect(rows.first == ["date", measure == "cap" ? "market_cap" : "price", "currency"])
            }
            let document = try await world.run("token", "chart", "TEACOIN", "--json").output
            #expect(document.hasPrefix(#"{"schema":"flipcash.chart/1","token":{"#), "\(document.prefix(80))")
            for part in [#""range":"all""#, #""measure":"cap""#, #""currency":"usd""#, #""points":[{"at":""#] {
                #expect(document.contains(part), "\(part)")
            }
            let dollars = try await world.run("token", "chart", "dollars")
            #expect(dollars.status == .badInput && dollars.failure?.code == "no_market")
        }
    }

    // MARK: Creating and editing

    @Test("A launch that is only planned or checked creates nothing and costs nothing")
    func launch_plannedOrChecked_createsNothing() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 100_000_000)
            let planned = try await world.run("token", "launch", "--name", "Tea Coin", "--dry-run")
            #expect(planned.status == .done, "\(planned.failure?.message ?? "")")
            for part in ["Would create the currency", "First tokens", "Fee", "$10.00", "You pay", "$20.00"] {
                #expect(planned.output.contains(part), "\(part): \(planned.output)")
            }
            #expect(planned.errors.contains("Nothing was submitted."))
            let document = try await world.run("token", "launch", "--name", "Tea Coin", "--dry-run", "--json").output
            #expect(document.hasPrefix(#"{"schema":"flipcash.launch/1","state":"planned","name":"Tea Coin","pay":"#))
            let checked = try await world.run("token", "launch", "--name", "Tea Coin", "--check-only", "--json").output
            #expect(checked == #"{"schema":"flipcash.launch/1","state":"allowed","name":"Tea Coin"}"# + "\n")
            let declined = try await world.run("token", "launch", "--name", "Tea Coin", answers: ["n"])
            #expect(declined.status == .declined && declined.errors.contains("The name is final. Create it? [y/N]"))
            #expect(try await world.run("token", "launch", "--name", "Tea Coin").status == .usage)
            #expect(try await world.run("token", "discover").output.isEmpty)
            #expect(try await world.balance().contains("$100.00"))
        }
    }

    @Test("Content that is not allowed is refused with the code of its part; the icon is checked here first")
    func launch_badContent_isRefused() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 100_000_000)
            try world.write("no picture", to: "icon.png")
            let cases: [(words: [String], status: ExitStatus, code: String)] = [
                (["--name", "My USDF"], .refused, "name_denied"),
                (["--name", "Tea Coin", "--symbol", "USDF"], .refused, "text_denied"),
                (["--name", "Tea Coin", "--description", "The real Flipcash"], .refused, "text_denied"),
                (["--name", "Tea Coin", "--icon", world.path("icon.png")], .badInput, "image_format"),
                (["--name", "Tea Coin", "--icon", world.path("nothing.png")], .cannotRead, "no_file"),
            ]
            for (words, status, code) in cases {
                let refused = try await world.run(["token", "launch"] + words + ["--yes"])
                #expect(refused.status == status && refused.failure?.code == code, "\(words): \(refused.errors)")
            }
            #expect(try await world.balance().contains("$100.00"))
            try Data(QRPicture(QRCode("tea")).png(scale: 2)).write(to: URL(filePath: world.path("icon.png")))
            let launched = try await world.run(
                "token", "launch", "--name", "Tea Coin", "--icon", world.path("icon.png"), "--yes")
            #expect(launched.status == .done, "\(launched.failure?.message ?? "")")
            #expect(
                try await world.run("token", "info", "TEACOIN", "--json").output.contains(#""image_url":"data:image"#))
        }
    }

    @Test("Only the creator changes a currency; a dry run changes nothing, and what is not named stays")
    func edit_creatorOnly_changes() async throws {
        try await market { world in
            let words = [
                "token", "edit", "TEACOIN", "--description", "For more tea.", "--website", "https://tea.example",
            ]
            let planned = try await world.run(words + ["--dry-run"])
            #expect(planned.status == .done && planned.output == "Would change Tea Coin.\n")
            #expect(try await world.run("token", "info", "TEACOIN").output.contains("For tea."))
            let declined = try await world.run(words, answers: ["n"])
            #expect(declined.status == .declined && declined.errors.contains("Everybody sees the change."))
            let changed = try await world.run(words + ["--yes", "--json"])
            #expect(changed.status == .done, "\(changed.failure?.message ?? "")")
            for part in [#""description":"For more tea.""#, #""links":["https://tea.example"]"#, #""bill_colors":["#] {
                #expect(changed.output.contains(part), "\(part): \(changed.output)")
            }
            let bare = try await world.run("token", "edit", "TEACOIN", "--no-links", "--yes", "--json").output
            #expect(bare.contains("For more tea.") && !bare.contains(#""links""#), "\(bare)")
            for wrong in [[], ["--no-links", "--x", "tea"], ["--website", "http://tea.example"], ["--x", "a b"]] {
                #expect(throws: (any Error).self, "\(wrong)") {
                    try RootCommand.parseAsRoot(["token", "edit", "TEACOIN"] + wrong)
                }
            }
            let other = try await world.run(
                "account", "create", "--label", "other", "--words-file", world.path("words"))
            #expect(other.status == .done, "\(other.errors)")
            let refused = try await world.run(words + ["--account", "other", "--yes"])
            #expect(refused.status == .refused && refused.failure?.code == "launch_refused", "\(refused.errors)")
        }
    }
}

/// Dry runs of commands that trade or withdraw, where they could succeed.
@Suite struct PlannedTradeTests {
    @Test("Trades and withdrawals that are only planned show their figures and move nothing")
    func dryRun_everyTrade_movesNothing() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 100_000_000)
            for name in ["Tea Coin", "Milk Coin"] {
                let launched = try await world.run("token", "launch", "--name", name, "--yes")
                #expect(launched.status == .done, "\(launched.failure?.message ?? "")")
            }
            let outsider = "5UH3bF8drudRbZzfQZRtzyB3Ncvvj1AT9yMX1JLHoXrX"
            let before = try await world.run("balance", "--all", "--json").output
            let cases: [(words: [String], says: String)] = [
                (["buy", "TEACOIN", "5"], "Would buy:"),
                (["buy", "TEACOIN", "5", "--with", "MILKCOIN"], "Would convert:"),
                (["sell", "TEACOIN", "max"], "Would sell:"), (["convert", "5", "dollars", "TEACOIN"], "Would buy:"),
                (["convert", "5", "TEACOIN", "MILKCOIN"], "Would convert:"),
                (["convert", "5", "TEACOIN", "dollars"], "Would sell:"),
                (["withdraw", "5", outsider], "Would withdraw this:"),
                (["withdraw", "max", outsider, "--token", "TEACOIN"], "Would withdraw this:"),
            ]
            for (words, says) in cases {
                let planned = try await world.run(words + ["--dry-run"])
                #expect(planned.status == .done, "\(words): \(planned.failure?.message ?? "")")
                #expect(planned.output.hasPrefix(says), "\(words): \(planned.output)")
                #expect(planned.errors.contains("Nothing was submitted."), "\(words): \(planned.errors)")
                let document = try await world.run(words + ["--dry-run", "--json"]).output
                #expect(document.contains(#""state":"planned""#), "\(words): \(document)")
            }
            #expect(
                Self.quarks(in: try await world.run("balance", "--all", "--json").output) == Self.quarks(in: before))
            #expect(try await world.run("swap", "list", "--json").output.components(separatedBy: #""kind""#).count == 3)
        }
    }

    @Test(
        "The tolerated slippage is a share of at most 50 %, with two decimals at most",
        arguments: [
            ("0", 0), ("1", 100), ("0.5", 50), ("0.25", 25), ("50", 5_000), ("50.00", 5_000), ("2.", 200),
            ("50.01", nil), ("51", nil), ("-1", nil), ("0.123", nil), ("1,5", nil), ("", nil), ("x", nil), ("1.x", nil),
            ("1.5.5", nil),
        ] as [(String, Int?)])
    func percent_text_isRead(text: String, bps: Int?) {
        #expect(PercentArgument(argument: text)?.bps == bps)
    }

    @Test("The least that is accepted follows the tolerated slippage")
    func dryRun_slippage_movesTheMinimum() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 100_000_000)
            #expect(try await world.run("token", "launch", "--name", "Tea Coin", "--yes").status == .done)
            for (percent, share) in [("0", 1.0), ("1", 0.99), ("50", 0.5)] {
                let document = try await world.run(
                    "buy", "TEACOIN", "5", "--max-slippage", percent, "--dry-run", "--json"
                ).output
                let quoted = try #require(document.firstMatch(of: /"get_token":.*?"quarks":"(\d+)"/)?.1)
                let least = try #require(document.firstMatch(of: /"minimum_quarks":"(\d+)"/)?.1)
                let (got, minimum) = (try #require(Double(quoted)), try #require(Double(least)))
                #expect(abs(minimum - got * share) <= 1, "\(percent): \(document)")
            }
        }
    }

    /// The numbers of quarks in a document; values may change with the clock.
    private static func quarks(in document: String) -> [Substring] {
        document.matches(of: /"quarks":"(\d+)"/).map(\.1)
    }
}
