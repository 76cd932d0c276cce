import FlipcashCore

extension OperationContext {
    /// Submits `intent`, and records its begin and its end in the journal. The caller holds the writer lock.
    ///
    /// If no answer arrives, the record stays open and the outcome is looked up later (client specification §12.8).
    ///
    /// - Parameters:
    ///   - record: the journal record, in its initial state.
    ///   - isRecordRequired: whether to submit nothing if the record cannot be written, as for a link, whose only key
    ///     is in the record. The service knows any other payment by its id, so a failing journal does not block it.
    /// - Throws: `SubmissionFailure`; `JournalFailure` if a required record cannot be written.
    func submit(_ intent: Intent, as record: JournalRecord, isRecordRequired: Bool = false) async throws {
        do {
            try journal.append(record)
        } catch {
            if isRecordRequired { throw error }
        }
        do throws(SubmissionFailure) {
            try await submitter.submit(intent, asker: .owner(owner))
        } catch {
            switch error {
            case .outcomeUnknown: break
            case .refused, .notSubmitted, .takenByAnother: try? journal.append(record.finished(isCommitted: false))
            }
            throw error
        }
        try? journal.append(record.finished(isCommitted: true))
    }

    /// Pays a swap that was agreed on. The caller holds the writer lock.
    ///
    /// - Parameters:
    ///   - swap: the swap's journal record.
    ///   - id: the id of the payment that the swap announced, so that it is paid at most once.
    /// - Returns: the record of the paid swap, which is still under way.
    /// - Throws: `SwapFailure.fundingUnknown` if no answer arrives, else `SwapFailure.notFunded`.
    func payForSwap(
        _ swap: SwapRecord, fundingID id: IntentID, from source: AccountCluster, exchangeData: PinnedExchangeData
    ) async throws -> SwapRecord {
        let intent = Intent.swapFunding(id: id, from: source, exchangeData: exchangeData)
        do {
            try await submit(intent, as: .swap(swap.with(.funding)))
        } catch let failure as SubmissionFailure {
            if case .outcomeUnknown = failure { throw SwapFailure.fundingUnknown(swap.swap) }
            throw SwapFailure.notFunded(failure)
        }
        return swap.with(.running)
    }
}
