import Foundation
import Testing

/// What people do, through the executable and against a local node.
@Suite struct CashJourneyTests {
    @Test("With nothing configured, balance, faucet and balance again do what a newcomer hopes")
    func firstUse_nothingConfigured_answers() throws {
        let home = try Household()
        let first = try home.succeed("balance")
        #expect(first.output == "Dollars  $0.00\n")
        #expect(first.errors.contains("flipcash account key --reveal"))
        #expect(first.errors.contains("flipcash node faucet 20"))
        try home.succeed("node", "faucet", "20")
        let second = try home.succeed("balance")
        #expect(second.output == "Dollars  $20.00\n")
        #expect(second.errors.isEmpty)
        #expect(try home.succeed("account", "list", "--json").output.components(separatedBy: "\"owner\"").count == 2)
    }

    @Test("A bill shown by one profile and scanned by another moves the money, and the books balance")
    func giveAndGrab_twoProfiles_movesMoney() throws {
        let home = try Household()
        try home.succeed("node", "faucet", "20")
        let picture = home.file("bill.png")
        let give = try home.start(["give", "5", "--png", picture, "--size", "200", "--json"])
        give.wait { FileManager.default.fileExists(atPath: picture) }
        let grab = try grabWhenOffered(home, picture)
        let given = give.finish()
        #expect(given.status == 0, "\(given.errors)")
        #expect(given.json.text("schema") == "flipcash.transfer/1")
        #expect(given.json.text("amount", "value") == "5.00")
        #expect(grab.json.text("schema") == "flipcash.received/1")
        #expect(grab.json.text("id") == given.json.text("id"))
        #expect(try home.succeed("balance", "--json").json.text("total", "value") == "15.00")
        #expect(try home.succeed("--profile", "bob", "balance", "--json").json.text("total", "value") == "5.00")
        #expect(try kinds(home, "default") == ["gave", "deposited"])
        #expect(try kinds(home, "bob") == ["received"])
        #expect(try home.succeed("node", "check").output.hasPrefix("The books balance"))
    }

    @Test("A cash link is collected once; a second claim exits 9 and says why")
    func link_claimedTwice_secondExits9() throws {
        let home = try Household()
        try home.succeed("node", "faucet", "20")
        let url = try home.succeed("link", "create", "2.50").output.trimmingCharacters(in: .newlines)
        #expect(url.hasPrefix("https://send.flipcash.com/c/#/e="))
        let info = try home.succeed("link", "info", url, "--profile", "bob", "--json").json
        #expect(info.text("state") == "unclaimed")
        let received = try home.run("link", "receive", "-", "--profile", "bob", input: url + "\n")
        #expect(received.status == 0, "\(received.errors)")
        #expect(received.output == "Received $2.50 of Dollars\n")
        let second = try home.run("link", "receive", url, "--profile", "bob", "--json")
        #expect(second.status == 9)
        #expect(second.output.isEmpty)
        #expect(second.error.text("code") == "link_claimed")
        #expect(try home.succeed("balance", "--json").json.text("total", "value") == "17.50")
        #expect(try home.succeed("node", "check").output.hasPrefix("The books balance"))
    }

    @Test("A link that is cancelled gives the money back, and the history says so")
    func link_cancelled_moneyIsBack() throws {
        let home = try Household()
        try home.succeed("node", "faucet", "20")
        let url = try home.succeed("link", "create", "3").output.trimmingCharacters(in: .newlines)
        #expect(try home.run("link", "cancel", url).status == 64)
        let cancelled = try home.succeed("link", "cancel", url, "--yes", "--json").json
        #expect(cancelled.text("state") == "cancelled")
        #expect(try home.succeed("balance").output == "Dollars  $20.00\n")
        #expect(try home.succeed("history", "--json").output.contains("\"title\":\"Cancelled\""))
        #expect(try home.run("link", "receive", url, "--profile", "bob").status == 9)
    }

