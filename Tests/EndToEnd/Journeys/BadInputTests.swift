import Foundation
import Testing

extension Journeys {
    @Suite("Bad input gets a clear message and the right exit code")
    struct BadInputTests {
        /// A mistake, and what its error message must say.
        struct Mistake: Sendable {
            let words: [String]
            let status: Int32
            /// The error's name for programs.
            let code: String
            /// What the message must mention.
            let says: String

            init(_ words: String..., status: Int32, code: String, says: String) {
                self.words = words
                self.status = status
                self.code = code
                self.says = says
            }
        }

        @Test("Mistyped amounts are usage errors that say how to write them")
        func amount_mistyped_exits64() async throws {
            try await CommandLineWorld.visit { world in
                let amounts = [
                    ("abc", "not an amount"), ("£5", "sign"), ("$5 eur", "sign"), ("5,50", "separators"),
                    ("1,000.50", "separators"),
                    ("5.555", "at most 2 decimals"), ("5.", "not an amount"), (".", "not an amount"),
                    ("1.2.3", "not an amount"), ("0", "above zero"), ("0.00", "above zero"), ("5xyz", "xyz"),
                    ("1e3", "amount"), ("٥", "not an amount"), ("9999999999", "nine digits"), ("5.5jpy", "decimals"),
                    ("", "not an amount"), ("5 dollars", "amount"), ("-5", "\"-5\" is negative"),
                    ("-0.01", "\"-0.01\" is negative"), ("-5cad", "\"-5cad\" is negative"),
                ]
                for (amount, says) in amounts {
                    for command in [["give"], ["link", "create"], ["node", "faucet"], ["bill", "render"]] {
                        try await Self.expect(
                            Mistake(command + [amount], status: 64, code: "usage", says: says), by: world.person())
                    }
                }
                // None of this needed an account or a node.
                #expect(!world.hasNode)
                #expect(world.files(below: world.dataFolder).isEmpty)
            }
        }

        @Test("Mistyped commands and options are usage errors that name the nearest one")
        func command_mistyped_exits64() async throws {
            try await CommandLineWorld.visit { world in
                let mistakes = [
                    Mistake("balence", status: 64, code: "usage", says: "\"balance\""),
                    Mistake("gvie", "5", status: 64, code: "usage", says: "\"give\""),
                    Mistake("link", "recieve", "x", status: 64, code: "usage", says: "\"receive\""),
                    Mistake("account", "lst", status: 64, code: "usage", says: "\"list\""),
                    Mistake("frobnicate", status: 64, code: "usage", says: "--help"),
                    Mistake("balance", "--currancy", "cad", status: 64, code: "usage", says: "--currency"),
                    Mistake("balance", "surplus", status: 64, code: "usage", says: "surplus"),
                    Mistake("give", status: 64, code: "usage", says: "amount"),
                    Mistake("grab", status: 64, code: "usage", says: "--image"),
                    Mistake("grab", "--payload", "xyz", status: 64, code: "usage", says: "xyz"),
                    Mistake("give", "5", "--wait", "soon", status: 64, code: "usage", says: "soon"),
                    Mistake("give", "5", "--size", "7", status: 64, code: "usage", says: "--size"),
                    Mistake("balance", "--currency", "zzz", status: 64, code: "usage", says: "flipcash rates"),
                    Mistake("balance", "--currency", "ussd", status: 64, code: "usage", says: "Did you mean USD?"),
                    Mistake("config", "set", "currency", "eru", status: 64, code: "usage", says: "EUR"),
                    Mistake(
                        "config", "set", "currency", "zzz", status: 64, code: "usage", says: "\"zzz\" is not a known"),
                    Mistake(
                        "config", "set", "endpoint", "ftp://x", status: 64, code: "usage",
                        says: "\"ftp://x\" cannot be the setting \"endpoint\""),
                    Mistake("balance", "--locale", "nowhere", status: 64, code: "usage", says: "nowhere"),
                    Mistake("account", "list", "--locale", "xx_YY", status: 64, code: "usage", says: "xx_YY"),
                    Mistake("config", "set", "locale", "xx_YY", status: 64, code: "usage", says: "xx_YY"),
                    Mistake("give", "5", "--png", "x.jpg", status: 64, code: "usage", says: "x.jpg"),
                    Mistake("give", "5", "--colors", "bleu", status: 64, code: "usage", says: "muted-mint"),
                    Mistake("pay", "5", status: 64, code: "usage", says: "flipcash give 5"),
                    Mistake("status", status: 64, code: "usage", says: "flipcash balance"),
                    Mistake("balance", "--endpoint", "ftp://x", status: 64, code: "usage", says: "ftp://x"),
                    Mistake("balance", "--profile", "../x", status: 78, code: "bad_settings", says: "profile"),
                    Mistake("history", "--since", "2026-13-01", status: 64, code: "usage", says: "2026-13-01"),
                    Mistake("history", "--limit", "0", status: 64, code: "usage", says: "--limit"),
                    Mistake("history", "--kind", "stolen", status: 64, code: "usage", says: "cash_link"),
                    Mistake("completion", "tcsh", status: 64, code: "usage", says: "tcsh"),
                    Mistake("config", "set", "currancy", "usd", status: 64, code: "usage", says: "currancy"),
                    Mistake("account", "create", "--word-count", "13", status: 64, code: "usage", says: "12 or 24"),
                    Mistake("account", "create", status: 64, code: "usage", says: "--words-file"),
                ]
                for mistake in mistakes { try await Self.expect(mistake, by: world.person()) }
                #expect(!world.hasNode)
            }
        }

