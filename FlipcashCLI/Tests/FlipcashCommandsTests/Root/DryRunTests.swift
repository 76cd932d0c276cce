import ArgumentParser
import FlipcashCore
import FlipcashNode
import Foundation
import Testing

@testable import FlipcashCommands

@Suite("--dry-run with every command")
struct DryRunTests {
    /// The arguments of each command. A command that is missing here fails the test.
    private func arguments(link: String, vault: String, owner: String, expense: String) -> [String: [String]] {
        [
            "balance": [], "give": ["1"], "grab": ["--payload", "00f401000000000000e1dfa4d4e0d7b6c4d1c0b3"],
            "link create": ["1"], "link receive": [link, "--allow-own"], "link info": [link], "link list": ["--all"],
            "link cancel": [vault], "send": ["1", Self.outsider], "withdraw": ["1", Self.outsider], "deposit": [],
            "limits": [], "history": ["--csv", "DESK/history.csv"], "history list": [],
            "history show": [vault], "rates": [],
            "buy": [vault, "1"], "sell": [vault, "1"], "convert": ["1", "dollars", vault], "swap list": [],
            "swap show": [vault], "swap resume": [vault], "token list": [], "token info": ["dollars"],
            "token discover": [], "token search": ["x"], "token price": ["dollars"],
            "token chart": [vault, "--svg", "DESK/chart.svg"], "token launch": ["--name", "New Coin"],
            "token edit": [vault, "--no-links"],
            "account create": ["--words-file", "DESK/new.txt"], "account login": ["--words-file", "DESK/known.txt"],
            "account list": [], "account use": ["1"], "account current": [], "account rename": ["1", "Other"],
            "account key": ["--words-file", "DESK/words.txt"], "account erase": ["1"], "account logout": [],
            "account hide": ["1"], "account store": ["vault"], "account address": [],
            "bill render": ["1", "--png", "DESK/bill.png"], "code encode": ["0102", "--svg", "DESK/code.svg"],
            "code decode": ["DESK/seen.png"],
            "node status": ["--data", "HOME/rest"], "node stop": ["--data", "HOME/rest"],
            "node key": ["--data", "HOME/rest"], "node faucet": ["5", "--owner", owner, "--data", "HOME/rest"],
            "node deposit": ["5", "--owner", owner, "--data", "HOME/rest"], "node check": ["--data", "HOME/rest"],
            "node backup": ["DESK/copy.sqlite", "--data", "HOME/rest"],
            "node restore": ["DESK/backup.sqlite", "--data", "HOME/empty"],
            "node settings": ["--data", "HOME/rest"], "node clock": ["--accept", "--data", "HOME/rest"],
            "node split-delete": ["00000000-0000-4000-8000-000000000001", "--data", "HOME/rest"],
            "config get": ["currency"], "config set": ["currency", "cad"], "config unset": ["key_store"],
            "config list": [], "config path": [], "profile list": [],
            "logs show": [], "logs export": ["DESK/logs.txt"], "logs path": [], "logs clear": [],
            "doctor": [], "completion": ["bash"],
            "goals list": ["--all"], "goals add": ["New", "10 usd", "--by", "2099-01-01"], "goals show": ["Trip"],
            "goals edit": ["Trip", "--name", "Other"], "goals cancel": ["Trip"], "goals finish": ["Trip"],
            "goals archive": ["Trip"], "goals restore": ["Old"], "goals rm": ["Trip"], "goals asset list": [],
            "goals asset rm": ["jar"], "goals log list": ["jar"], "goals allocations": [],
            "goals asset add": ["Trip", "eur", "--label", "box"], "goals log add": ["jar", "5"],
            "goals allocate": ["jar", "Trip", "rest"],
            "goals contribute": ["Trip", "1"], "goals rate": ["usd", "usdf"], "goals currencies": [],
            "goals forecast": ["Trip"], "goals remind due": [], "goals remind setup": [],
            "split balances": [], "split add": ["5", "Tea", "--group", "Flat"], "split list": [],
            "split show": [expense], "split edit": [expense, "--amount", "6"], "split rm": [expense],
            "split friends list": [], "split friends add": ["Zoe"], "split friends rename": ["Ann", "Anna"],
            "split friends nickname": ["Ann", "Annie"], "split friends rm": ["Bob"],
            "split friends merge": ["Bob", "Ann"],
            "split groups list": [], "split groups add": ["Trip", "Ann"], "split groups show": ["Flat"],
            "split groups add-member": ["Flat", "Carl"], "split groups remove-member": ["Flat", "Bob", "--force"],
            "split groups leave": ["Flat"], "split groups rm": ["Flat", "--force"],
            "split groups archive": ["Flat"], "split invite": ["Ann"], "split invites list": [],
            "split invites revoke": ["Ann"], "split claim": ["ABEiM0RVZneImaq7zN3u_w"],
            "split request": ["00000000-0000-4000-8000-000000000001", "Ann"], "split requests list": [],
            "split requests accept": ["0000"], "split requests decline": ["0000"],
            "split requests cancel": ["0000"], "split conflicts": [], "split outbox": [],
            "split import": ["DESK/split.json"], "split export": ["DESK"], "split account show": [],
            "split account name": ["Ada"], "split account clear": [], "split account delete": [],
            "goals import": ["DESK/goals.json"], "goals plan show": [], "goals plan set": ["Trip", "1"],
            "goals plan all": ["half"], "goals flex factor": ["0.5", "--apply"], "goals flex fit": ["10", "--apply"],
            "goals budget show": ["50"], "goals budget apply": ["50"], "goals budget health": [],
            "goals execute status": [], "goals execute start": [], "goals execute finish": [], "goals auto list": [],
            "goals auto add": ["Trip", "10%", "--every", "week"], "goals auto rm": ["abcd"], "goals auto run": [],
            "goals auto log": [], "goals history": ["Trip", "--csv", "DESK/events.csv"], "goals config list": [],
            "goals config get": ["payment-day"], "goals config set": ["payment-day", "5"],
            "split settle": ["Ann", "--cash"], "split simplify": ["Flat"], "split close": ["Flat"],
            "split payments list": ["--all"], "split payments void": ["0000", "--force"],
            "split payments confirm": ["0000"], "split payments reverse": ["0000"],
            "split remind": ["Ann"], "split stats": [],
        ]
    }

