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

    private enum Event: Sendable {
        case ended(Result<Void, SubmitIntentError>)
        case silent
        case watchEnded
    }

    let clock: any WallClock
    let progress: SubmissionProgress

    /// Runs `submission`, cancelling it when its time is over.
    ///
    /// - Throws: what `submission` throws; a submission that was left is a `deadlineExceeded` of the transport.
    func run(
        _ submission: @escaping @Sendable () async throws(SubmitIntentError) -> Void
    ) async throws(SubmitIntentError) {
        let (result, wasSilent) = await withTaskGroup(of: Event.self) { group in
            group.addTask {
                do throws(SubmitIntentError) {
                    try await submission()
                    return .ended(.success(()))
                } catch {
                    return .ended(.failure(error))
                }
            }
            group.addTask { await watch() }
            var wasSilent = false
            for await event in group {
                switch event {
                case .ended(let result):
                    group.cancelAll()
                    return (result, wasSilent)
                case .silent:
                    wasSilent = true
                    group.cancelAll()
                case .watchEnded: continue
                }
            }
            return (Result<Void, SubmitIntentError>.failure(.rpc(.cancelled)), wasSilent)
        }
        switch result {
        case .success: return
        case .failure(let error):
            // The cancellation was this one's own: the call ends, or looks as if the server had ended it early.
            let isOwn = wasSilent && (error == .rpc(.cancelled) || error == .unexpectedMessage)
            throw isOwn ? .rpc(.transportFailure(code: .deadlineExceeded)) : error
        }
    }

    /// Returns when the time is over.
    private func watch() async -> Event {
        let began = clock.uptime()
        while true {
            let limit = progress.lastHandOver.map { $0 + Self.serverBudget + Self.margin }
            let left = (limit ?? began + CallOptions.unaryTimeout) - clock.uptime()
            guard left > .zero else { return .silent }
            do { try await clock.sleep(for: left) } catch { return .watchEnded }
        }
    }
}