        @Test("Invalid words are bad input; valid words without an account are not found")
        func login_wrongWords_saysWhatIsWrong() async throws {
            try await CommandLineWorld.visit { world in
                let last = Array(repeating: "abandon", count: 11).joined(separator: " ")
                try world.write(last + " abandon\n", to: "checksum")
                try world.write(last + " abandom\n", to: "unknown-word")
                try world.write(last + "\n", to: "eleven")
                try world.write("", to: "empty")
                try world.write([0xFF, 0xFE, 0x00], to: "binary")
                try world.write(
                    "legal winner thank year wave sausage worth useful legal winner thank yellow\n", to: "unknown")
                let mistakes = [
                    Mistake("checksum", status: 65, code: "bad_words", says: "are not a valid access key"),
                    Mistake("unknown-word", status: 65, code: "bad_words", says: "word 12 is not in the word list"),
                    Mistake("eleven", status: 65, code: "bad_words", says: "has 12 or 24 words, this has 11"),
                    Mistake("empty", status: 65, code: "bad_words", says: "has 12 or 24 words, this has 0"),
                    Mistake("binary", status: 65, code: "bad_words", says: "has 12 or 24 words, this has 1"),
                    Mistake("missing", status: 66, code: "no_file", says: "missing"),
                    Mistake("unknown", status: 3, code: "unknown_account", says: "No account"),
                ]
                try world.write("a long passphrase\n", to: "passphrase")
                let stranger = world.person(nil, "--passphrase-file", "passphrase")
                for mistake in mistakes {
                    let words = ["account", "login", "--words-file"] + mistake.words
                    try await Self.expect(
                        Mistake(words, status: mistake.status, code: mistake.code, says: mistake.says), by: stranger)
                }
                // Messages never repeat words.
                let refused = try await stranger.run("account", "login", "--words-file", "unknown-word")
                #expect(!refused.errors.contains("abandom"))
                let link = try await stranger.run(
                    "account", "login", "--link", "https://app.flipcash.com/login", "--json"
                ).exits(65)
                #expect(try link.failure()["code"] == "bad_link")
                #expect(try await stranger.ask("account", "list")["accounts"] == .list([]))
            }
        }

        @Test("Pictures without a code, files that are not pictures, and missing files get different errors")
        func grab_badPictures_saysWhy() async throws {
            try await CommandLineWorld.visit { world in
                let blank = Array("P5\n320 240\n255\n".utf8) + [UInt8](repeating: 200, count: 320 * 240)
                try world.write(blank, to: "blank.pgm")
                try world.write("this is not a picture", to: "text.png")
                try world.write("", to: "empty.png")
                try FileManager.default.createDirectory(
                    atPath: world.path(of: "folder.png"), withIntermediateDirectories: false)
                try await world.person().run("bill", "render", "5", "--png", "whole.png").exits(0)
                try world.write(Array(world.bytes(of: "whole.png").prefix(600)), to: "cut.png")
                let mistakes = [
                    Mistake("blank.pgm", status: 65, code: "no_code", says: "blank.pgm"),
                    Mistake("text.png", status: 65, code: "bad_picture", says: "text.png"),
                    Mistake("empty.png", status: 65, code: "bad_picture", says: "empty.png"),
                    Mistake("cut.png", status: 65, code: "bad_picture", says: "cut.png"),
                    Mistake("folder.png", status: 66, code: "no_file", says: "folder.png"),
                    Mistake("missing.png", status: 66, code: "no_file", says: "missing.png"),
                ]
                for mistake in mistakes {
                    for command in [["grab"], ["grab", "--image"], ["code", "decode"]] {
                        try await Self.expect(
                            Mistake(
                                command + mistake.words, status: mistake.status, code: mistake.code,
                                says: mistake.says), by: world.person())
                    }
                }
                let other = Mistake(
                    "grab", "--payload", "ff00112233445566778899aabbccddeeff001122", status: 65, code: "not_a_bill",
                    says: "not")
                try await Self.expect(other, by: world.person())
                #expect(!world.hasNode)
            }
        }

