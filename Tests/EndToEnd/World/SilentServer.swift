import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server on this machine that accepts connections and never answers.
final class SilentServer: Sendable {
    let port: Int
    private let listener: Int32
    private let accepted = AsyncStream<Int32>.makeStream()

    init() throws {
        #if canImport(Glibc)
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        try #require(isBound, "no port can be listened on")
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        let calls = accepted.continuation
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                calls.yield(connection)
            }
            calls.finish()
        }
    }

    /// The address to call.
    var endpoint: String { "http://127.0.0.1:\(port)" }

    /// Waits until a client has connected.
    func waitUntilCalled() async {
        for await _ in accepted.stream { return }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
