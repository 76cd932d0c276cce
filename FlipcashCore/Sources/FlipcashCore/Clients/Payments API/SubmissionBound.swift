import GRPCCore

/// Ends a submission whose server has fallen silent (payment specification §4, §8).
///
/// A server gives a submission 15 seconds. One that neither answers nor ends the call after that is left, so that what
/// became of the intent can be asked for; until something has left this process, connecting may take as long as any
/// other call.
public struct SubmissionBound: Sendable {
    /// The server's budget for a submission with a second to spare: an intent that is not there this long after the
    /// last message was handed over never will be.
    public static let serverBudget: Duration = .seconds(16)
    /// How much later than the budget a silent server is left.
    static let margin: Duration = .seconds(4)

    /// The longest that a submission can take from its first moment to the end of the server's budget.
    public static let timeMax: Duration = CallOptions.unaryTimeout + margin + serverBudget + serverBudget

    let clock: any WallClock
    let progress: SubmissionProgress

    /// Runs `submission`, cancelling it when its time is over.
    ///
    /// - Throws: what `submission` throws; a submission that was left is a `deadlineExceeded` of the transport.
    func run(
        _ submission: @escaping @Sendable () async throws(SubmitIntentError) -> Void
    ) async throws(SubmitIntentError) {
        let began = clock.uptime()
        let timeLeft = { @Sendable in self.timeLeft(since: began) }
        let end = OneTimeValue<Result<Void, SubmitIntentError>>()
        var wasSilent = false
        do {
            try await clock.withDeadline(timeLeft: timeLeft) {
                do throws(SubmitIntentError) {
                    try await submission()
                    end.set(.success(()))
                } catch {
                    end.set(.failure(error))
                }
            }
        } catch {
            // The submission has ended all the same, and its own end counts: it may have succeeded at the last moment.
            wasSilent = error is DeadlineExceeded
        }
        switch end.value ?? .failure(.rpc(.cancelled)) {
        case .success: return
        case .failure(let error):
            // The cancellation was this one's own: the call ends, or looks as if the server had ended it early.
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
