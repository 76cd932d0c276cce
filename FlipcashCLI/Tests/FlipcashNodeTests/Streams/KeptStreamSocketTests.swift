import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests, over a real connection, of kept streams that the node ends while their client keeps its side open: nothing but
/// the node wakes the task that reads the client's messages then.
@Suite("Kept streams over sockets")
struct KeptStreamSocketTests {
    private typealias Request = Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest

    private static let open = "/ocp.messaging.v1.Messaging/OpenMessageStreamWithKeepAlive"
    private static let check = "/grpc.health.v1.Health/Check"

    /// A first message, as the owner of a bill signs it.
    private static func opening() throws -> [UInt8] {
        let bill = try Somebody("bill").key
        var opening = Ocp_Messaging_V1_OpenMessageStreamRequest.with { $0.rendezvousKey.value = bill.publicKey.bytes }
        opening.signature = bill.sign(try opening.serializedBytes()).wire
        return try Request.with { $0.request = opening }.serializedBytes()
    }

    private static func pong() throws -> [UInt8] {
        try Request.with { $0.pong = .init() }.serializedBytes()
    }

    /// Reads the next message on stream 1, which is a ping.
    private static func readPing(_ connection: inout RawConnection) async throws {
        while let frame = try await connection.frame() {
            _ = try connection.decode(frame)
            if frame.stream == 1, frame.type == RawFrame.data { return }
        }
        throw RawConnection.Failure.noAnswer
    }

    private static func checkAlive(_ stream: UInt32, _ connection: inout RawConnection) async throws {
        try await connection.send(
            connection.request(stream, check), RawConnection.message(stream, [], endStream: true))
        #expect(try await connection.answer(stream).status == "0")
    }

    @Test("A client that says nothing hears after 250 ms that it is too slow", .timeLimit(.minutes(1)))
    func run_silentFromTheStart_isTold() async throws {
        let clock = TestClock()
        try await Node.withLoopback(clock: clock) { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(connection.request(1, Self.open))
                await clock.waitForSleeper(in: .milliseconds(250))
                clock.advance(by: .milliseconds(250))
                #expect(try await connection.answer(1).status == "4")
                try await Self.checkAlive(3, &connection)
            }
        }
    }

    @Test("A client that answers no ping gets the reason, whatever it says then", .timeLimit(.minutes(1)))
    func run_noPong_isTold() async throws {
        let clock = TestClock()
        try await Node.withLoopback(clock: clock) { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(1, Self.open), RawConnection.message(1, try Self.opening()))
                try await Self.readPing(&connection)
                clock.advance(by: .seconds(5))
                try await Self.readPing(&connection)
                clock.advance(by: .seconds(5))
                let end = try await connection.answer(1)
                #expect(end.status == "10" && end.message == "terminating unhealthy stream")
                try await connection.send(RawConnection.message(1, try Self.pong()))
                try await Self.checkAlive(3, &connection)
            }
        }
    }

    @Test(
        "A stream whose client hangs up or ends its side frees the bill", .timeLimit(.minutes(1)),
        arguments: [false, true])
    func run_clientLeaves_billIsFree(endsItsSide: Bool) async throws {
        try await Node.withLoopback { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(1, Self.open), RawConnection.message(1, try Self.opening()))
                try await Self.readPing(&connection)
                if endsItsSide {
                    try await connection.send(
                        RawFrame(type: RawFrame.data, flags: RawFrame.endStream, stream: 1))
                    #expect(try await connection.answer(1).status == "0")
                } else {
                    try await connection.send(RawConnection.reset(1, code: 8))
                }
                var stream: UInt32 = 3
                // The node takes a moment to see a reset.
                while try await !Self.opens(stream, &connection) { stream += 2 }
            }
        }
    }

    /// Whether a stream on the bill opens; the other answer is that one is open already.
    private static func opens(_ stream: UInt32, _ connection: inout RawConnection) async throws -> Bool {
        try await connection.send(connection.request(stream, open), RawConnection.message(stream, try opening()))
        while let frame = try await connection.frame() {
            let fields = try connection.decode(frame)
            guard frame.stream == stream else { continue }
            if frame.type == RawFrame.data { return true }
            if frame.endsStream {
                #expect(fields.contains { $0 == ("grpc-message", "stream already exists") })
                return false
            }
        }
        throw RawConnection.Failure.noAnswer
    }

    @Test("Two streams on one bill: the second one is refused at once", .timeLimit(.minutes(1)))
    func run_secondStream_refused() async throws {
        try await Node.withLoopback { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(1, Self.open), RawConnection.message(1, try Self.opening()))
                try await Self.readPing(&connection)
                try await connection.send(
                    connection.request(3, Self.open), RawConnection.message(3, try Self.opening()))
                #expect(try await connection.answer(3).message == "stream already exists")
            }
        }
    }

    @Test("A stopping node tells its open streams, whose clients say nothing", .timeLimit(.minutes(1)))
    func run_nodeStops_isTold() async throws {
        try await Node.withLoopback { node in
            let stopping = try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(1, Self.open), RawConnection.message(1, try Self.opening()))
                try await Self.readPing(&connection)
                let stopping = Task { await node.shutDown() }
                #expect(try await connection.answer(1).status == "14")
                return stopping
            }
            await stopping.value
        }
    }
}
