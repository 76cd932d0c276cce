import GRPCCore

/// Runs one two-step submission over a bidirectional stream.
struct TwoStepCall<Submission: TwoStepSubmission>: Sendable {
    /// Handles the response of the call.
    typealias Handler = @Sendable (StreamingClientResponse<Submission.Response>) async throws -> Submission.Success

    let machine: TwoStepMachine<Submission>
    let progress: SubmissionProgress

    private struct Message: Sendable {
        let stage: SubmissionProgress.Stage
        let request: Submission.Request
    }

    /// Starts the machine, opens the stream with `open`, and returns when the server has confirmed.
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
                var machine = started
                for try await message in response.messages {
                    switch try machine.receive(message) {
                    case .send(let next): outbox.yield(Message(stage: .signaturesSent, request: next))
                    case .finish(let success):
                        progress.advance(to: .confirmed)
                        return success
                    }
                }
                // A call that this client cancelled looks like one that the server ended early.
                try Task.checkCancellation()
                throw Submission.Failure.unexpectedMessage
            }
        } catch let error as Submission.Failure {
            throw error
        } catch {
            throw .rpc(RPCFailure(error))
        }
    }
}
