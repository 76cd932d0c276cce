import GRPCCore

/// Runs one two-step submission over a bidirectional stream.
///
/// The client ends its side of the stream with its last message, and waits for the server's end after the answer. A call
/// that returned with the answer would reset the stream, and HTTP/2 servers and clients close a connection with too many
/// resets: swift-nio-http2 after 200 in 30 seconds. The answer counts however the stream ends: a server that keeps the
/// stream open delays it by at most ``SubmissionBound/streamEndTimeMax``.
struct TwoStepCall<Submission: TwoStepSubmission>: Sendable {
    /// Handles the response of the call.
    typealias Handler = @Sendable (StreamingClientResponse<Submission.Response>) async throws -> Submission.Success

    let machine: TwoStepMachine<Submission>
    let progress: SubmissionProgress
    /// Measures the wait for the end of the stream.
    let clock: any WallClock

    private struct Message: Sendable {
        let stage: SubmissionProgress.Stage
        let request: Submission.Request
    }

    private typealias Outbox = AsyncStream<Message>.Continuation

    /// Starts the machine, opens the stream with `open`, and returns what the server has confirmed.
    ///
    /// - Throws: the server's refusal; ``TwoStepFailure/encoding`` before anything was sent,
    ///   ``TwoStepFailure/unexpectedMessage``, or ``TwoStepFailure/rpc(_:)``.
    func run(
        _ open: (StreamingClientRequest<Submission.Request>, @escaping Handler) async throws -> Submission.Success
    ) async throws(Submission.Failure) -> Submission.Success {
        var machine = machine
        let first: Submission.Request
        do { first = try machine.start() } catch { throw .encoding }
        let (outbound, outbox) = AsyncStream<Message>.makeStream()
        outbox.yield(Message(stage: .actionsSent, request: first))
        if machine.hasSentLastMessage { outbox.finish() }
        let progress = progress
        let request = StreamingClientRequest<Submission.Request> { writer in
            for await message in outbound {
                progress.noteHandOver(of: message.stage)
                // The transport may hold a message back; it has been handed over when the write returns.
                defer { progress.noteHandOver(of: message.stage) }
                try await writer.write(message.request)
            }
        }
        let started = machine
        do {
            return try await open(request) { response in
                defer { outbox.finish() }
                return try await boundingEnd { answered in
                    try await exchange(started, response, outbox, answered)
                }
            }
        } catch let error as Submission.Failure {
            throw error
        } catch {
            throw .rpc(RPCFailure(error))
        }
    }

    /// Runs `exchange`, and cancels it if it has not ended ``SubmissionBound/streamEndTimeMax`` after it opened its latch.
    ///
    /// - Throws: the error of `exchange`.
    private func boundingEnd(
        _ exchange: @escaping @Sendable (_ answered: Latch) async throws -> Submission.Success
    ) async throws -> Submission.Success {
        let answered = Latch()
        // Not `withDeadline`: the time starts with the answer, and the answer counts even after the time is up.
        return try await withThrowingTaskGroup(of: Submission.Success?.self) { group in
            group.addTask { try await exchange(answered) }
            group.addTask {
                await answered.wait()
                try? await clock.sleep(for: SubmissionBound.streamEndTimeMax)
                return nil
            }
            defer { group.cancelAll() }
            while let end = try await group.next() {
                if let success = end { return success }
                group.cancelAll()
            }
            throw CancellationError()
        }
    }

    /// Exchanges messages up to the server's answer, opens `answered`, and waits for the end of the stream.
    ///
    /// - Throws: the server's refusal, a rejection of the server's messages, or an error of the call before the answer.
    private func exchange(
        _ started: TwoStepMachine<Submission>, _ response: StreamingClientResponse<Submission.Response>,
        _ outbox: Outbox, _ answered: Latch
    ) async throws -> Submission.Success {
        var (machine, messages) = (started, response.messages.makeAsyncIterator())
        while let message = try await messages.next() {
            guard let answer = try react(to: message, &machine, outbox) else { continue }
            answered.open()
            // The answer stands even if the stream fails now, or goes on against the protocol.
            _ = try? await messages.next()
            return try answer.get()
        }
        // A call that this client cancelled looks like one that the server ended early.
        try Task.checkCancellation()
        throw Submission.Failure.unexpectedMessage
    }

    /// Handles a message of the server, and ends the client's side after its last message.
    ///
    /// - Returns: the server's answer; nil if the message is not the answer.
    /// - Throws: a rejection of the message.
    private func react(
        to message: Submission.Response, _ machine: inout TwoStepMachine<Submission>, _ outbox: Outbox
    ) throws(Submission.Failure) -> Result<Submission.Success, Submission.Failure>? {
        defer { if machine.hasSentLastMessage { outbox.finish() } }
        do throws(Submission.Failure) {
            switch try machine.receive(message) {
            case .send(let next):
                outbox.yield(Message(stage: .signaturesSent, request: next))
                return nil
            case .finish(let success):
                progress.advance(to: .confirmed)
                return .success(success)
            }
        } catch {
            guard machine.isAnswered else { throw error }
            return .failure(error)
        }
    }
}