    /// Commands that do not succeed here, and their exit statuses.
    private let otherEnds: [String: ExitStatus] = [
        // No node is running in the folder that it names.
        "node status": .notFound,
        // No account of this node has the user id.
        "node split-delete": .notFound,
        // No person of this node has the address.
        "send": .notFound,
        // The service of shared expenses has no such invitation or request, or is not there.
        "split invites revoke": .notFound, "split claim": .refused, "split requests accept": .notFound,
        "split requests decline": .notFound, "split requests cancel": .notFound,
        // There is no such payment.
        "split payments void": .notFound, "split payments confirm": .notFound, "split payments reverse": .notFound,
        // The goal has no totals of two days, and this process has no path of its own.
        "goals forecast": .badInput, "goals remind setup": .badInput,
        // No month is being carried out, and there is no standing order.
        "goals execute finish": .conflict, "goals auto rm": .notFound,
        // No currency and no swap has this address. The account has too little money to launch one.
        "buy": .notFound, "sell": .notPossible, "convert": .notFound, "swap show": .notFound, "swap resume": .notFound,
        "token chart": .notFound, "token edit": .notFound, "token launch": .notPossible,
    ]

    /// An address outside the node.
    private static let outsider = "5UH3bF8drudRbZzfQZRtzyB3Ncvvj1AT9yMX1JLHoXrX"

    /// Every command that does something, with its names.
    private static func leaves(
        _ command: any ParsableCommand.Type = RootCommand.self, _ names: [String] = []
    ) -> [(path: [String], command: any ParsableCommand.Type)] {
        let children = command.configuration.subcommands
        guard !children.isEmpty else { return [(names, command)] }
        return children.flatMap { leaves($0, names + [$0.name]) }
    }

