import FlipcashAPI
import FlipcashCore
import FlipcashNodeTestKit
import FlipcashTestKit
import GRPCCore
import GRPCNIOTransportHTTP2
import ProtobufCodec
import Testing

@testable import FlipcashNode

@Suite("A graceful stop over real connections")
struct GracefulStopTests {
    private typealias Request = Ocp_Transaction_V1_SubmitIntentRequest

    /// Submits `actions`. Before it signs, it calls `meanwhile`.
    ///
    /// - Returns: whether the node answered with success.
    private func submit(
        _ actions: Request.SubmitActions, signers: [Payer], _ town: WireTown,
        meanwhile: @escaping @Sendable () async throws -> Void
    ) async throws -> Bool {
        let answers = AsyncStream<Request>.makeStream()
        return try await town.transactions.submitIntent { writer in
            try await writer.write(.with { $0.submitActions = actions })
            for await answer in answers.stream { try await writer.write(answer) }
        } onResponse: { response in
            var isDone = false
            for try await message in response.messages {
                switch message.response {
                case .serverParameters(let parameters)?:
                    try await meanwhile()
                    let signatures = LedgerWorld.signatures(actions, parameters, signers)
                    answers.continuation.yield(.with { $0.submitSignatures.signatures = signatures.map(\.wire) })
                case .success?: isDone = true
                case .error?, nil: break
                }
            }
            answers.continuation.finish()
            return isDone
        }
    }

    /// Watches the health until the call ends, and returns how it ended.
    private func watch(_ town: WireTown, _ first: Latch) async -> RPCError? {
        do {
            try await Grpc_Health_V1_Health.Client(wrapping: town.client).watch(.init()) { response in
                for try await _ in response.messages { first.open() }
            }
            return nil
        } catch {
            return error as? RPCError
        }
    }

    @Test("What was accepted is finished, streams are sent elsewhere, and new clients are refused")
    func shutDown_payment_isFinished() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        try await WireTown.run(.folder(place), metricsAddress: .tcp(host: "127.0.0.1", port: 0)) { town in
            let isWatching = Latch()
            let watching = Task { await watch(town, isWatching) }
            await isWatching.wait()
            let pay = town.a.pay(try town.dollars(5_000_000), to: town.b.vault(town.usdf), town.usdf, id: town.id())
            let isPaid = try await submit(pay, signers: [town.a], town) {
                // The node has sent its parameters and waits for signatures.
                let node = town.node
                node.context.environment.tasks.spawn { await node.shutDown() }
                let end = await watching.value
                #expect(end?.code == .unavailable && end?.message == "the node is stopping")
                let ready = try await PlainHTTP.get("/readyz", of: town.node)
                #expect(ready.status == 503 && ready.body == "stopping\n")
                await #expect(throws: (any Error).self) { try await RawConnection.run(town.node) { _ in } }
            }
            #expect(isPaid)
            await town.node.shutDown()
            await #expect(throws: (any Error).self) { try await PlainHTTP.get("/healthz", of: town.node) }
        }
        let balance = try await WireTown.run(.folder(place)) { town in try town.balance(town.b) }
        #expect(balance == 5_000_000)
    }

    @Test("A client that says nothing delays the stop for a bounded time only")
    func shutDown_silentClient_isBounded() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        try await WireTown.run(.folder(place)) { town in
            let silence = AsyncStream<Request>.makeStream()
            let call = Task {
                try? await town.transactions.submitIntent { writer in
                    for await message in silence.stream { try await writer.write(message) }
                } onResponse: { response in
                    for try await _ in response.messages {}
                    return true
                }
            }
            while town.node.meter.current.active == 0 { await Task.yield() }
            let start = town.clock.uptime()
            let stop = Task { await town.node.shutDown() }
            while town.node.health.state != .stopping { await Task.yield() }
            // The node's threads may be slower than this loop, so the clock stands still at the bound.
            while town.node.meter.current.active > 0 {
                if town.clock.uptime() - start < Node.drainLimit * 3 { town.clock.advance(by: .milliseconds(100)) }
                await Task.yield()
            }
            await stop.value
            silence.continuation.finish()
            #expect(await call.value == nil)
        }
        let balance = try await WireTown.run(.folder(place)) { town in try town.balance(town.a) }
        #expect(balance == 25_000_000)
    }
}
