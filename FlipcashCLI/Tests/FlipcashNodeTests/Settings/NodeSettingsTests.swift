import FlipcashCore
import FlipcashTestKit
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
            #"{"faucet":true,"rates":"/r.json","reserve_proof_max_age":120,"minimum_client_version":"1.2"}"#)
        #expect(settings.faucet == true)
        #expect(settings.rates == .file(path: "/r.json"))
        #expect(settings.reserveProofMaxAge == .seconds(120))
        #expect(settings.minimumClientVersion == ClientVersion(1, 2, 0))
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
            ("[]", "JSON"), ("{", "JSON"), ("", "JSON"),
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