    @Test("No command changes anything with --dry-run: it says what it would do, or refuses")
    func everyCommand_dryRun_changesNothing() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 20_000_000)
            let made = try await world.run("link", "create", "2", "--json").output
            let link = try #require(made.firstMatch(of: /"url":"([^"]+)"/)?.1)
            let vault = try #require(made.firstMatch(of: /"vault":"([^"]+)"/)?.1)
            let address = try await world.run("account", "address", "--json").output
            let owner = try #require(address.firstMatch(of: /"owner":"([^"]+)"/)?.1)
            try world.place(String(repeating: "abandon ", count: 11) + "about\n", at: "DESK/known.txt")
            try world.place("2026-11-23T00:00:00.000Z info a line\n", at: ".local/state/flipcash/logs/app-0.log")
            _ = try await world.run("code", "encode", "0102", "--png", world.path("DESK/seen.png"))
            #expect(await world.perform(AdminRequest(.backup, path: world.path("DESK/backup.sqlite"))).ok)
            _ = try await world.run("node", "restore", world.path("DESK/backup.sqlite"), "--data", world.path("rest"))
            _ = try await world.run("config", "set", "currency", "usd")
            for name in ["Trip", "Old"] {
                _ = try await world.run("goals", "add", name, "100 usd", "--by", "2099-01-01")
            }
            _ = try await world.run("goals", "cancel", "Old")
            _ = try await world.run("goals", "asset", "add", "Trip", "usd", "--label", "jar")
            try world.place(#"{"schema":"flipcash.goals_export/1"}"#, at: "DESK/goals.json")
            for words in [["friends", "add", "Ann"], ["groups", "add", "Flat", "Ann", "Bob"]] {
                _ = try await world.run(["split"] + words + ["--offline"])
            }
            let tea = try await world.run("split", "add", "5", "Tea", "--with", "Ann", "--offline", "--json").output
            let expense = try #require(tea.firstMatch(of: /"id":"([^"]+)"/)?.1)
            try world.place(try await world.run("split", "export", "--offline").output, at: "DESK/split.json")
            let table = arguments(
                link: String(link), vault: String(vault), owner: String(owner), expense: String(expense))
            for leaf in Self.leaves() {
                let name = leaf.path.joined(separator: " ")
                let command = try #require(leaf.command.init() as? any FlipcashCommand)
                guard command.dryRun != .refused else { continue }
                guard let words = table[name] else {
                    Issue.record("\(name) is not in the table of this test")
                    continue
                }
                let before = try await world.state()
                let result = try await world.run(leaf.path + words.map(world.onDesk) + ["--dry-run", "--no-input"])
                let after = try await world.state()
                #expect(
                    result.status == otherEnds[name] ?? .done, "flipcash \(name): \(result.failure?.message ?? "")")
                #expect(before == after, "flipcash \(name) --dry-run: \(result.output)\(result.errors)")
            }
        }
    }

    @Test("A command that does not support --dry-run refuses it", arguments: [["node", "run"], ["demo"]])
    func run_refusingCommand_isUsageError(words: [String]) async {
        let errors = CapturedOutput()
        let tool = CommandLineTool(
            environment: ["HOME": "/nonexistent"],
            console: Console(output: CapturedOutput(), errors: errors, input: PreparedInput()))
        #expect(await tool.run(words + ["--dry-run"]) == .usage)
        #expect(errors.text.contains("--dry-run"), "\(errors.text)")
    }

    @Test("Commands that honour the option say what they would do")
    func run_honouringCommands_sayIt() async throws {
        try await PlayMoneyWorld.visit { world in
            try await world.fund(quarks: 1_000_000)
            let expectations = [
                (["config", "set", "currency", "cad"], "Would set currency = cad"),
                (["config", "unset", "currency"], "Would unset currency"),
                (["account", "rename", "1", "Other"], "Would rename"), (["account", "use", "1"], "Would use"),
                (["account", "logout"], "Would log out"),
                (["bill", "render", "1", "--png", "DESK/b.png"], "Would write"),
            ]
            for (words, expected) in expectations {
                let result = try await world.run(words.map(world.onDesk) + ["--dry-run"])
                #expect(result.status == .done, "\(words): \(result.errors)")
                #expect(result.output.contains(expected), "\(words): \(result.output)")
            }
        }
    }

    @Test("With --dry-run a first use creates no account")
    func firstUse_dryRun_makesNoAccount() async throws {
        try await PlayMoneyWorld.visit { world in
            let result = try await world.run("balance", "--dry-run")
            #expect(result.status == .locked)
            #expect(result.failure?.message.contains("--dry-run") == true)
            #expect(try await world.run("account", "list", "--json").output.contains(#""accounts":[]"#))
        }
    }
}

extension PlayMoneyWorld {
    /// What must not change: the files, the contents of those that are not databases, and the node's books.
    fileprivate func state() async throws -> [String: String] {
        var state: [String: String] = [:]
        // Reading a database may still tidy it up.
        let isCache = { (name: String) in
            name.hasSuffix(".lock") || name.hasPrefix(".local") && name.contains(".sqlite") || name.hasSuffix("-wal")
                || name.hasSuffix("-shm")
        }
        for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? []
        where !name.hasPrefix("node") && !isCache(name) {
            let content = name.hasSuffix(".sqlite") ? nil : FileManager.default.contents(atPath: path + "/" + name)
            // The time of an account's last use may change.
            state[name] = content.map { String(decoding: $0, as: UTF8.self).replacing(/"last_seen".*/, with: "") } ?? ""
        }
        let report = try #require(await perform(AdminRequest(.check)).check)
        state["books"] = "\(report.accounts) accounts, \(report.intents) intents"
        return state
    }

    /// `word` with its file in this world's working folder.
    fileprivate func onDesk(_ word: String) -> String {
        if word.hasPrefix("HOME/") { return path + word.dropFirst("HOME".count) }
        return word.hasPrefix("DESK/") ? path + "/" + word : word
    }

    fileprivate func place(_ text: String, at name: String) throws {
        let file = URL(filePath: path + "/" + name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
}
