import FlipcashTestKit
import Testing

@testable import FlipcashCommands

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

#if os(Linux)
    @Suite("Telling the service manager")
    struct ServiceManagerTests {
        /// A socket of datagrams, bound to `name`.
        private func bound(_ name: [UInt8]) throws -> Int32 {
            let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
            try #require(descriptor >= 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
            let result = withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
            }
            try #require(result == 0)
            return descriptor
        }

        private func received(_ descriptor: Int32) -> String {
            var buffer = [UInt8](repeating: 0, count: 64)
            let count = recv(descriptor, &buffer, buffer.count, CInt(MSG_DONTWAIT))
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }

        @Test("Each state is one datagram to the socket that the manager names")
        func tell_path_arrives() throws {
            let folder = try TemporaryFolder()
            let path = folder.file("notify")
            let socket = try bound(Array(path.utf8))
            defer { close(socket) }
            let manager = try #require(ServiceManager(["NOTIFY_SOCKET": path]))
            #expect(manager.tell(.ready) && manager.tell(.stopping))
            #expect(received(socket) == "READY=1")
            #expect(received(socket) == "STOPPING=1")
        }

        @Test("A name that starts with @ has no file")
        func tell_abstractName_arrives() throws {
            let name = "flipcash-test-\(getpid())"
            let socket = try bound([0] + Array(name.utf8))
            defer { close(socket) }
            #expect(try #require(ServiceManager(["NOTIFY_SOCKET": "@" + name])).tell(.ready))
            #expect(received(socket) == "READY=1")
        }

        @Test("Without a manager, or with one that does not listen, nothing happens")
        func tell_noManager_isIgnored() {
            #expect(ServiceManager([:]) == nil)
            #expect(ServiceManager(["NOTIFY_SOCKET": "vsock:2:1"]) == nil)
            #expect(ServiceManager(["NOTIFY_SOCKET": "/nowhere/notify"])?.tell(.ready) == false)
            let long = "/" + String(repeating: "x", count: 200)
            #expect(ServiceManager(["NOTIFY_SOCKET": long])?.tell(.ready) == false)
        }
    }
#endif
