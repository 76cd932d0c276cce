import FlipcashCore
import FlipcashNodeTestKit
import FlipcashTestKit
import Testing

@testable import FlipcashNode

/// Tests of what a node lets others see or do: its folder, and the faucet.
@Suite("What others can see and do")
struct NodePrivacyTests {
    private let folder: TemporaryFolder
    private let place: NodeFolder

    init() throws {
        folder = try TemporaryFolder()
        place = NodeFolder(folder.file("n"))
    }

    @Test(
        "A folder that its group or others may use is refused, running and at rest",
        arguments: [0o755, 0o750, 0o701] as [UInt16])
    func start_openFolder_refused(mode: UInt16) async throws {
        try await withNode(.embedded(place)) { _ in }
        try SystemFiles.setMode(place.path, mode)
        let refusal = NodeError.insecureFolder(path: place.path, mode: mode)
        await #expect(throws: refusal) { try await Node.start(.embedded(place), environment: .test()) }
        for command in [AdminRequest.Command.check, .deposit] {
            await #expect(throws: refusal) {
                try await Node.perform(AdminRequest(command), atRest: place, environment: .test())
            }
        }
        #expect(refusal.advice == .restrictFolder(place.path))
        #expect(throws: refusal) { try PrivateFile.makeDirectory(place.path) }
        try SystemFiles.setMode(place.path, 0o700)
        try await withNode(.embedded(place)) { _ in }
    }

    // MARK: The faucet

    private var tls: NodeConfiguration.TLSFiles {
        get throws {
            let files = NodeConfiguration.TLSFiles(certificate: folder.file("c.pem"), key: folder.file("k.pem"))
            _ = try PrivateFile.create(files.certificate, content: Array(TestCertificate.certificate.utf8))
            _ = try PrivateFile.create(files.key, content: Array(TestCertificate.key.utf8))
            return files
        }
    }

    private func isFaucetOpen(
        on address: ListenAddress, settings: NodeSettings = .standard
    ) async throws -> Bool {
        let listener = try NodeConfiguration.Listener(address, tls: address.isLocal ? nil : tls)
        let configuration = NodeConfiguration(storage: .folder(place), listeners: [listener], settings: settings)
        return try await withNode(configuration) { $0.status.faucet }
    }

    private func answersAtRest() async throws -> Bool {
        // The request names no owner, so a faucet that is on refuses it for another reason.
        let answer = try await Node.perform(AdminRequest(.faucet, quarks: 1), atRest: place, environment: .test())
        return answer.error?.contains("the faucet is off") == false
    }

    private static let everywhere = ListenAddress.tcp(host: "0.0.0.0", port: 0)
    private static let loopback = ListenAddress.tcp(host: "127.0.0.1", port: 0)

    @Test("A folder that served others once has no faucet any more, wherever it listens later and at rest")
    func faucet_servedOthersOnce_staysOff() async throws {
        #expect(try await isFaucetOpen(on: Self.loopback))
        #expect(try await answersAtRest())
        #expect(try await !isFaucetOpen(on: Self.everywhere))
        #expect(try await !isFaucetOpen(on: Self.loopback))
        #expect(try await !answersAtRest())
        #expect(try await isFaucetOpen(on: Self.loopback, settings: NodeSettings(faucet: true)), "the operator decides")
    }

    @Test("A socket that a group may use counts as reachable: a proxy may stand behind it")
    func faucet_groupSocket_off() async throws {
        var settings = NodeSettings.standard
        let socket = ListenAddress.unix(path: folder.file("s"))
        #expect(try await isFaucetOpen(on: socket, settings: settings))
        settings.unixSocketMode = 0o660
        #expect(try await !isFaucetOpen(on: socket, settings: settings))
        settings.unixSocketMode = 0o600
        #expect(try await !isFaucetOpen(on: socket, settings: settings))
    }

    @Test("Settings that name a public address turn the faucet off before the node ever listened there")
    func faucet_publicSettings_off() async throws {
        var settings = NodeSettings.standard
        settings.listen = [Self.loopback, Self.everywhere]
        #expect(try await !isFaucetOpen(on: Self.loopback, settings: settings))
        #expect(try await isFaucetOpen(on: Self.loopback), "it was never reachable")
        #expect(try PrivateFile.create(place.settings, content: Array(#"{"listen":["0.0.0.0:443"]}"#.utf8)))
        #expect(try await !answersAtRest())
    }

    // MARK: The key

    @Test("The key may be elsewhere, and a restore puts it there")
    func nodeKey_elsewhere_usedAndRestored() async throws {
        let key = folder.file("elsewhere.key")
        try PrivateFile.makeDirectory(place.path)
        #expect(try PrivateFile.create(place.settings, content: Array(#"{"node_key":"\#(key)"}"#.utf8)))
        let backup = NodeBackup(folder.file("b"))
        let node = try await withNode(.embedded(place)) { node in
            #expect(SystemFiles.exists(key) && !SystemFiles.exists(place.path + "/node.key"))
            #expect(await node.perform(AdminRequest(.backup, path: backup.database)).ok)
            return node.publicKey
        }
        try SystemFiles.remove(key)
        await #expect(throws: NodeError.missingKey(path: key, owner: node)) {
            try await Node.start(.embedded(place), environment: .test())
        }
        #expect(try backup.restore(into: place).includesKey)
        #expect(SystemFiles.exists(key))
        try await withNode(.embedded(place)) { #expect($0.publicKey == node) }
    }
}
