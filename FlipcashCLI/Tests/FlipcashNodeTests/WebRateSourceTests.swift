import FlipcashCore
import Foundation
import Testing

@testable import FlipcashNode

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("Rates from the web")
struct WebRateSourceTests {
    /// A web server on loopback that gives every caller one fixed answer.
    private final class Answerer: Sendable {
        let port: Int
        private let socket: Int32

        init(_ answer: String) throws {
            #if canImport(Glibc)
                socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
                socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
            #endif
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let listener = socket
            port = try withUnsafeMutablePointer(to: &address) { pointer in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    guard bind(listener, generic, length) == 0, listen(listener, 4) == 0,
                        getsockname(listener, generic, &length) == 0
                    else { throw TemporaryFolder.Failure() }
                }
                return Int(UInt16(bigEndian: pointer.pointee.sin_port))
            }
            let thread = Thread { Self.serve(listener, Array(answer.utf8)) }
            thread.start()
        }

        deinit {
            shutdown(socket, Int32(SHUT_RDWR))
            close(socket)
        }

        private static func serve(_ listener: Int32, _ answer: [UInt8]) {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                var buffer = [UInt8](repeating: 0, count: 4096)
                _ = recv(connection, &buffer, buffer.count, 0)
                _ = send(connection, answer, answer.count, 0)
                close(connection)
            }
        }

        func observe() async throws -> RateTable {
            let source = WebRateSource(address: "http://127.0.0.1:\(port)/rates?base=usd", clock: SystemClock())
            return try await #require(source).observe()
        }
    }

    private func response(_ status: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }

    @Test("A good answer is read")
    func observe_ok_read() async throws {
        let server = try Answerer(response("200 OK", #"{"usd":{"cad":"1.37"}}"#))
        #expect(try await server.observe().rates == [.usd: 1, .cad: 1.37])
    }

    @Test("Other answers are refused with the reason")
    func observe_bad_refused() async throws {
        let cases = [
            (response("404 Not Found", ""), "404"), (response("302 Found", ""), "302"),
            (response("200 OK", "<html>"), "JSON"), (response("200 OK", #"{"usd":{"cad":"-1"}}"#), "cad"),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{", "127.0.0.1"), ("nonsense\r\n\r\n", "127.0.0.1"),
            ("", "127.0.0.1"),
        ]
        for (answer, hint) in cases {
            let server = try Answerer(answer)
            do {
                _ = try await server.observe()
                Issue.record("accepted \(answer)")
            } catch {
                #expect("\(error)".contains(hint), "\(error)")
            }
        }
    }

    @Test("Nobody at the address is an error of the source, so that a running node keeps its rates")
    func observe_nobody_sourceError() async throws {
        let source = try #require(WebRateSource(address: "http://127.0.0.1:1/", clock: SystemClock()))
        await #expect(throws: RateSourceError.self) { try await source.observe() }
    }
}
