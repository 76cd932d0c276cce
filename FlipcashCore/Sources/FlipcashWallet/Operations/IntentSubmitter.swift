import FlipcashCore
import Logging

private let logger = Logger(label: "flipcash.intent-submitter")

/// Submits an intent and determines its outcome, even after a lost connection (payment specification §8).
///
/// A submission that has begun runs to its end, even if the caller is cancelled.
struct IntentSubmitter: Sendable {
    let client: Client
    let environment: RuntimeEnvironment

    /// The outcome of a submission.
    enum Outcome: Sendable {
        case committed(CommittedIntent)
        case failed(SubmissionFailure)
    }

    /// Submits `intent`; `asker` may read its metadata afterwards.
    @discardableResult
    func submit(_ intent: Intent, asker: IntentAsker) async throws(SubmissionFailure) -> CommittedIntent {
        let submission = environment.tasks.start { await run(intent, asker: asker) }
        switch await submission.result {
        case .success(.committed(let intent)): return intent
        case .success(.failed(let failure)): throw failure
        case .failure: throw .outcomeUnknown(intent.id)
        }
    }

    /// Submits; once more if another intent was committed first.
    ///
    /// A lost race committed nothing, and the id commits at most once, so the second attempt cannot pay twice.
    private func run(_ intent: Intent, asker: IntentAsker) async -> Outcome {
        let outcome = await attempt(intent, asker: asker)
        guard case .failed(.refused(let error)) = outcome, error.isRace else { return outcome }
        return await attempt(intent, asker: asker)
    }

    private func attempt(_ intent: Intent, asker: IntentAsker) async -> Outcome {
        let progress = SubmissionProgress(clock: environment.clock)
        let error: SubmitIntentError
        do throws(SubmitIntentError) {
            try await client.submitIntent(intent, progress: progress)
            // Confirm the commit: a server may claim success wrongly.
            return await confirm(intent, asker: asker)
        } catch let failure {
            error = failure
        }
        log(error, progress: progress)
        if error.isAlreadyExisting { return await confirm(intent, asker: asker) }
        if error.isVerdict(after: progress.stage) { return .failed(.refused(error)) }
        guard progress.didLeaveProcess else { return .failed(.notSubmitted(error)) }
        return await resolve(intent, asker: asker, error: error, progress: progress)
    }

    private func log(_ error: SubmitIntentError, progress: SubmissionProgress) {
        let level: Logger.Level =
            switch error.reportingLevel {
            case .suppressed: .debug
            case .info: .info
            case .error: .error
            }
        logger.log(
            level: level, "submission failed",
            metadata: [
                "kind": "\(error.name)", "stage": "\(progress.stage)",
                "reason": "\(error.reasons.first ?? "")",
            ])
    }

    /// Checks what is committed under the id: this intent, or another one for the same bill.
    private func confirm(_ intent: Intent, asker: IntentAsker) async -> Outcome {
        switch await metadata(intent.id, asker: asker) {
        case .success(let committed):
            return intent.matches(committed) ? .committed(committed) : .failed(.takenByAnother)
        case .failure(.denied): return .failed(.takenByAnother)
        case .failure(.notFound), .failure(.malformed), .failure(.rpc): return .failed(.outcomeUnknown(intent.id))
        }
    }

    /// Polls after a lost answer until the intent is committed, or can no longer be.
    private func resolve(
        _ intent: Intent, asker: IntentAsker, error: SubmitIntentError, progress: SubmissionProgress
    ) async -> Outcome {
        while true {
            switch await metadata(intent.id, asker: asker) {
            case .success(let committed):
                return intent.matches(committed) ? .committed(committed) : .failed(.takenByAnother)
            case .failure(.denied): return .failed(.takenByAnother)
            case .failure(.malformed), .failure(.rpc): return .failed(.outcomeUnknown(intent.id))
            case .failure(.notFound):
                // Without signatures nothing was committed. With signatures, nothing can be committed after the budget.
                let isOver = progress.isBudgetOver(at: environment.clock.uptime())
                let needsSignatures = intent.needsSignatures && progress.stage < .signaturesSent
                if needsSignatures || isOver { return .failed(.notSubmitted(error)) }
            }
        }
    }

    private func metadata(
        _ id: IntentID, asker: IntentAsker
    ) async -> Result<CommittedIntent, IntentMetadataError> {
        do {
            return .success(try await client.pollIntentMetadata(id, asker: asker))
        } catch let error as IntentMetadataError {
            return .failure(error)
        } catch {
            return .failure(.rpc(.cancelled))
        }
    }
}

extension SubmissionProgress {
    /// Returns whether the server's budget has passed since the last message was sent.
    fileprivate func isBudgetOver(at uptime: Uptime) -> Bool {
        guard let lastHandOver else { return true }
        return uptime - lastHandOver >= SubmissionBound.serverBudget
    }
}

extension Intent {
    /// Returns whether `committed`, which has this intent's id, is this intent.
    func matches(_ committed: CommittedIntent) -> Bool {
        switch (purpose, committed.kind) {
        case (
            .sendPublicPayment(let payment), .sentPublicPayment(let destination, let isIndirectSend, let isWithdrawal)
        ):
            committed.source == payment.source && destination == payment.destination
                && isIndirectSend == payment.variant.isIndirectSend && isWithdrawal == payment.variant.isWithdrawal
                && committed.exchangeData.quarks == payment.exchangeData.amount.quarks
        case (.receivePaymentsPublicly(let source, let quarks, _), .receivedPaymentsPublicly):
            committed.source == source && committed.exchangeData.quarks == quarks
        case (.openAccounts, _), (.sendPublicPayment, _), (.receivePaymentsPublicly, _): false
        }
    }
}