        @Test("Missing money: an empty wallet, too little money, an ended bill, invalid and unknown links")
        func money_notThere_saysWhy() async throws {
            try await CommandLineWorld.visit { world in
                let (ada, ben) = (world.person("ada"), world.person("ben"))
                try await ada.fund("20")
                _ = try await ben.balance()
                try await world.person().run("bill", "render", "5", "--png", "dead.png").exits(0)
                let rich = [
                    Mistake("give", "50", status: 5, code: "short", says: "$30.00 short"),
                    Mistake("link", "create", "20.01", status: 5, code: "short", says: "$0.01 short"),
                    Mistake("grab", "--image", "dead.png", status: 3, code: "bill_gone", says: "not live"),
                    Mistake("link", "info", "https://example.com/", status: 65, code: "bad_link", says: "link"),
                    Mistake("link", "receive", "nonsense", status: 65, code: "bad_link", says: "link"),
                    // The entropy of words without any cash.
                    Mistake(
                        "link", "info", "F5qHCkJ4gbtnSvZ9JHYHrr", status: 3, code: "link_not_found",
                        says: "no cash for this link"),
                    Mistake("link", "cancel", "nonsense", status: 3, code: "link_not_found", says: "link list --all"),
                    Mistake("history", "show", "nonsense", status: 3, code: "not_found", says: "whole id"),
                    Mistake(
                        "history", "show", "4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM", status: 3, code: "not_found",
                        says: "no payment"),
                    Mistake("give", "5", "--token", "unobtainium", status: 5, code: "no_balance", says: "unobtainium"),
                    Mistake("node", "faucet", "5", "--owner", "x", status: 65, code: "bad_address", says: "base58"),
                    Mistake("account", "use", "unknown", status: 4, code: "unknown_account", says: "account list"),
                    Mistake(
                        "give", "5", "--png", "none/such/folder.png", status: 73, code: "cannot_create", says: "none"),
                ]
                for mistake in rich { try await Self.expect(mistake, by: ada) }
                let poor = [
                    Mistake("give", "1", status: 5, code: "no_balance", says: "faucet"),
                    Mistake("link", "create", "1", status: 5, code: "no_balance", says: "faucet"),
                    Mistake("give", "max", status: 5, code: "no_balance", says: "faucet"),
                ]
                for mistake in poor { try await Self.expect(mistake, by: ben) }
                let short = try await ada.run("give", "50", "--json").failure()
                #expect(short["details"]["shortfall"]["value"] == "30.00")
                #expect(short["details"]["shortfall"]["currency"] == "usd")
                // More than one payment allows, although the balance covers it.
                try await ada.fund("400")
                try await Self.expect(
                    Mistake("give", "300", status: 5, code: "limit_reached", says: "250"), by: ada)
                #expect(try await ada.balance() == "420.00")
            }
        }

        @Test("A service that cannot be reached is a network error that says nothing was submitted")
        func endpoint_nobodyThere_exits8() async throws {
            try await CommandLineWorld.visit { world in
                try world.write("a long passphrase\n", to: "passphrase")
                let ada = world.person("ada", "--passphrase-file", "passphrase")
                try await ada.run("account", "create", "--words-file", "words", "--skip-word-check").exits(0)
                let away = world.person(
                    "ada", "--passphrase-file", "passphrase", "--endpoint", "http://127.0.0.1:1")
                let mistakes = [
                    Mistake("balance", status: 8, code: "network", says: "nothing accepts connections"),
                    Mistake("link", "create", "5", status: 8, code: "network", says: "nothing accepts connections"),
                    Mistake("rates", status: 8, code: "network", says: "nothing accepts connections"),
                ]
                for mistake in mistakes { try await Self.expect(mistake, by: away) }
                // Without an account, none is created for a service that may hold real money.
                let stranger = world.person("new", "--endpoint", "http://127.0.0.1:1")
                try await Self.expect(
                    Mistake("balance", status: 4, code: "not_logged_in", says: "account create"), by: stranger)
            }
        }

        private static func expect(
            _ mistake: Mistake, by person: CommandLinePerson, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let human = try await person.run(mistake.words).exits(mistake.status, sourceLocation: sourceLocation)
            #expect(human.output.isEmpty, "\(mistake.words): \(human.output)", sourceLocation: sourceLocation)
            #expect(
                human.errors.contains("Error: ") && human.errors.contains(mistake.says),
                "\(mistake.words): \(human.errors)", sourceLocation: sourceLocation)
            let machine = try await person.run(mistake.words + ["--json"])
                .exits(mistake.status, sourceLocation: sourceLocation)
            let failure = try machine.failure(sourceLocation: sourceLocation)
            #expect(failure["code"].string == mistake.code, "\(mistake.words)", sourceLocation: sourceLocation)
            #expect(
                failure["message"].string.contains(mistake.says), "\(mistake.words): \(failure)",
                sourceLocation: sourceLocation)
        }
    }
}

extension Journeys.BadInputTests.Mistake {
    init(_ words: [String], status: Int32, code: String, says: String) {
        self.words = words
        self.status = status
        self.code = code
        self.says = says
    }
}
