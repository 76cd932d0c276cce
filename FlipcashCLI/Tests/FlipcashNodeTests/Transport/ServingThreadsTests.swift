import FlipcashAPI
import FlipcashCore
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2
import NIOCore
import NIOPosix
import ProtobufCodec
import Synchronization
import Testing

@testable import FlipcashNode

@Suite("The threads of the connections")
struct ServingThreadsTests {
    /// The threads that were seen, in order.
    private final class Places: Sendable {
        private let seen = Mutex<[ObjectIdentifier]>([])

        var all: [ObjectIdentifier] { seen.withLock { $0 } }
        var distinct: Set<ObjectIdentifier> { Set(all) }

        func note() {
            let thread = ObjectIdentifier(Thread.current)
            seen.withLock { $0.append(thread) }
        }
    }

    private actor Counter {
        var count = 0

        func add() { count += 1 }
    }

    /// Notes on which threads a call runs: at its beginning, and after another thread has handed it something.
    private struct NotingService: Grpc_Health_V1_Health.SimpleServiceProtocol {
        let places: Places

        func check(
            request: Grpc_Health_V1_HealthCheckRequest, context: ServerContext
        ) async throws -> Grpc_Health_V1_HealthCheckResponse {
            places.note()
            await withCheckedContinuation { answer in Thread { answer.resume() }.start() }
            places.note()
            return .with { $0.status = .serving }
        }

        func watch(
            request: Grpc_Health_V1_HealthCheckRequest, response: RPCWriter<Grpc_Health_V1_HealthCheckResponse>,
            context: ServerContext
        ) async throws {}
    }

    @Test("Tasks, their child tasks and the actors that they call run on the one thread, and none is lost")
    func enqueue_manyTasksOneThread_runOnIt() async {
        let counter = Counter()
        let places = Places()
        let tasks = ConcurrentTaskSpawner().withExecutor(ServingThreads(count: 1))
        let spawned = (0..<100).map { _ in
            tasks.spawn {
                places.note()
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<10 {
                        group.addTask {
                            places.note()
                            await Task.yield()
                            await counter.add()
                            places.note()
                        }
                    }
                }
            }
        }
        for task in spawned { await task.wait() }
        #expect(await counter.count == 1000)
        #expect(places.distinct.count == 1)
    }

    @Test("A job that one of several threads makes ready runs on it, and one of another thread on the first of them")
    func enqueue_severalThreads_runsOnTheOneThatAsks() async throws {
        let threads = ServingThreads(count: 3)
        let tasks = ConcurrentTaskSpawner().withExecutor(threads)
        let loops = Array(threads.group.makeIterator())
        let found = Mutex<[Bool]>([])
        for loop in loops {
            let task = try await loop.submit {
                tasks.spawn { found.withLock { $0.append(loop.inEventLoop && threads.present?.loop === loop) } }
            }.get()
            await task.wait()
        }
        await tasks.spawn { found.withLock { $0.append(loops[0].inEventLoop) } }.wait()
        #expect(found.withLock { $0 } == [true, true, true, true])
        #expect(threads.present == nil)
    }

    @Test("Each connection's calls stay on one thread, and two connections have two", .timeLimit(.minutes(1)))
    func listen_twoConnections_eachOnItsThread() async throws {
        let (threads, places) = (ServingThreads(count: 2), Places())
        try await Self.serving(threads, places) { port in
            for _ in 0..<2 {
                let before = places.all.count
                try await Self.call(port: port, times: 3)
                let ofConnection = places.all.dropFirst(before)
                #expect(ofConnection.count == 6)
                #expect(Set(ofConnection).count == 1)
            }
            #expect(places.distinct.count == 2)
        }
    }

    @Test("A thread that always has jobs still reads its connections", .timeLimit(.minutes(1)))
    func enqueue_endlessJobs_connectionIsServed() async throws {
        let threads = ServingThreads(count: 1)
        let busy = ConcurrentTaskSpawner().withExecutor(threads).spawn {
            while !Task.isCancelled { await Task.yield() }
        }
        try await Self.serving(threads, Places()) { try await Self.call(port: $0, times: 1) }
        busy.cancel()
        await busy.wait()
    }

    /// Serves the noting service on a port while `body` runs.
    private static func serving(
        _ threads: ServingThreads, _ places: Places, _ body: (_ port: Int) async throws -> Void
    ) async throws {
        let transport = ServingTransport(
            base: HTTP2ServerTransport.Posix(
                address: .ipv4(host: "127.0.0.1", port: 0), transportSecurity: .plaintext,
                eventLoopGroup: threads.group),
            threads: threads)
        let server = GRPCServer(transport: transport, services: [NotingService(places: places)])
        let serving = ConcurrentTaskSpawner().withExecutor(threads).spawn {
            await #expect(throws: Never.self) { try await server.serve() }
        }
        var failure: (any Error)?
        do {
            try await body(try #require(try await transport.base.listeningAddress.ipv4?.port))
        } catch {
            failure = error
        }
        transport.beginGracefulShutdown()
        await serving.wait()
        if let failure { throw failure }
    }

    /// Calls the service over one new connection.
    private static func call(port: Int, times: Int) async throws {
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
        try await withGRPCClient(transport: transport) { client in
            for _ in 0..<times {
                let answer = try await Grpc_Health_V1_Health.Client(wrapping: client).check(.init())
                #expect(answer.status == .serving)
            }
        }
    }
}
