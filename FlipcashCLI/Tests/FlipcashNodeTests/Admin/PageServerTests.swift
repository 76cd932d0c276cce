import FlipcashCore
import Testing

@testable import FlipcashNode

@Suite("Pages over HTTP")
struct PageServerTests {
    private func withServer(_ body: (PageServer) async throws -> Void) async throws {
        let server = try await PageServer(host: "127.0.0.1", port: 0, tasks: ConcurrentTaskSpawner()) { path in
            path == "/page" ? HTTPPage(status: .ok, contentType: "text/x", body: "héllo\n") : nil
        }
        do {
            try await body(server)
        } catch {
            await server.close()
            throw error
        }
        await server.close()
    }

    @Test("A page has its length and type, and no copy of it is kept")
    func get_page_isWhole() async throws {
        try await withServer { server in
            let answer = try await PlainHTTP.get("/page?x=1", port: server.port)
            #expect(answer.status == 200 && answer.body == "héllo\n")
            for line in ["content-type: text/x", "content-length: 7", "cache-control: no-store", "connection: close"] {
                #expect(answer.head.contains(line), "\(answer.head)")
            }
        }
    }

    @Test("HEAD has no body, unknown paths are 404, other methods 405, and nonsense is refused")
    func request_other_isRefused() async throws {
        try await withServer { server in
            let head = try await PlainHTTP.answer(
                to: "HEAD /page HTTP/1.1\r\nHost: n\r\nConnection: close\r\n\r\n", port: server.port)
            #expect(head.status == 200 && head.body.isEmpty && head.head.contains("content-length: 7"))
            #expect(try await PlainHTTP.get("/", port: server.port).status == 404)
            let post = try await PlainHTTP.answer(
                to: "POST /page HTTP/1.1\r\nHost: n\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi",
                port: server.port)
            #expect(post.status == 405 && post.head.contains("allow: get, head"))
            let nonsense = try await PlainHTTP.exchange("what?\r\n\r\n", port: server.port)
            #expect(nonsense.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("Several requests on one connection are answered in order")
    func request_pipelined_inOrder() async throws {
        try await withServer { server in
            let get = "GET /page HTTP/1.1\r\nHost: n\r\n\r\n"
            let last = "GET /none HTTP/1.1\r\nHost: n\r\nConnection: close\r\n\r\n"
            let text = try await PlainHTTP.exchange(get + get + last, port: server.port)
            let statuses = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("HTTP/1.1 ") }
            #expect(statuses == ["HTTP/1.1 200 OK", "HTTP/1.1 200 OK", "HTTP/1.1 404 Not Found"])
        }
    }

    @Test("An address in use is reported in words")
    func init_addressInUse_isReported() async throws {
        try await withServer { server in
            await #expect(
                throws: NodeError.cannotListen(
                    address: "127.0.0.1:\(server.port)",
                    reason: "it is in use by another program; stop that one or choose another port")
            ) {
                _ = try await PageServer(host: "127.0.0.1", port: server.port, tasks: ConcurrentTaskSpawner()) { _ in
                    nil
                }
            }
        }
    }
}
