import FlipcashCore
import FlipcashNodeTestKit
import FlipcashTestKit
import Testing

@testable import FlipcashNode

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("Unix sockets")
struct UnixListenerTests {
    private func mode(_ path: String) throws -> UInt16 {
        try #require(try SystemFiles.status(path, followsLinks: false)).permissions & 0o777
    }

    @Test("Between binding and the change of its mode, a socket is closed to others already")
    func bindPrivately_noModeYet_private() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("s")
        #if canImport(Glibc)
            let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        defer { close(descriptor) }
        try UnixListener.bindPrivately(descriptor, path)
        #expect(try mode(path) & 0o077 == 0)
    }

    @Test(
        "A socket has the mode of the settings, and replaces one that a dead process left",
        arguments: [0o600, 0o660] as [UInt16])
    func open_mode_set(mode: UInt16) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("s")
        for _ in 0..<2 {
            let descriptor = try UnixListener.open(path, mode: mode)
            #expect(try self.mode(path) == mode)
            close(descriptor)
        }
    }

    @Test("A socket at which a process accepts connections is kept, also when no more fit into its queue")
    func open_servedSocket_kept() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("s")
        let descriptor = try UnixListener.open(path, mode: 0o600)
        defer { close(descriptor) }
        // Each look at the socket makes a connection, which stays in the queue. On macOS a full one looks like none.
        #if os(Linux)
            let looks = 300
        #else
            let looks = 3
        #endif
        for _ in 0..<looks {
            let error = #expect(throws: NodeError.self) { try UnixListener.open(path, mode: 0o600) }
            #expect("\(try #require(error))".contains("in use"))
        }
        #expect(try SystemFiles.status(path, followsLinks: false)?.kind == .other)
    }

    @Test("A file in the socket's place is kept, and reported")
    func open_fileInPlace_kept() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("s")
        #expect(try PrivateFile.create(path, content: [1]))
        let error = #expect(throws: NodeError.self) { try UnixListener.open(path, mode: 0o600) }
        #expect("\(try #require(error))".contains("in use"))
        #expect(try PrivateFile.read(path, requiringPrivacy: true) == [1])
    }

    @Test("A node's sockets are its operator's alone, unless the settings let their group connect")
    func start_sockets_private() async throws {
        for (mode, settings) in [(UInt16(0o600), NodeSettings.standard), (0o660, NodeSettings(socketMode: 0o660))] {
            let folder = try TemporaryFolder()
            let place = NodeFolder(folder.file("n"))
            let configuration = NodeConfiguration(
                storage: .folder(place), listeners: [.init(.unix(path: folder.file("s")))], settings: settings,
                servesAdminSocket: true)
            try await withNode(configuration) { node async throws in
                #expect(node.addresses == [.unix(path: folder.file("s"))])
                #expect(try self.mode(folder.file("s")) == mode)
                #expect(try self.mode(place.adminSocket) == 0o600)
            }
        }
    }
}

extension NodeSettings {
    fileprivate init(socketMode: UInt16) {
        self.init()
        unixSocketMode = socketMode
    }
}
