import GRPCCore

/// Ends a submission when the server stops responding (payment specification §4, §8).
///
/// The server gives a submission 15 seconds. If it neither answers nor ends the call after that, this type cancels the
/// call, so that the client can ask for the outcome of the intent. Until a message has left this process, connecting
/// may take as long as for any other call.
public struct SubmissionBound: Sendable {
    /// The server's time limit for a submission, plus one second.
    ///
    /// An intent that does not exist this long after the last message was handed over will never exist.
    public static let serverBudget: Duration = .seconds(16)
    /// How long after ``serverBudget`` a silent server is abandoned.
    static let margin: Duration = .seconds(4)
    /// How long a server may take to end the stream after its answer; see ``TwoStepCall``.
    static let streamEndTimeMax: Duration = .seconds(1)

    /// The longest time from the start of a submission to the end of the server's time limit.
    public static let timeMax: Duration = CallOptions.unaryTimeout + margin + serverBudget + serverBudget

    let clock: any WallClock
    let progress: SubmissionProgress

    /// Runs `submission` and cancels it when its time is over.
    ///
    /// - Throws: the error of `submission`; for a cancelled submission, a `deadlineExceeded` of the transport.
    func run<Success: Sendable, Failure: TwoStepFailure>(
        _ submission: @escaping @Sendable () async throws(Failure) -> Success
    ) async throws(Failure) -> Success {
        let began = clock.uptime()
        let timeLeft = { @Sendable in self.timeLeft(since: began) }
        let end = OneTimeValue<Result<Success, Failure>>()
        var wasSilent = false
        do {
            try await clock.withDeadline(timeLeft: timeLeft) {
                do throws(Failure) {
                    end.set(.success(try await submission()))
                } catch {
                    end.set(.failure(error))
                }
            }
        } catch {
            // The submission has ended all the same, and its own end counts: it may have succeeded at the last moment.
            wasSilent = error is DeadlineExceeded
        }
        switch end.value ?? .failure(.rpc(.cancelled)) {
        case .success(let success): return success
        case .failure(let error):
            // This cancelled the call. The call ends as cancelled, or as if the server had ended it early.
            let isOwn = wasSilent && (error == .rpc(.cancelled) || error == .unexpectedMessage)
            throw isOwn ? .rpc(.transportFailure(code: .deadlineExceeded)) : error
        }
    }

    /// How long the server may still be silent.
    private func timeLeft(since began: Uptime) -> Duration {
        let limit = progress.lastHandOver.map { $0 + Self.serverBudget + Self.margin }
        return (limit ?? began + CallOptions.unaryTimeout) - clock.uptime()
    }
}
