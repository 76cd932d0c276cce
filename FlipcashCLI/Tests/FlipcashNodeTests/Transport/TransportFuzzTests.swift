import FlipcashCore
import FlipcashTestKit
import Foundation
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import FlipcashNode

private let fuzzSeconds = ProcessInfo.processInfo.environment["FLIPCASH_FUZZ_SECONDS"].flatMap(Int.init)
/// The time limit of each of the two tests.
private let minutes = 5 + (fuzzSeconds ?? 0) / 60

/// Sends generated HTTP/2 to a running node and to a wallet's connection.
///
/// A trap ends the test process; a hang exceeds the time limit. `Scripts/fuzz-http2.sh SECONDS` runs the same for
/// longer.
@Suite(.serialized, .timeLimit(.minutes(minutes))) struct TransportFuzzTests {
    /// How many connections the ordinary tests make.
    private static let ordinaryCount = 400
    /// How many connections are open at once.
    private static let width = 4

    /// Calls `body` with one seed after the other: for the ordinary number of seeds, or for the time that the
    /// environment sets, starting with the seed that it sets.
    private func forEachSeed(_ what: String, _ body: @escaping @Sendable (UInt64) async throws -> Void) async throws {
        let first = ProcessInfo.processInfo.environment["FLIPCASH_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
        let clock = ContinuousClock()
        let start = clock.now
        var count: UInt64 = 0
        var hasTime: Bool {
            guard let seconds = fuzzSeconds else { return count < Self.ordinaryCount }
            return clock.now - start < .seconds(seconds)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            while hasTime {
                let seed = first &+ count
                if count >= Self.width { try await group.next() }
                count += 1
                group.addTask {
                    do {
                        try await body(seed)
                    } catch {
                        Issue.record("seed \(seed): \(error)")
                        throw error
                    }
                }
            }
            try await group.waitForAll()
        }
        if fuzzSeconds != nil { print("\(what): \(count) connections in \(clock.now - start), seeds from \(first)") }
    }

    @Test("A node survives any bytes from a client, and answers others meanwhile")
    func node_madeUpFrames_survives() async throws {
        let log = LogRecorder()
        try await Node.withLoopback(log: log.logger, patience: .milliseconds(2)) { node in
            try await forEachSeed("node") { seed in
                var fuzzer = FrameFuzzer(seed: seed, role: .client)
                let (bytes, isWhole) = fuzzer.script()
                try await RawConnection.run(node, greets: seed % 50 != 0) { connection in
                    // The node may have closed the connection already.
                    try? await connection.send(bytes)
                    let ping = [UInt8](repeating: 0x5A, count: 8)
                    if isWhole {
                        try? await connection.send(RawFrame(type: RawFrame.ping, stream: 0, payload: ping))
                        while let frame = try await connection.frame() {
                            if frame.type == RawFrame.ping, frame.payload == ping { break }
                        }
                    }
                    connection.finish()
                    while try await connection.frame() != nil {}
                }
                guard seed % 20 == 0 else { return }
                try await RawConnection.run(node) { connection in
                    try await connection.send(
                        connection.request(1, "/grpc.health.v1.Health/Check"),
                        RawConnection.message(1, [], endStream: true))
                    #expect(try await connection.answer(1).status == "0")
                }
            }
        }
        #expect(log.messages(.error) == [])
    }

    @Test("A wallet's connection survives any answer of a service")
    func client_madeUpFrames_survives() async throws {
        try await forEachSeed("client") { seed in
            var fuzzer = FrameFuzzer(seed: seed, role: .server)
            let script = fuzzer.script().bytes
            let greeting = seed % 50 == 0 ? [] : RawFrame(type: RawFrame.settings, stream: 0).bytes
            let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Answering(greeting, script))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            let port = server.localAddress?.port ?? 0
            let connection = try ServiceConnection(
                endpoint: .http(host: "127.0.0.1", port: port), userAgent: UserAgent(version: "1.0.0"),
                environment: .system)
            _ = await connection.isServing(within: .seconds(5))
            await connection.abort()
            try await server.close()
        }
    }

    /// Greets at once, writes the rest once the call's headers may have arrived, and closes the connection.
    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let greeting: [UInt8]
        private let script: [UInt8]
        private var received = 0
        private var hasAnswered = false

        init(_ greeting: [UInt8], _ script: [UInt8]) {
            self.greeting = greeting
            self.script = script
        }

        func channelActive(context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: greeting)), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += unwrapInboundIn(data).readableBytes
            // Only the preface and the settings are shorter.
            guard received > 150 || greeting.isEmpty, !hasAnswered else { return }
            hasAnswered = true
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: script)), promise: nil)
            context.close(promise: nil)
        }
    }
}
