import FlipcashAPI
import FlipcashCore
import FlipcashCoreAPI
import FlipcashTestKit
import GRPCCore
import GRPCNIOTransportHTTP2
import NIOCore
import NIOEmbedded
import NIOPosix
import ProtobufCodec
import Testing

@testable import FlipcashNode

/// Tests of the bounds of what clients can make a node do.
@Suite("Bounds of clients") struct PeerBoundsTests {
    private static let health = "/grpc.health.v1.Health/Check"

    /// One call on a connection; its status, or nil if the node closed the connection.
    private func status(_ connection: inout RawConnection) async throws -> String? {
        let call = [try connection.request(1, Self.health), RawConnection.message(1, [], endStream: true)]
        guard (try? await connection.send(call.flatMap(\.bytes))) != nil else { return nil }
        return try? await connection.answer(1).status
    }

    /// Runs `body` while a client at `source` holds `count` connections on which it was served.
    private func holding(
        _ count: Int, from source: String, _ node: Node, _ body: () async throws -> Void
    ) async throws {
        guard count > 0 else { return try await body() }
        try await RawConnection.run(node, from: source) { connection in
            #expect(try await status(&connection) == "0")
            try await holding(count - 1, from: source, node, body)
        }
    }

    // 127.0.0.2 is an address of its own on Linux only.
    #if os(Linux)
        @Test("While one address floods the node, it gets RESOURCE_EXHAUSTED, and others pay", .timeLimit(.minutes(1)))
        func flood_fromOneAddress_othersPay() async throws {
            var settings = NodeSettings.standard
            settings.bounds.connectionsPerAddress = 4
            settings.bounds.connections = 12
            try await WireTown.run(settings: settings) { town async throws in
                let flooder = "127.0.0.2"
                try await holding(4, from: flooder, town.node) {
                    let ends = try await withThrowingTaskGroup(of: String?.self) { group in
                        for _ in 0..<40 {
                            group.addTask {
                                (try? await RawConnection.run(town.node, from: flooder) { try await status(&$0) })
                                    ?? nil
                            }
                        }
                        for amount in 1...8 as ClosedRange<UInt64> {
                            let payment = town.a.pay(
                                try town.dollars(amount * 1_000_000 / 4), to: town.b.vault(town.usdf), town.usdf,
                                id: town.id())
                            #expect(try await town.submit(payment, signers: [town.a]) == nil)
                        }
                        return try await group.reduce(into: [String?]()) { $0.append($1) }
                    }
                    #expect(ends.contains("8"))
                    #expect(ends.allSatisfy { $0 == "8" || $0 == nil }, "\(ends)")
                    try await RawConnection.run(town.node, from: "127.0.0.3") { connection async throws in
                        #expect(try await status(&connection) == "0", "another address has its own share")
                    }
                }
                #expect(try town.balance(town.b) == 9_000_000)
                #expect(await town.violations() == [])
            }
        }
    #endif

    @Test("On a refused connection every call gets the reason")
    func refusedConnection_calls_hearWhy() async throws {
        var settings = NodeSettings.standard
        settings.bounds.connectionsPerAddress = 1
        try await Node.withLoopback(settings: settings) { node in
            try await holding(1, from: "127.0.0.1", node) {
                try await RawConnection.run(node) { connection in
                    for stream: UInt32 in [1, 3] {
                        try await connection.send(
                            connection.request(stream, Self.health), RawConnection.message(stream, [], endStream: true))
                        let answer = try await connection.answer(stream)
                        #expect(answer.status == "8" && answer.message == ConnectionGate.refusal)
                    }
                }
            }
        }
    }

