import Foundation
import Testing

/// What people get wrong: each mistake has its message and its exit code, and `--json` keeps standard output empty.
@Suite struct BadInputTests {
    @Test("Mistakes that no server needs to see")
    func badInput_offline_hasCodeAndMessage() throws {
        let home = try Household()
        let words = home.file("words")
        try secret("pill tomorrow foster begin walnut borrow virtual kick shift mutual shoe shoe", words)
        let text = home.file("text.png")
        try Data("not a picture".utf8).write(to: URL(filePath: text))
        let table: [(arguments: [String], status: Int32, part: String)] = [
            (["account", "login", "--words-file", words], 65, "words"),
            (["account", "login", "--words-file", home.file("none")], 66, "no file"),
            (
                ["account", "login", "--link", "https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2"], 65,
                "login link"
            ),
            (["give", "5,50"], 64, "thousands separators"),
            (["give", "$5"], 64, "sign"),
            (["give", "0"], 64, "above zero"),
            (["give", "5.123"], 64, "decimals"),
            (["give"], 64, "amount"),
            (["give", "5", "--size", "10"], 64, "--size"),
            (["blance"], 64, "Did you mean \"balance\"?"),
            (["balance", "--jsno"], 64, "--json"),
            (["balance", "--endpoint", "ftp://x"], 64, "no endpoint"),
            (["balance", "--profile", "a/b"], 78, "profile"),
            (["grab"], 64, "--image"),
            (["grab", "--image", home.file("none.png")], 66, "no file"),
            (["grab", "--image", text], 65, "picture"),
            (["grab", "--payload", "ff"], 65, "not one of a bill"),
            (["link", "receive", "https://example.com/"], 65, "not a cash link"),
            (["link", "receive", "https://send.flipcash.com/c/"], 65, "incomplete"),
            (["code", "encode", "zz"], 64, "zz"),
            (["history", "show", "abc"], 65, "not an id"),
            (["balance", "--endpoint", "http://127.0.0.1:9"], 4, "account create"),
            (["node", "status", "--endpoint", "http://127.0.0.1:9"], 64, "--data"),
            (["node", "check"], 3, "no node"),
        ]
        for row in table {
            let result = try home.start(row.arguments + ["--json"]).finish()
            let line = row.arguments.joined(separator: " ")
            #expect(result.status == row.status, "\(line): \(result.errors)")
            #expect(result.output.isEmpty, "\(line) printed \(result.output)")
            #expect(result.error.text("message")?.contains(row.part) == true, "\(line): \(result.errors)")
        }
    }

    @Test("A picture without a code exits 65 and says what helps")
    func grab_blankPicture_exits65() throws {
        let home = try Household()
        let picture = home.file("blank.ppm")
        try Data(Array("P5 64 64 255\n".utf8) + [UInt8](repeating: 200, count: 4_096)).write(to: URL(filePath: picture))
        let result = try home.run("grab", "--image", picture, "--json")
        #expect(result.status == 65)
        #expect(result.error.text("code") == "no_code")
    }

    @Test("A dead bill exits 3, and the picture of a bill that was never shown too")
    func grab_deadBill_exits3() throws {
        let home = try Household()
        try home.succeed("node", "faucet", "20")
        #expect(try home.run("give", "1", "--show", "none", "--wait", "1s").status == 8)
        let picture = home.file("dead.png")
        try home.succeed("bill", "render", "5", "--png", picture, "--size", "200", "--code-only")
        let result = try home.run("grab", "--image", picture, "--profile", "bob", "--json")
        #expect(result.status == 3)
        #expect(result.error.text("code") == "bill_gone")
    }

    @Test("More than there is exits 5 and says how much is missing; nothing at all exits 5, too")
    func give_insufficientBalance_exits5() throws {
        let home = try Household()
        let nothing = try home.run("give", "5", "--json")
        #expect(nothing.status == 5)
        #expect(nothing.error.text("code") == "no_balance")
        try home.succeed("node", "faucet", "20")
        let short = try home.run("give", "25", "--json")
        #expect(short.status == 5)
        #expect(short.error.text("code") == "short")
        #expect(short.error.text("details", "shortfall", "value") == "5.00")
        let limit = try home.run("node", "faucet", "5000")
        #expect(limit.status == 0)
        #expect(try home.run("give", "4000", "--json").error.text("code") == "limit_reached")
    }

    @Test("A service that is not there exits 8; nothing was submitted")
    func balance_nodeDown_exits8() throws {
        let home = try Household()
        try home.succeed("balance")
        let result = try home.run("balance", "--endpoint", "http://127.0.0.1:9", "--json")
        #expect(result.status == 8)
        #expect(result.error.text("code") == "network")
        #expect(result.error["retryable"] as? Bool == true)
        #expect(try home.succeed("balance", "--offline").output == "Dollars  $0.00\n")
    }

    @Test("A damaged database stops the node with its name; the wallet's own store is rebuilt")
    func database_corrupted_isNamed() throws {
        let home = try Household()
        try home.succeed("node", "faucet", "20")
        let data = home.path + "/.local/share/flipcash"
        for name in try FileManager.default.contentsOfDirectory(atPath: data + "/default")
        where name.hasSuffix(".sqlite") {
            try Data("garbage".utf8).write(to: URL(filePath: data + "/default/" + name))
        }
        #expect(try home.succeed("balance").output == "Dollars  $20.00\n")
        try home.succeed("node", "stop")
        for name in ["node.sqlite-wal", "node.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: data + "/node/" + name)
        }
        try Data("garbage in place of a database".utf8).write(to: URL(filePath: data + "/node/node.sqlite"))
        let check = try home.run("node", "check", "--json")
        #expect(check.status == 74)
        #expect(check.error.text("message")?.contains("node.sqlite") == true)
        let balance = try home.run("balance", "--json")
        #expect(balance.status == 8)
        #expect(balance.error.text("message")?.contains("node.log") == true)
    }

    @Test("Keys that others can read are refused with the command that mends it")
    func keys_readableByOthers_exits78() throws {
        let home = try Household()
        try home.succeed("balance")
        let keys = home.path + "/.local/share/flipcash/default/keys.json"
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: keys)
        let result = try home.run("balance", "--json")
        #expect(result.status == 78)
        #expect(result.error.text("message")?.contains("chmod 600") == true)
    }

    private func secret(_ text: String, _ path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
}
