import FlipcashAPI
import FlipcashCore
import FlipcashTestKit
import GRPCCore
import GRPCInProcessTransport
import ProtobufCodec
import Testing

@testable import FlipcashNode

@Suite("A server's end")
struct ServerHandleTests {
    /// Starts no task until a test releases them, as on an overloaded machine.
    private struct HeldTasks: TaskSpawner {
        let gate = Latch()

        func spawn(_ operation: @escaping @Sendable () async -> Void) -> SpawnedTask {
            SpawnedTask(
                Task { [gate] in
                    await gate.wait()
                    await operation()
                })
        }
    }

    private func services() async throws -> NodeServices {
        let parts = try await NodeParts.open(.inMemory(), environment: .test())
        return NodeServices(parts: parts)
    }

    @Test("A waiting call ends even if the server is stopped before it has started")
    func stopAccepting_beforeServing_endsQueuedCalls() async throws {
        let tasks = HeldTasks()
        let transport = InProcessTransport()
        let services = try await services()
        let handle = ServerHandle(transport.server, services: services, tasks: tasks)
        try await withGRPCClient(transport: transport.client) { client in
            let health = Grpc_Health_V1_Health.Client(wrapping: client)
            async let answer = health.check(.init())
            for _ in 0..<200 { await Task.yield() }
            handle.stopAccepting()
            tasks.gate.open()
            // Any result will do: the call ends.
            _ = try? await answer
            await handle.waitUntilStopped()
        }
        #expect(handle.address == nil)
    }

    @Test("A client that connects while the node stops is refused and does not wait")
    func connect_afterStop_isRefused() async throws {
        let node = try await Node.start(.inMemory(), environment: .test())
        await node.shutDown()
        await #expect(throws: (any Error).self) {
            try await withGRPCClient(transport: node.connect()) { client in
                _ = try await Grpc_Health_V1_Health.Client(wrapping: client).check(.init())
            }
        }
    }

    @Test("A node that is shut down by a cancelled task closes its database and releases its folder")
    func shutDown_cancelled_isWhole() async throws {
        let folder = try TemporaryFolder()
        let place = NodeFolder(folder.path + "/node")
        let node = try await Node.start(.embedded(place), environment: .test())
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            await node.shutDown()
        }
        task.cancel()
        await task.value
        let again = try await Node.start(.embedded(place), environment: .test())
        await again.shutDown()
    }

    @Test("Many nodes are started and stopped at once, with calls in flight")
    func shutDown_manyWithCalls_end() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<24 {
                group.addTask {
                    let node = try await Node.start(.inMemory(), environment: .test(seed: UInt64(number)))
                    let call = Task {
                        try? await withGRPCClient(transport: node.connect()) { client in
                            try await Grpc_Health_V1_Health.Client(wrapping: client).watch(.init()) { response in
                                for try await _ in response.messages {}
                            }
                        }
                    }
                    for _ in 0..<number { await Task.yield() }
                    await node.shutDown()
                    await call.value
                }
            }
            try await group.waitForAll()
        }
    }
}