    @Test("Three addresses cannot take all connections; with one address for all, it can")
    func gate_fewAddressesWithMany_leaveRoomForOthers() throws {
        var channels: [EmbeddedChannel] = []
        defer { for channel in channels { _ = try? channel.finish(acceptAlreadyClosed: true) } }
        func admitted(_ count: Int, from address: Int, by gate: ConnectionGate) throws -> Int {
            try (0..<count).count { _ in
                let channel = EmbeddedChannel()
                channel.remoteAddress = try SocketAddress(ipAddress: "192.0.2.\(address)", port: 5000)
                channels.append(channel)
                return gate.admit(channel) == .admitted
            }
        }
        let gate = ConnectionGate(PeerBounds())
        let many = try (1...3).map { try admitted(300, from: $0, by: gate) }
        #expect(many == [256, 256, 64])
        #expect(try (4...20).map { try admitted(10, from: $0, by: gate) } == Array(repeating: 4, count: 17))
        var bounds = PeerBounds()
        (bounds.connections, bounds.connectionsPerAddress) = (40, 40)
        #expect(try admitted(50, from: 1, by: ConnectionGate(bounds)) == 40)
    }

    @Test("A connection counts until it is closed; those over the bounds are refused, and then closed unread")
    func gate_connections_countedUntilClosed() throws {
        var bounds = PeerBounds()
        bounds.connectionsPerAddress = 2
        bounds.connections = 3
        let gate = ConnectionGate(bounds)
        var channels: [EmbeddedChannel] = []
        defer { for channel in channels { _ = try? channel.finish(acceptAlreadyClosed: true) } }
        func connection(_ address: String) throws -> EmbeddedChannel {
            let channel = EmbeddedChannel()
            channel.remoteAddress = try SocketAddress(ipAddress: address, port: 5000)
            channels.append(channel)
            return channel
        }
        let (first, second) = (try connection("192.0.2.1"), try connection("192.0.2.1"))
        #expect(gate.admit(first) == .admitted && gate.admit(second) == .admitted)
        let third = try connection("192.0.2.1")
        #expect(gate.admit(third) == .refused)
        #expect(gate.admit(try connection("2001:db8::1")) == .admitted)
        #expect(gate.admit(try connection("2001:db8::2")) == .refused, "all together have three")
        #expect(gate.count == 5)
        for _ in 0..<15 { #expect(gate.admit(try connection("192.0.2.1")) == .refused) }
        #expect(gate.admit(try connection("192.0.2.1")) == .dropped)
        #expect(gate.admit(try connection("198.51.100.1")) == .refused)
        _ = try first.finish()
        #expect(gate.admit(try connection("192.0.2.1")) == .admitted)
        _ = try third.finish()
        #expect(gate.admit(try connection("192.0.2.1")) == .refused)
    }

    // MARK: Life of a connection

    @Test("The settings reach the transport")
    func configuration_bounds_taken() {
        var bounds = PeerBounds()
        bounds.streamsPerConnection = 7
        bounds.connectionAge = .seconds(1)
        bounds.connectionGrace = .seconds(2)
        bounds.keepaliveInterval = .seconds(4)
        bounds.keepaliveTimeout = .seconds(5)
        let configuration = NodeTransport.configuration(patience: .zero, bounds: bounds, gate: ConnectionGate(bounds))
        #expect(configuration.http2.maxConcurrentStreams == 7)
        let connection = configuration.connection
        #expect(connection.maxAge == .seconds(1) && connection.maxGraceTime == .seconds(2))
        // The node has a limit of its own, `IdleLimit`.
        #expect(connection.maxIdleTime == nil)
        #expect(connection.keepalive.time == .seconds(4) && connection.keepalive.timeout == .seconds(5))
        #expect(connection.flushCoalescing == nil && connection.keepalive.clientBehavior.allowWithoutCalls)
    }

    @Test("A client that falls silent is disconnected, with and without a call", .timeLimit(.minutes(1)))
    func silentClient_noAnswerToPing_disconnected() async throws {
        var settings = NodeSettings.standard
        settings.bounds.keepaliveInterval = .milliseconds(50)
        settings.bounds.keepaliveTimeout = .milliseconds(50)
        try await Node.withLoopback(settings: settings) { node in
            for calls in [false, true] {
                // Connects again until it was pinged: on a busy machine the node may close before the call is sent.
                var isPinged = false
                while !isPinged {
                    try Task.checkCancellation()
                    let hasPinged = try? await RawConnection.run(node) { connection in
                        if calls { try await connection.send(connection.request(1, "/grpc.health.v1.Health/Watch")) }
                        var hasPinged = false
                        while let frame = try await connection.frame() {
                            hasPinged = hasPinged || frame.type == RawFrame.ping
                        }
                        return hasPinged
                    }
                    isPinged = hasPinged ?? false
                }
            }
        }
    }

    @Test("An idle connection is closed", .timeLimit(.minutes(1)))
    func idleConnection_noCalls_closed() async throws {
        var settings = NodeSettings.standard
        settings.bounds.connectionIdle = .milliseconds(50)
        try await expectFarewell(of: settings) { _ in }
    }

    @Test("An old connection ends its calls after a grace", .timeLimit(.minutes(1)))
    func oldConnection_withCall_closedAfterGrace() async throws {
        var settings = NodeSettings.standard
        settings.bounds.connectionAge = .milliseconds(200)
        settings.bounds.connectionGrace = .milliseconds(500)
        try await expectFarewell(of: settings) { connection in
            try await connection.send(
                connection.request(1, "/grpc.health.v1.Health/Watch"), RawConnection.message(1, [], endStream: true))
            // A call that arrives after the node's first farewell is answered with an error of the protocol.
            while let frame = try await connection.frame(), frame.type != RawFrame.headers {
                guard frame.type != RawFrame.goAway else { throw RawConnection.Failure.noAnswer }
            }
        }
    }

    /// Expects that a node closes an idle or old connection with code 0.
    ///
    /// Connects again until a code arrives. On a busy machine there may be none: the opening comes too late, or bytes
    /// that the client sends after the node has closed reset the connection before the code is read.
    private func expectFarewell(
        of settings: NodeSettings, after opening: @Sendable (inout RawConnection) async throws -> Void
    ) async throws {
        try await Node.withLoopback(settings: settings) { node in
            while true {
                let code = try? await RawConnection.run(node) { connection in
                    try await opening(&connection)
                    return try await farewell(&connection)
                }
                if let code = code ?? nil { return #expect(code == 0) }
                try Task.checkCancellation()
            }
        }
    }

    /// Answers pings until the node closes the connection; the code of its GOAWAY.
    private func farewell(_ connection: inout RawConnection) async throws -> UInt32? {
        var code: UInt32?
        while let frame = try await connection.frame() {
            code = frame.goAwayCode ?? code
            guard frame.type == RawFrame.ping, frame.flags & RawFrame.acknowledgement == 0 else { continue }
            // The node may have closed the connection meanwhile.
            try? await connection.send(
                RawFrame(type: RawFrame.ping, flags: RawFrame.acknowledgement, stream: 0, payload: frame.payload))
        }
        return code
    }

    // MARK: Services

    private func rendezvous(_ key: KeyPair) -> Ocp_Messaging_V1_RendezvousKey {
        .with { $0.value = key.publicKey.bytes }
    }

    @Test("The intents in flight of an owner are bounded; only signed ones count, and others pay meanwhile")
    func requestsPerOwner_overBound_exhausted() async throws {
        var settings = NodeSettings.standard
        settings.bounds.requestsPerOwner = 2
        try await WireTown.run(settings: settings) { town async throws in
            let flights = town.node.context.ledger.requestsInFlight
            func pay(_ payer: Payer, to other: Payer) throws -> WireTown.Request.SubmitActions {
                payer.pay(try town.dollars(1_000_000), to: other.vault(town.usdf), town.usdf, id: town.id())
            }
            #expect(try await town.submit(pay(town.a, to: town.b), signers: [town.a]) == nil)
            #expect(flights.total == 0, "a finished request does not count")
            var forged = try pay(town.a, to: town.b)
            forged.signature.value[0] ^= 1
            let unsigned = forged
            #expect(flights.enter(town.a.owner))
            #expect(await grpcStatus { try await town.submit(unsigned, signers: [town.a]) }?.code == .unauthenticated)
            #expect(flights.total == 1)
            #expect(try await town.submit(pay(town.a, to: town.b), signers: [town.a]) == nil)
            #expect(flights.enter(town.a.owner))
            let more = try pay(town.a, to: town.b)
            #expect(await grpcStatus { try await town.submit(more, signers: [town.a]) }?.code == .resourceExhausted)
            #expect(try await town.submit(pay(town.b, to: town.a), signers: [town.b]) == nil)
            flights.leave(town.a.owner)
            #expect(try await town.submit(more, signers: [town.a]) == nil)
        }
    }

    @Test("The users that an address registers within an hour are bounded; known users do not count")
    func registrations_overBound_exhausted() async throws {
        var settings = NodeSettings.standard
        settings.bounds.registrationsPerHour = 3
        try await WireTown.run(settings: settings) { town async throws in
            func register(_ name: String) async throws -> RPCError.Code? {
                let person = Payer(key: try Somebody(name).key)
                return await grpcStatus { try await town.register(person) }?.code
            }
            #expect(try await register("c") == nil, "the town has registered two")
            #expect(try await register("d") == .resourceExhausted)
            #expect(try await register("c") == nil)
            town.clock.advance(by: .seconds(3600))
            #expect(try await register("d") == nil)
        }
    }

    @Test("The message streams without a signature of an address are bounded; signed ones are not")
    func unsignedStreams_overBound_exhausted() async throws {
        var settings = NodeSettings.standard
        settings.bounds.unsignedStreamsPerAddress = 1
        try await WireTown.run(settings: settings) { town async throws in
            let streams = town.node.context.peers.unsignedStreams
            let key = try Somebody("bill").key
            // The key is taken, so that a stream that is not refused by the bound ends at once.
            _ = try #require(town.node.hub.register(key.publicKey, isSigned: true) { _ in true })
            func open(signed: Bool) async throws -> RPCError.Code? {
                var request = Ocp_Messaging_V1_OpenMessageStreamRequest.with {
                    $0.rendezvousKey = rendezvous(key)
                }
                if signed { request.signature = key.sign(try request.serializedBytes()).wire }
                let opening = request
                return await grpcStatus {
                    try await town.messaging.openMessageStream(opening) { response in
                        for try await _ in response.messages {}
                    }
                }?.code
            }
            #expect(try await open(signed: false) == .aborted)
            #expect(streams.total == 0, "a stream that has ended does not count")
            #expect(streams.enter(MessagePeer(remotePeer: "ipv4:127.0.0.1:1")))
            #expect(try await open(signed: false) == .resourceExhausted)
            #expect(try await open(signed: true) == .aborted)
            #expect(streams.total == 1)
        }
    }

    @Test("The bounds of messages are those of the settings")
    func messageBytes_perAddress_exhausted() async throws {
        var settings = NodeSettings.standard
        settings.bounds.messageBytesPerAddress = 1000
        settings.bounds.messageBytes = 1000
        try await WireTown.run(settings: settings) { town async throws in
            func leave(_ name: String) async throws -> RPCError.Code? {
                let key = try Somebody(name).key
                let message = Ocp_Messaging_V1_Message.with {
                    $0.requestToGiveBill = .with { $0.mint = town.usdf.mint.accountID }
                }
                let request = Ocp_Messaging_V1_SendMessageRequest.with {
                    $0.message = message
                    $0.rendezvousKey = rendezvous(key)
                }
                var signed = request
                signed.signature = key.sign(try message.serializedBytes()).wire
                let sent = signed
                return await grpcStatus { try await town.messaging.sendMessage(sent) }?.code
            }
            #expect(try await leave("bill 1") == nil)
            #expect(try await leave("bill 2") == .resourceExhausted)
        }
    }
}
