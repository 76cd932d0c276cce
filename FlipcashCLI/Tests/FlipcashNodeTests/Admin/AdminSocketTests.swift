import FlipcashCore
import FlipcashTestKit
import NIOCore
import Testing

@testable import FlipcashNode

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("The operator socket")
struct AdminSocketTests {
    /// A time limit that no test reaches, even on a loaded machine.
    private static let longWait = Duration.seconds(60)

    private func withServer(
        _ perform: @escaping @Sendable (AdminRequest) async -> AdminReply,
        _ body: @Sendable (String) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/admin.sock"
        let server = try await AdminServer(path: path, tasks: ConcurrentTaskSpawner(), perform: perform)
        do {
            try await body(path)
        } catch {
            await server.close()
            throw error
        }
        await server.close()
    }

    /// Answers when the task is cancelled, and not before.
    private func answerWhenCancelled() async -> AdminReply {
        let never = AsyncStream<Void>.makeStream()
        for await _ in never.stream {}
        never.continuation.finish()
        return AdminReply(Task.isCancelled ? .refusal("cancelled") : AdminResponse())
    }

    @Test("A socket of another user is not taken for a fault of the node")
    func failure_noPermission_namesTheReason() {
        let denied = AdminClient.failure(toConnect: "/n/admin.sock", IOError(errnoCode: EACCES, reason: "connect"))
        #expect(
            "\(denied)" == "cannot connect to /n/admin.sock: only the user to whom the node belongs may use it; "
                + "correct that and try again")
        let absent = AdminClient.failure(toConnect: "/n/admin.sock", IOError(errnoCode: ENOENT, reason: "connect"))
        #expect(absent == .notRunning(path: "/n/admin.sock"))
    }

    @Test("Requests are answered, one after another and many at once")
    func send_requests_answered() async throws {
        try await withServer { request in
            var response = AdminResponse()
            response.key = "key of \(request.owner ?? "default")"
            return AdminReply(response)
        } _: { path in
            let client = AdminClient(path: path)
            #expect(try await client.send(AdminRequest(.key), within: Self.longWait).key == "key of default")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let response = try await client.send(
                            AdminRequest(.key, owner: "\(number)"), within: Self.longWait)
                        #expect(response.key == "key of \(number)")
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("A missing node and a broken answer are different errors")
    func send_noNode_notRunning() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/admin.sock"
        await #expect(throws: NodeError.notRunning(path: path)) {
            try await AdminClient(path: path).send(AdminRequest(.status), within: Self.longWait)
        }
    }

    @Test("A node that ends before it answers is a separate error, but counts as gone for a status")
    func send_nodeEndsBeforeItAnswers_closedWithoutAnswer() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/admin.sock"
        let arrived = AsyncStream<Void>.makeStream()
        let server = try await AdminServer(path: path, tasks: ConcurrentTaskSpawner()) { _ in
            arrived.continuation.yield()
            return await answerWhenCancelled()
        }
        let client = AdminClient(path: path)
        async let status = client.status(within: Self.longWait)
        async let deposit = client.send(AdminRequest(.deposit), within: Self.longWait)
        var requests = arrived.stream.makeAsyncIterator()
        for _ in 0..<2 { await requests.next() }
        await server.close()
        #expect(try await status == nil)
        do {
            _ = try await deposit
            Issue.record("an answer came from a node that had none")
        } catch {
            #expect(error as? NodeError == .closedWithoutAnswer(path: path))
        }
    }

    @Test("Stopping waits for the end, and reports when no node ran")
    func stop_runningThenEnded_trueThenFalse() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/admin.sock"
        let client = AdminClient(path: path)
        #expect(try await !client.stop(within: Self.longWait))
        let answered = AsyncStream<Void>.makeStream()
        let server = try await AdminServer(path: path, tasks: ConcurrentTaskSpawner()) { _ in
            var reply = AdminReply(AdminResponse())
            reply.afterwards = { answered.continuation.yield() }
            return reply
        }
        async let stopped = client.stop(within: Self.longWait)
        var answers = answered.stream.makeAsyncIterator()
        await answers.next()
        await server.close()
        #expect(try await stopped)
    }

    @Test("A node that ends before it answers was running and is stopped")
    func stop_nodeEndsBeforeItAnswers_true() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/admin.sock"
        let stopping = AsyncStream<Void>.makeStream()
        let server = try await AdminServer(path: path, tasks: ConcurrentTaskSpawner()) { _ in
            stopping.continuation.yield()
            return await answerWhenCancelled()
        }
        async let stopped = AdminClient(path: path).stop(within: Self.longWait)
        var requests = stopping.stream.makeAsyncIterator()
        await requests.next()
        await server.close()
        #expect(try await stopped)
    }

    @Test("A request is cancelled when its client has gone, however long the client would have waited")
    func send_clientLeaves_cancelsTheRequest() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        let ended = AsyncStream<AdminResponse>.makeStream()
        try await withServer { _ in
            arrived.continuation.yield()
            let reply = await answerWhenCancelled()
            ended.continuation.yield(reply.response)
            return reply
        } _: { path in
            let client = Task { try await AdminClient(path: path).send(AdminRequest(.check), within: nil) }
            var requests = arrived.stream.makeAsyncIterator()
            await requests.next()
            client.cancel()
            var ends = ended.stream.makeAsyncIterator()
            #expect(await ends.next() == .refusal("cancelled"))
            await #expect(throws: CancellationError.self) { try await client.value }
        }
    }

    @Test("A stopping server ends the requests that may take minutes, and answers all of them")
    func cancelRequests_running_areAnswered() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/admin.sock"
        let arrived = AsyncStream<Void>.makeStream()
        let booked = AsyncStream<Void>.makeStream()
        let server = try await AdminServer(path: path, tasks: ConcurrentTaskSpawner()) { request in
            arrived.continuation.yield()
            guard request.command == .deposit else { return await answerWhenCancelled() }
            for await _ in booked.stream { break }
            return AdminReply(Task.isCancelled ? .refusal("cancelled") : AdminResponse())
        }
        async let deposit = AdminClient(path: path).send(AdminRequest(.deposit), within: Self.longWait)
        async let check = AdminClient(path: path).send(AdminRequest(.check), within: nil)
        async let backup = AdminClient(path: path).send(AdminRequest(.backup), within: nil)
        var requests = arrived.stream.makeAsyncIterator()
        for _ in 0..<3 { await requests.next() }
        server.cancelRequests()
        #expect(try await check == .refusal("cancelled"))
        #expect(try await backup == .refusal("cancelled"))
        booked.continuation.yield()
        #expect(try await deposit == AdminResponse())
        await server.close()
    }

    @Test("Waiting for a node's answer is limited in time")
    func send_silentNode_timesOut() async throws {
        let clock = TestClock()
        let gate = AsyncStream<Void>.makeStream()
        try await withServer { _ in
            for await _ in gate.stream { break }
            return AdminReply(AdminResponse())
        } _: { path in
            async let answer = AdminClient(path: path, clock: clock).send(AdminRequest(.status), within: .seconds(15))
            await clock.waitForSleeper(in: .seconds(15))
            clock.advance(by: .seconds(15))
            do {
                _ = try await answer
                Issue.record("waited without end")
            } catch {
                #expect(error as? NodeError == .adminProtocol(reason: "no answer within 15.0 seconds"))
            }
            gate.continuation.finish()
        }
    }

    @Test("Lines are found for any split of the bytes", arguments: 1...7)
    func next_chunks_sameLines(size: Int) {
        var buffer = LineBuffer(limit: 10)
        var lines: [String] = []
        let bytes = Array("one\n\ntwo\nthree".utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            buffer.append(Array(bytes[start..<min(start + size, bytes.count)]))
            while let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        #expect(lines == ["one", "", "two"])
        #expect(!buffer.isTooLong)
        buffer.append(Array(repeating: 0x20, count: 10))
        #expect(buffer.isTooLong)
    }
}
