import FlipcashCore
import FlipcashWallet
import Foundation
import Testing

@testable import FlipcashCommands

/// Links in lists, by their ids, and after an interrupted run.
@Suite struct OwnLinkTests {
    private func value(_ name: String, in text: String) throws -> String {
        let pattern = try Regex("\"\(name)\":\"([^\"]*)\"", as: (Substring, Substring).self)
        return String(try #require(text.firstMatch(of: pattern), "\(name) is missing in \(text)").1)
    }

    @Test("A link has the same id in history and list, and its first characters are enough to name it")
    func id_prefix_namesTheLink() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let made = try await world.run("link", "create", "5", "--json").output
            let (id, vault) = (try value("id", in: made), try value("vault", in: made))
            #expect(try await world.run("link", "list", "--json").output.contains(#""id":"\#(id)""#))
            #expect(try await world.run("link", "list").output.contains(id))
            #expect(try await world.run("history", "--kind", "cash_link").output.contains(id))
            for name in [id, String(id.prefix(4)), "\(id.prefix(5))…\(id.suffix(4))", vault, String(vault.prefix(8))] {
                let shown = try await world.run("history", "show", name, "--json")
                #expect(try value("id", in: shown.output) == id, "\(name)")
                let planned = try await world.run("link", "cancel", name, "--dry-run", "--json")
                #expect(try value("id", in: planned.output) == id, "\(name)")
                let info = try await world.run("link", "info", name, "--json")
                #expect(try value("id", in: info.output) == id, "\(name)")
            }
            #expect(try await world.run("link", "info", "zzzz").status == .badInput)
            #expect(try await world.run("history", "show", id.prefix(3).lowercased()).status == .badInput)
            let back = try await world.run("link", "cancel", String(id.prefix(6)), "--yes")
            #expect(back.status == .done, "\(back.errors)")
            #expect(try await world.balance().contains("$20.00"))
        }
    }

    @Test("A link is taken back by the first characters of its id")
    func linkCancel_prefix_takesItBack() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let id = try value("id", in: try await world.run("link", "create", "5", "--json").output)
            let back = try await world.run("link", "cancel", String(id.prefix(6)), "--yes")
            #expect(back.status == .done, "\(back.errors)")
            #expect(try await world.balance().contains("$20.00"))
        }
    }

    @Test("The list of links says when the cash of an open link returns")
    func linkList_waitingLink_saysWhenItReturns() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let link = try await world.run("link", "create", "5").output.trimmingBlanks()
            let listed = try await world.run("link", "list", "--json").output
            let end = try #require(TimestampText.instant(rfc3339: try value("expires_at", in: listed)))
            let waiting = try await world.run("link", "list").output
            #expect(waiting.contains("  \(TimeText.local(end))  "), "\(waiting)")
            #expect(try await world.run("link", "cancel", link, "--yes").status == .done)
            let over = try await world.run("link", "list", "--all").output
            #expect(over.contains("cancelled") && !over.contains(TimeText.local(end)), "\(over)")
        }
    }

    @Test("An abbreviation that matches several ids is refused, and the error lists them")
    func prefix_several_isRefused() {
        #expect(
            IDPrefix("abc") == nil && IDPrefix("ab…cd") == nil && IDPrefix("ab0d") == nil && IDPrefix("a b c") == nil)
        #expect(IDPrefix("9xQe…7Yc2")?.matches("9xQeAAAA7Yc2") == true)
        #expect(IDPrefix("9xQe…7Yc2")?.matches("9xQeAAAA7Yc3") == false)
        let failure = CommandFailure.ambiguous("9xQe", "links", ids: ["9xQeA", "9xQeB"])
        #expect(failure.status == .badInput && failure.code == "ambiguous_id")
        #expect(failure.message == "\"9xQe\" matches 2 links: 9xQeA, 9xQeB. Type more of the id.")
    }

    @Test("In list, JSON and CSV a collected link has a minus; a link that was taken back has none")
    func history_cancelledLink_hasNoSign() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let cancelled = try value("id", in: try await world.run("link", "create", "1", "--json").output)
            _ = try await world.run("link", "cancel", cancelled, "--yes")
            let collected = try await world.run("link", "create", "2", "--json").output
            _ = try await world.run("link", "receive", try value("url", in: collected), "--allow-own")
            let waiting = try value("id", in: try await world.run("link", "create", "3", "--json").output)

            let history = try await world.run("history", "--kind", "cash_link").output
            #expect(history.contains(" $1.00") && !history.contains("-$1.00"), "\(history)")
            #expect(history.contains("-$2.00") && history.contains("-$3.00"))
            let csv = try await world.run("history", "--kind", "cash_link", "--csv", "-").output
            let lines = csv.components(separatedBy: "\r\n")
            #expect(lines.first { $0.contains(cancelled) }?.contains(",,1.00,usd,") == true, "\(csv)")
            #expect(lines.first { $0.contains(waiting) }?.contains(",-,3.00,usd,") == true)
            let shown = try await world.run("history", "show", cancelled, "--json").output
            #expect(shown.contains(#""sign":"""#) && shown.contains(#""can_cancel":false,"state":"cancelled""#))
            let other = try await world.run("history", "show", try value("id", in: collected), "--json").output
            #expect(other.contains(#""sign":"-""#) && other.contains(#""state":"claimed""#))
        }
    }

    @Test("While the history is down, links are listed with their states from the payments service")
    func links_historyDown_areListed() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let id = try value("id", in: try await world.run("link", "create", "5", "--json").output)
            try await world.withoutHistory { wallet in
                let listing = try await wallet.links(all: false, limit: 10)
                #expect(listing.links.map(\.name) == [id] && !listing.isComplete)
            }
        }
    }

    @Test("A link is found and taken back while the history is down")
    func ownLink_historyDown_isTakenBack() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let id = try value("id", in: try await world.run("link", "create", "5", "--json").output)
            try await world.withoutHistory { wallet in
                let link = try await wallet.ownLink(id)
                #expect(link.state == .unclaimed)
                try await wallet.cancelLink(link)
            }
            #expect(try await world.balance().contains("$20.00"))
        }
    }

    /// Makes the only link of this world look as if the command that made it had been interrupted.
    private func interrupt(_ world: PlayMoneyWorld) async throws {
        try await world.withWallet { wallet in
            let journal = try #require(wallet as? SessionWallet).session.journal
            var record = try #require(try journal.links().first)
            record.state = .submitting
            try journal.append(.link(record))
        }
    }

    @Test("A link that an interrupted run made is shown on a terminal by the next run, with its amount")
    func recovered_terminal_linkIsShown() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let made = try await world.run("link", "create", "5", "--json").output
            try await interrupt(world)
            let next = try await world.run("balance", answers: [])
            #expect(next.errors.contains("Completed since last time: 1 link.\n"))
            #expect(next.errors.contains("  $5.00  \(try value("url", in: made))\n"), "\(next.errors)")
        }
    }

    @Test("If standard error is a log, it gets the id of that link, not the link", arguments: [[], ["--json"]])
    func recovered_log_linkIsNamed(options: [String]) async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let made = try await world.run("link", "create", "5", "--json").output
            try await interrupt(world)
            let next = try await world.run(["balance"] + options)
            let id = try value("id", in: made)
            let mention = "  $5.00  \(id), see it with: flipcash --endpoint embedded: link list\n"
            #expect(next.errors.contains(mention), "\(next.errors)")
            #expect(!next.errors.contains("https://") && !next.output.contains("https://"))
        }
    }

    @Test("For a link with an unknown outcome the error names the list, and JSON has its vault and the link itself")
    func unclearLink_pending_hasTheLink() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let made = try await world.run("link", "create", "5", "--json").output
            try await world.withWallet { wallet in
                let open = try #require(wallet as? SessionWallet)
                var record = try #require(try open.session.journal.links().first)
                record.state = .submitting
                try open.session.journal.append(.link(record))
                let error = CashLinkFailure.unclear(id: record.intent, vault: record.vault)
                let failure = try #require(
                    CommandFailure(unclearLink: error, in: open.session, hosts: open.hosts))
                #expect(failure.status == .outcomeUnknown && failure.message.hasSuffix("run: flipcash link list"))
                let pending = try #require(failure.pending?.text)
                #expect(try value("url", in: pending) == value("url", in: made))
                #expect(try value("vault", in: pending) == record.vault.base58)
                #expect(try value("id", in: pending) == record.intent.base58)
                #expect(!failure.document.text.contains("https://"))
                #expect(CommandFailure(unclearLink: CancellationError(), in: open.session, hosts: open.hosts) == nil)
            }
        }
    }
}
