import FlipcashCore
import Testing

@testable import FlipcashNode

/// Tests, over a real connection, of requests that gRPC's own handler would trap on, or answer with a reset.
@Suite(.timeLimit(.minutes(1))) struct RequestGuardTests {
    private static let check = "/grpc.health.v1.Health/Check"
    private static let watch = "/grpc.health.v1.Health/Watch"

    @Test(
        "A malformed time-out is an invalid argument, and the node keeps running",
        arguments: ["-1S", "-0S", "+1S", "1", "S", "", "1s", "1.5S", "123456789S", "99999999999999999999S", "１S"])
    func timeout_malformed_invalidArgument(value: String) async throws {
        try await Node.withLoopback { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(1, Self.check, [("grpc-timeout", value)]),
                    RawConnection.message(1, [], endStream: true))
                let refused = try await connection.answer(1)
                #expect(refused.status == "3")
                #expect(refused.message?.contains("grpc-timeout") == true)
                try await connection.send(
                    connection.request(3, Self.check), RawConnection.message(3, [], endStream: true))
                #expect(try await connection.answer(3).status == "0")
            }
        }
    }

    @Test("Two time-outs are an invalid argument")
    func timeout_twice_invalidArgument() async throws {
        try await Node.withLoopback { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(
                        1, Self.check, [("grpc-timeout", "1S"), ("grpc-timeout", "-1S")], endStream: true))
                #expect(try await connection.answer(1).status == "3")
            }
        }
    }

    @Test(
        "Valid time-outs are read, including the longest",
        arguments: ["1H", "00000009H", "99999999H", "99999999M", "99999999S", "99999999m", "10000000u"])
    func timeout_valid_served(value: String) async throws {
        try await Node.withLoopback { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(1, Self.check, [("grpc-timeout", value)]),
                    RawConnection.message(1, [], endStream: true))
                #expect(try await connection.answer(1).status == "0")
            }
        }
    }

    @Test("A time-out of eight digits ends a call that would run forever", .timeLimit(.minutes(1)))
    func timeout_eightDigits_endsCall() async throws {
        try await Node.withLoopback { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(1, Self.watch, [("grpc-timeout", "10000000n")]),
                    RawConnection.message(1, [], endStream: true))
                let answer = try await connection.answer(1)
                #expect(answer.status == "1")
            }
        }
    }

    @Test("A message over 4 MiB is refused with RESOURCE_EXHAUSTED before its bytes arrive")
    func message_tooLarge_resourceExhausted() async throws {
        try await Node.withLoopback { node in
            try await RawConnection.run(node) { connection in
                for (stream, path) in [(1, Self.check), (3, "/ocp.transaction.v1.Transaction/SubmitIntent")] {
                    let stream = UInt32(stream)
                    try await connection.send(
                        connection.request(stream, path),
                        RawFrame(type: RawFrame.data, stream: stream, payload: [0, 0, 0x40, 0, 1, 8, 8]))
                    let answer = try await connection.answer(stream)
                    #expect(answer.status == "8")
                    #expect(answer.message?.contains("4194305") == true)
                }
                try await connection.send(
                    connection.request(5, Self.check), RawConnection.message(5, [], endStream: true))
                #expect(try await connection.answer(5).status == "0")
            }
        }
    }

    @Test("A message that is cut off is an invalid argument, a compressed one an internal error")
    func message_unreadable_hasStatus() async throws {
        try await Node.withLoopback { node in
            try await RawConnection.run(node) { connection in
                try await connection.send(
                    connection.request(1, Self.check),
                    RawFrame(
                        type: RawFrame.data, flags: RawFrame.endStream, stream: 1, payload: [0, 0, 0, 0, 9, 1, 2]))
                #expect(try await connection.answer(1).status == "3")
                try await connection.send(
                    connection.request(3, Self.check),
                    RawFrame(
                        type: RawFrame.data, flags: RawFrame.endStream, stream: 3, payload: [1, 0, 0, 0, 1, 1]))
                #expect(try await connection.answer(3).status == "13")
            }
        }
    }

    @Test(
        "Unreadable messages are never an internal error, also if the method is not served",
        arguments: [
            "/ocp.transaction.v1.Transaction/StatefulSwap", "/ocp.transaction.v1.Transaction/GetSwap",
            "/ocp.currency.v1.Currency/Discover", "/flipcash.event.v1.EventStreaming/StreamEvents", check,
            "/ocp.transaction.v1.Transaction/SubmitIntent", "/no.such.Service/Method",
        ])
    func message_unreadable_isClientsError(path: String) async throws {
        let bodies: [[UInt8]] = [
            [], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0, 2, 0xFF, 0xFF], [0, 0, 0, 0, 9, 1],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ]
        try await Node.withLoopback { node in
            try await RawConnection.run(node) { connection in
                for (index, body) in bodies.enumerated() {
                    let stream = UInt32(2 * index + 1)
                    try await connection.send(
                        connection.request(stream, path),
                        RawFrame(type: RawFrame.data, flags: RawFrame.endStream, stream: stream, payload: body))
                    let status = try await connection.answer(stream).status
                    #expect(["3", "12"].contains(status), "\(body): \(status ?? "none")")
                }
            }
        }
    }
}
