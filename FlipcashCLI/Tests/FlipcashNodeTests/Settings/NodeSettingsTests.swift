import FlipcashCore
import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashNode

@Suite("A node's settings")
struct NodeSettingsTests {
    private func settings(_ json: String) throws -> NodeSettings {
        try NodeSettings(json: Array(json.utf8))
    }

    @Test("A folder without a settings file has the standard settings")
    func load_noFile_standard() throws {
        let folder = try TemporaryFolder()
        #expect(try NodeSettings.load(folder.path + "/node.json") == .standard)
    }

    @Test("Every setting is read")
    func init_allSettings_read() throws {
        let settings = try settings(
            """
            {
                "listen": ["0.0.0.0:443", "unix:/run/n.sock"], "tls_certificate": "/c.pem", "tls_key": "/k.pem",
                "unix_socket_mode": "0660", "node_key": "/k",
                "database": "postgres://me@/ledger", "faucet": true, "rates": "/r.json", "rates_kept": 30,
                "reserve_proof_max_age": 120, "daily_limit_usd": "12.5", "withdrawal_fee_usd": "1",
                "fee_collector": "\(PublicKey.usdc.base58)", "mints": ["\(PublicKey.usdf.base58)"],
                "currencies_max": 12, "moderation_words": "/w",
                "intents_off": ["cash_links", "claims"],
                "minimum_client_version": "1.2", "streams_per_connection": 1, "connections": 20,
                "connections_per_address": 3, "connection_max_age": 4, "connection_grace": 5,
                "connection_idle_time": 6, "keepalive_interval": 7, "keepalive_timeout": 8, "requests_per_owner": 9,
                "registrations_per_hour": 10, "unsigned_streams_per_address": 11,
                "message_bytes_per_address": 70000, "message_bytes": 80000
            }
            """)
        #expect(settings.faucet == true)
        #expect(settings.rates == .file(path: "/r.json"))
        #expect(settings.reserveProofMaxAge == .seconds(120))
        #expect(settings.minimumClientVersion == ClientVersion(1, 2, 0))
        #expect(settings.listen == [.tcp(host: "0.0.0.0", port: 443), .unix(path: "/run/n.sock")])
        let tls = NodeConfiguration.TLSFiles(certificate: "/c.pem", key: "/k.pem")
        #expect(
            settings.listeners == [
                .init(.tcp(host: "0.0.0.0", port: 443), tls: tls), .init(.unix(path: "/run/n.sock")),
            ])
        #expect(settings.unixSocketMode == 0o660)
        #expect(settings.folder(NodeFolder("/n")).key == "/k")
        #expect(try settings.database == PostgreSQLURL("postgres://me@/ledger"))
        #expect(settings.ratesKept == .seconds(30 * 86_400))
        #expect(settings.dailyLimitMicros == 12_500_000)
        #expect(settings.withdrawalFeeMicros == 1_000_000)
        #expect(settings.feeCollector == .usdc)
        #expect(settings.mints == [.usdf])
        #expect(settings.intentsOff == [.cashLinks, .claims])
        #expect(settings.currenciesMax == 12)
        #expect(settings.moderationWords == "/w")
        var bounds = PeerBounds()
        bounds.streamsPerConnection = 1
        bounds.connections = 20
        bounds.connectionsPerAddress = 3
        bounds.connectionAge = .seconds(4)
        bounds.connectionGrace = .seconds(5)
        bounds.connectionIdle = .seconds(6)
        bounds.keepaliveInterval = .seconds(7)
        bounds.keepaliveTimeout = .seconds(8)
        bounds.requestsPerOwner = 9
        bounds.registrationsPerHour = 10
        bounds.unsignedStreamsPerAddress = 11
        bounds.messageBytesPerAddress = 70_000
        bounds.messageBytes = 80_000
        #expect(settings.bounds == bounds)
        let names = settings.entries(isPrivate: true).map(\.name)
        #expect(names == SettingDefinition.all.map(\.name), "the test sets every setting")
    }

    @Test("What is printed can be read back", arguments: ["{}", #"{"rates":["/a","https://b.example/r"]}"#])
    func entries_printed_readBack(json: String) throws {
        let settings = try settings(json)
        let printed = settings.entries(isPrivate: true).map { "\"\($0.name)\": \($0.value.json)" }
        var again = try self.settings("{" + printed.joined(separator: ",\n") + "}")
        #expect(again.faucet == true)
        again.faucet = nil
        #expect(again == settings)
    }

    @Test("Faucet and registrations depend on whether others can reach the node, unless they are set")
    func entries_defaults_dependOnReach() throws {
        func value(_ name: String, _ json: String, isPrivate: Bool) throws -> SettingValue? {
            try settings(json).entries(isPrivate: isPrivate).first { $0.name == name }?.value
        }
        #expect(try value("faucet", "{}", isPrivate: true) == .flag(true))
        #expect(try value("faucet", "{}", isPrivate: false) == .flag(false))
        #expect(try value("faucet", #"{"faucet":true}"#, isPrivate: false) == .flag(true))
        #expect(try value("registrations_per_hour", "{}", isPrivate: true) == nil)
        #expect(try value("registrations_per_hour", "{}", isPrivate: false) == .number(100))
        #expect(try value("registrations_per_hour", #"{"registrations_per_hour":0}"#, isPrivate: true) == .number(0))
    }

    private static let faults: [(json: String, words: String)] = [
        ("{\n  \"faucet\": \"yes\"\n}", #"line 2, column 13: "faucet" is "yes"; it must be true or false"#),
        (
            "{\"rates\": \"fixed\",\n\n\"keepalive_timeout\":  0}",
            #"line 3, column 23: "keepalive_timeout" is 0; it must be a whole number of seconds from 1 to 3600"#
        ),
        (
            "{\n\t\"conections\": 3}",
            #"line 2, column 2: there is no setting "conections"; the nearest is "connections""#
        ),
        ("{\n\"faucet\": true,\n\"faucet\": true}", #"line 3, column 1: "faucet" is already set in line 2"#),
        (
            #"{"listen": ["h:1", 2]}"#,
            #"line 1, column 12: "listen" is ["h:1", 2]; it must be a list of addresses, each "HOST:PORT""#
        ),
        (
            #"{"faucet": tru}"#,
            #"line 1, column 12: "faucet" must be a text in quotes, a whole number, true, false, or a list"#
        ),
        (#"{"faucet" true}"#, #"line 1, column 11: expected a colon after "faucet""#),
        (#"{"faucet": true"#, "line 1, column 16: expected a comma or }"),
        ("{\"rates\": \"fixed\n\"}", "line 1, column 11: this text has no closing quote"),
        ("{} {", "line 1, column 4: there is more after the end"),
        (
            #"{"keepalive_timeout": 1.5}"#,
            #"line 1, column 23: "keepalive_timeout" is 1.5, which is not a whole number"#
        ),
        (#"{"keepalive_timeout": 01}"#, #"line 1, column 23: "keepalive_timeout" is 01, which is not a whole number"#),
        (
            "{\"faucet\": true,\n\"tls_key\": \"/k\"}",
            #"line 2, column 12: "tls_certificate" and "tls_key" must be set together, or neither of them"#
        ),
        (
            "{\"message_bytes\": 70000,\n\"message_bytes_per_address\": 70001}",
            #"line 1, column 19: "message_bytes_per_address" is 70001; it must be at most "message_bytes", which is 70000"#
        ),
        (
            "{\n \"connections\": 2}",
            #"line 2, column 17: "connections_per_address" is 256; it must be at most "connections", which is 2"#
        ),
    ]

    @Test("An error names the line, the column, the value and what is allowed", arguments: faults)
    func init_fault_namesPlace(json: String, words: String) throws {
        let error = try #require(throws: SettingProblem.self) { try settings(json) }
        #expect(error.description.hasPrefix(words), "\(error)")
    }

    @Test("Texts may have escapes, also of characters beyond the first plane")
    func init_escapes_decoded() throws {
        #expect(try settings(#"{"rates":"\/a\u0062\t\uD83D\uDE00\""}"#).rates == .file(path: "/ab\t😀\""))
        for text in [#""\x""#, #""\u12""#, #""\uD83D""#, #""\u+123""#, #""\"#] {
            #expect(throws: SettingProblem.self) { try settings("{\"rates\":\(text)}") }
        }
        #expect(throws: SettingProblem.self) {
            try NodeSettings(json: Array(#"{"rates":""#.utf8) + [0xFF] + Array(#""}"#.utf8))
        }
    }

    @Test("Every setting refuses what it cannot obey", arguments: SettingDefinition.all.map(\.name))
    func init_wrongValue_refused(name: String) throws {
        let texts = ["\"\"", "\"-0.5\"", "\"0.505\"", "\"100000000\""]
        // A rate source may be the path of any file, and these numbers are versions.
        let isFree = name == "rates" || name == "minimum_client_version"
        for value in ["-1", "9223372036854775807", "[\"\"]", "[1]"] + (isFree ? ["\"\""] : texts) {
            #expect(throws: SettingProblem.self, "\(name) \(value)") { try settings("{\"\(name)\":\(value)}") }
        }
    }

    @Test("The page of settings lists each with what it accepts, its default and its meaning")
    func page_settings_complete() throws {
        let root = URL(filePath: #filePath).pathComponents.dropLast(5).dropFirst().joined(separator: "/")
        let page = try String(contentsOfFile: "/\(root)/docs/node-settings.md", encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        let defaults = NodeSettings.standard.entries(isPrivate: true)
        let expected = SettingDefinition.all.map { definition in
            let value = defaults.first { $0.name == definition.name && $0.name != "faucet" }?.value
            let text = value.map { "`\($0.json)`" } ?? "–"
            return "| `\(definition.name)` | \(definition.allowed) | \(text) | \(definition.meaning) |"
        }
        #expect(rows == expected, "\(expected.joined(separator: "\n"))")
    }

    @Test(
        "A setting that is mistyped or out of range is refused by name",
        arguments: [
            (#"{"facet":true}"#, "facet"), (#"{"faucet":"yes"}"#, "faucet"), (#"{"faucet":1}"#, "faucet"),
            (#"{"rates":""}"#, "rates"), (#"{"rates":"ftp://x/y"}"#, "rates"), (#"{"rates":4}"#, "rates"),
            (#"{"reserve_proof_max_age":0}"#, "reserve_proof_max_age"),
            (#"{"reserve_proof_max_age":1.5}"#, "reserve_proof_max_age"),
            (#"{"reserve_proof_max_age":86401}"#, "reserve_proof_max_age"),
            (#"{"minimum_client_version":"v1"}"#, "minimum_client_version"), (#"{"faucet":null}"#, "faucet"),
            ("[]", "JSON"), ("{", "name of a setting"), ("", "JSON"),
        ])
    func load_badSetting_namesIt(json: String, name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/node.json"
        #expect(try PrivateFile.create(path, content: Array(json.utf8)))
        do {
            _ = try NodeSettings.load(path)
            Issue.record("accepted \(json)")
        } catch {
            #expect("\(error)".contains(name), "\(error)")
            #expect("\(error)".contains(path))
        }
    }

    @Test(
        "Only loopback addresses and Unix sockets are local",
        arguments: [
            ("127.0.0.1:8086", true), ("127.9.9.9:1", true), ("localhost:1", true), ("[::1]:1", true),
            ("unix:/tmp/x", true), ("0.0.0.0:1", false), ("10.0.0.1:1", false), ("127.0.0.1.example.com:1", false),
            ("127.0.0:1", false), ("[::]:1", false), ("example.com:443", false),
        ])
    func isLocal_address_isRight(text: String, isLocal: Bool) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.isLocal == isLocal)
        #expect(address.description == text)
    }

    @Test(
        "Invalid addresses are refused",
        arguments: ["", "unix:", "host", "host:", ":80", "h:65536", "h:-1", "::1:80", "h:8o"])
    func init_noAddress_nil(text: String) {
        #expect(ListenAddress(text) == nil)
    }
}

@Suite("A client's version")
struct ClientVersionTests {
    private let payments = ["OpenCodeProtocol"]
    private let core = ["Flipcash", "Flipcash/Core"]

    @Test(
        "A single product token is found anywhere, with any platform name",
        arguments: [
            ("OpenCodeProtocol/iOS/1.2.3", "iOS", ClientVersion(1, 2, 3)),
            ("OpenCodeProtocol/Linux/2 grpc-swift-nio/2.9.2", "Linux", ClientVersion(2, 0, 0)),
            ("x OpenCodeProtocol/Android/2026.5.3b", "Android", ClientVersion(2026, 5, 3)),
            ("OpenCodeProtocol/macOS/1.2.", "macOS", ClientVersion(1, 2, 0)),
            ("OpenCodeProtocol/macOS/1.2.3.4", "macOS", ClientVersion(1, 2, 3)),
        ])
    func init_token_found(userAgent: String, platform: String, version: ClientVersion) throws {
        let identity = try #require(ClientIdentity(userAgent: userAgent, products: payments))
        #expect(identity.platform == platform)
        #expect(identity.version == version)
    }

    @Test(
        "There is no version without a token, with two, in another case or without a number",
        arguments: [
            "", "opencodeprotocol/iOS/1.0", "OpenCodeProtocol/iOS/", "OpenCodeProtocol/iOS/x", "OpenCodeProtocol//1",
            "OpenCodeProtocol/iOS", "OpenCodeProtocol/iOS/1 OpenCodeProtocol/iOS/1", "OpenCodeProtocol/i OS/1",
            "OpenCodeProtocol/iOS/99999999999999999999",
        ])
    func init_noToken_nil(userAgent: String) {
        #expect(ClientIdentity(userAgent: userAgent, products: payments) == nil)
    }

    @Test("The core API accepts two product names")
    func init_coreProducts_found() {
        #expect(ClientIdentity(userAgent: "Flipcash/iOS/1.9", products: core)?.version == ClientVersion(1, 9, 0))
        #expect(ClientIdentity(userAgent: "Flipcash/Core/iOS/1.9", products: core)?.version == ClientVersion(1, 9, 0))
    }

    @Test("Versions compare number by number")
    func less_versions_numeric() {
        #expect(ClientVersion(1, 9, 0) < ClientVersion(1, 10, 0))
        #expect(ClientVersion(1, 9, 9) < ClientVersion(2, 0, 0))
        #expect(!(ClientVersion(1, 0, 0) < ClientVersion(1, 0, 0)))
    }
}

/// Tests the one setting that can contain a password.
@Suite("The database setting")
struct DatabaseSettingTests {
    @Test("No message shows an unusable address, which may contain a password")
    func load_unusableAddress_isNotShown() throws {
        let folder = try TemporaryFolder()
        try Data(#"{"database": "postgres://me:hunter2@host:x/ledger"}"#.utf8)
            .write(to: URL(filePath: folder.file("node.json")))
        let error = #expect(throws: NodeError.self) { try NodeSettings.load(folder.file("node.json")) }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("database") && !text.contains("hunter2"))
    }

    @Test("A file with a password is refused while others can read it, and the password is never printed")
    func load_password_needsPrivateFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("node.json")
        try Data(#"{"database": "postgres://me:hunter2@host/ledger"}"#.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: NodeError.self) { try NodeSettings.load(path) }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let settings = try NodeSettings.load(path)
        #expect(settings.database?.hasPassword == true)
        #expect(!"\(settings.entries(isPrivate: true))".contains("hunter2"))
    }
}
