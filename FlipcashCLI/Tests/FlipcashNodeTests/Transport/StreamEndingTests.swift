import FlipcashAPI
import FlipcashCore
import NIOCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests, over a real connection, of the end of calls whose client keeps its side open.
@Suite struct StreamEndingTests {
    private static let submitIntent = "/ocp.transaction.v1.Transaction/SubmitIntent"
    private static let check = "/grpc.health.v1.Health/Check"
    private static let watch = "/grpc.health.v1.Health/Watch"

    private static let enhanceYourCalm: UInt32 = 11
    /// Longer than any test.
    private static let never = TimeAmount.hours(1)

    /// A payment by an unknown user, which is answered with one message that denies it, and the end.
    private static func deniedPayment() throws -> [UInt8] {
        let world = try LedgerWorld()
        let payment = world.stranger().pay(
            world.dollars(1_000_000), to: world.stranger().vault(world.usdf), world.usdf, id: world.id())
        return try Ocp_Transaction_V1_SubmitIntentRequest.with { $0.submitActions = payment }.serializedBytes()
    }

    private static func checkAlive(_ stream: UInt32, _ connection: inout RawConnection) async throws {
        try await connection.send(
            connection.request(stream, check), RawConnection.message(stream, [], endStream: true))
        #expect(try await connection.answer(stream).status == "0")
    }

    @Test(
        "The answer is sent at once, and the end follows as soon as the client ends its side", .timeLimit(.minutes(1)))
    func end_clientHalfCloses_noReset() async throws {
        let payment = try Self.deniedPayment()
        try await Node.withLoopback(patience: Self.never) { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(1, Self.submitIntent), RawConnection.message(1, payment))
                var frames: [RawFrame] = []
                while let frame = try await connection.frame() {
                    _ = try connection.decode(frame)
                    if frame.stream == 1 { frames.append(frame) }
                    if frame.stream == 1, frame.type == RawFrame.data { break }
                }
                #expect(frames.map(\.type) == [RawFrame.headers, RawFrame.data])
                #expect(!frames.contains { $0.endsStream })
                for stream: UInt32 in [3, 5, 7] {
                    #expect(try await Self.framesOfFirstStream(beforeAnswerOn: stream, &connection) == [])
                }
                try await connection.send(RawFrame(type: RawFrame.data, flags: RawFrame.endStream, stream: 1))
                let end = try await connection.answer(1)
                #expect(end.status == "0")
                #expect(end.data.isEmpty)
                #expect(try await Self.framesOfFirstStream(beforeAnswerOn: 9, &connection) == [])
            }
        }
    }

    /// The frames that the node sends on stream 1 before it has answered another call.
    private static func framesOfFirstStream(
        beforeAnswerOn stream: UInt32, _ connection: inout RawConnection
    ) async throws -> [RawFrame] {
        try await connection.send(
            connection.request(stream, check), RawConnection.message(stream, [], endStream: true))
        var frames: [RawFrame] = []
        while let frame = try await connection.frame() {
            _ = try connection.decode(frame)
            if frame.stream == 1 { frames.append(frame) }
            if frame.stream == stream, frame.endsStream { return frames }
        }
        throw RawConnection.Failure.noAnswer
    }

    @Test(
        "A client that keeps its side open gets the end after `patience`, and then a close without error",
        .timeLimit(.minutes(1)))
    func end_clientStaysOpen_closedByNode() async throws {
        let payment = try Self.deniedPayment()
        try await Node.withLoopback(patience: .milliseconds(10)) { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(1, Self.submitIntent), RawConnection.message(1, payment))
                let answer = try await connection.answer(1)
                #expect(answer.status == "0")
                #expect(!answer.data.isEmpty)
                #expect(try await connection.answer(1).reset == 0)
                try await Self.checkAlive(3, &connection)
            }
        }
    }

    @Test("A failure is sent at once, whatever the client does")
    func end_failure_isNotHeldBack() async throws {
        try await Node.withLoopback(patience: Self.never) { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(connection.request(1, Self.submitIntent), RawConnection.message(1, [0xFF]))
                #expect(try await connection.answer(1).status == "3")
                try await connection.send(connection.request(3, "/no.such.Service/Method"))
                #expect(try await connection.answer(3).status == "12")
            }
        }
    }

    @Test("A stopping node does not wait for clients that keep their side open", .timeLimit(.minutes(1)))
    func shutDown_heldStreams_endsThem() async throws {
        let payment = try Self.deniedPayment()
        try await Node.withLoopback(patience: Self.never) { node in
            let stopping = try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(1, Self.submitIntent), RawConnection.message(1, payment))
                while let frame = try await connection.frame(), frame.type != RawFrame.data {
                    _ = try connection.decode(frame)
                }
                let stopping = Task { await node.shutDown() }
                #expect(try await connection.answer(1).status == "0")
                return stopping
            }
            await stopping.value
        }
    }

    @Test("A node announces how many calls a connection may have open")
    func settings_concurrentStreams_announced() async throws {
        try await Node.withLoopback { node in
            try await RawConnection.run(node) { connection in
                let settings = try await connection.frame()
                #expect(settings?.type == RawFrame.settings)
                let payload = settings?.payload ?? []
                let entries = stride(from: 0, to: payload.count, by: 6).map { Array(payload[$0...].prefix(6)) }
                #expect(entries.contains([0, 3, 0, 0, 0, 100]))
            }
        }
    }

    @Test("A thousand calls on one connection, each reset at its end by the client, do not close it")
    func resets_ofEndedStreams_areNotCounted() async throws {
        let payment = try Self.deniedPayment()
        try await Node.withLoopback(patience: .milliseconds(1)) { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(1, Self.watch), RawConnection.message(1, [], endStream: true))
                for number in 1...1_000 {
                    let stream = UInt32(2 * number + 1)
                    try await connection.send(
                        connection.request(stream, Self.submitIntent), RawConnection.message(stream, payment))
                    #expect(try await connection.answer(stream).status == "0")
                    try await connection.send(RawConnection.reset(stream))
                }
                try await Self.checkAlive(2_003, &connection)
                #expect(node.status.counters.activeCalls == 1)
            }
        }
    }

    @Test("A flood of calls that are reset at once closes the connection")
    func resets_ofRunningStreams_areCounted() async throws {
        try await Node.withLoopback { node in
            try await RawConnection.run(node) { connection in
                for number in 0..<300 {
                    let stream = UInt32(2 * number + 1)
                    try await connection.send(connection.request(stream, Self.watch), RawConnection.reset(stream))
                }
                #expect(try await Self.goAwayCode(&connection) == Self.enhanceYourCalm)
            }
            try await RawConnection.run(node) { try await Self.checkAlive(1, &$0) }
        }
    }

    @Test("A stream that the node has ended may be reset once; more resets are counted")
    func resets_repeated_areCounted() async throws {
        try await Node.withLoopback(patience: Self.never) { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(connection.request(1, "/no.such.Service/Method"))
                #expect(try await connection.answer(1).status == "12")
                for _ in 0..<300 { try await connection.send(RawConnection.reset(1)) }
                #expect(try await Self.goAwayCode(&connection) == Self.enhanceYourCalm)
            }
        }
    }

    /// The error code with which the node closes the connection.
    private static func goAwayCode(_ connection: inout RawConnection) async throws -> UInt32? {
        while let frame = try await connection.frame() {
            if let code = frame.goAwayCode { return code }
        }
        return nil
    }
}