    @Test("An interrupted bill is taken back and the cash stays")
    func give_interrupted_cashStays() throws {
        let home = try Household()
        try home.succeed("node", "faucet", "20")
        let give = try home.start(["give", "5", "--show", "none", "--output", "jsonl"])
        give.wait { give.output.contains("\"waiting\"") }
        give.interrupt()
        let result = give.finish()
        #expect(result.status == 2)
        #expect(result.error.text("code") == "cancelled")
        #expect(try home.succeed("balance").output == "Dollars  $20.00\n")
    }

    @Test("A bill that nobody scans in time is taken back with exit 8; turned into a link it prints the link")
    func give_nobodyComes_endsAsAsked() throws {
        let home = try Household()
        try home.succeed("node", "faucet", "20")
        let late = try home.run("give", "1", "--show", "none", "--wait", "1s", "--json")
        #expect(late.status == 8)
        #expect(late.error.text("code") == "bill_gone")
        let link = try home.succeed("give", "1", "--show", "none", "--link-after", "1s", "--json").json
        #expect(link.text("schema") == "flipcash.link/1")
        #expect(try home.succeed("balance", "--json").json.text("total", "value") == "19.00")
    }

    @Test("Two commands that are the first at once end up with one account")
    func firstUse_twoAtOnce_makeOneAccount() throws {
        let home = try Household()
        let calls = try (0..<2).map { _ in try home.start(["balance", "--json"]) }
        for call in calls {
            let result = call.finish()
            #expect(result.status == 0, "\(result.errors)")
        }
        #expect(try home.succeed("account", "list", "--output", "jsonl").output.split(separator: "\n").count == 1)
    }

    @Test("An account moves to another profile with its words, and its money with it")
    func account_wordsAndLogin_samePerson() throws {
        let home = try Household()
        let words = home.file("words.txt")
        let made = try home.succeed(
            "account", "create", "--words-file", words, "--label", "Savings", "--passphrase-file", try passphrase(home),
            "--json"
        ).json
        try home.succeed("node", "faucet", "7")
        let mode = try #require(try FileManager.default.attributesOfItem(atPath: words)[.posixPermissions] as? Int)
        #expect(mode == 0o600)
        let login = try home.succeed(
            "account", "login", "--words-file", words, "--profile", "other", "--passphrase-file", try passphrase(home),
            "--json"
        ).json
        #expect(login.text("owner") == made.text("owner"))
        let balance = try home.succeed(
            "balance", "--profile", "other", "--passphrase-file", try passphrase(home))
        #expect(balance.output == "Dollars  $7.00\n")
        let once = try home.run("balance", "--profile", "third", "--key-file", words)
        #expect(once.output == "Dollars  $7.00\n")
    }

    @Test("The demo plays without a terminal and ends with balanced books")
    func demo_noTerminal_endsBalanced() throws {
        let home = try Household()
        let result = try home.succeed("demo", "--json").json
        #expect(result.text("schema") == "flipcash.demo/1")
        #expect(result["balanced"] as? Bool == true)
    }

    private func passphrase(_ home: Household) throws -> String {
        let path = home.file("passphrase")
        if !FileManager.default.fileExists(atPath: path) {
            try Data("correct horse battery staple\n".utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        return path
    }

    /// The picture is there a moment before the offer is: a scan in between finds no bill and is repeated.
    private func grabWhenOffered(_ home: Household, _ picture: String) throws -> Household.Result {
        var result = try home.run("grab", "--image", picture, "--profile", "bob", "--json")
        for _ in 0..<5 where result.status == 3 || result.status == 65 {
            result = try home.run("grab", "--image", picture, "--profile", "bob", "--json")
        }
        #expect(result.status == 0, "\(result.errors)")
        return result
    }

    private func kinds(_ home: Household, _ profile: String) throws -> [String] {
        try home.succeed("history", "--profile", profile, "--output", "jsonl").output.split(separator: "\n").compactMap
        {
            let object = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            return object?.text("kind")
        }
    }
}
