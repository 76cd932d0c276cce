import Foundation

/// The open connections, served by one thread.
final class Wires {
    let connections: [Connection]

    init(_ count: Int, port: Int, userAgent: String) throws {
        connections = try (0..<count).map {
            try Connection(index: $0, port: port, source: UInt8($0 % 250 + 1), userAgent: userAgent)
        }
    }

    /// Serves the connections until `isDone` returns true.
    ///
    /// - Parameters:
    ///   - due: when to call `tick` at the latest; nil for only after messages.
    ///   - tick: called after each round of messages.
    func serve(
        until isDone: () -> Bool, due: () -> ContinuousClock.Instant? = { nil }, tick: () throws -> Void = {}
    ) throws {
        for connection in connections { try connection.flush() }
        var polled = connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        while !isDone() {
            for (index, connection) in connections.enumerated() {
                polled[index].events = Int16(connection.wantsToWrite ? POLLIN | POLLOUT : POLLIN)
            }
            let wait = due().map { max(0, Int32(((($0 - .now).inSeconds) * 1000).rounded(.up))) } ?? 5_000
            let count = poll(&polled, nfds_t(polled.count), wait)
            guard count >= 0 || errno == EINTR else { throw LoadFailure("the sockets cannot be watched") }
            guard count > 0 || due() != nil else { throw LoadFailure("the node has not answered for 5 seconds") }
            for (index, connection) in connections.enumerated() where polled[index].revents != 0 {
                try connection.receive()
            }
            try tick()
            for connection in connections where connection.wantsToWrite { try connection.flush() }
        }
    }
}
