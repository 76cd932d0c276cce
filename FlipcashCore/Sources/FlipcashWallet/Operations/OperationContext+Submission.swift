import FlipcashCore

extension OperationContext {
    /// Submits `intent`, and notes in the journal that it begins and how it ended. The caller holds the writer lock.
    ///
    /// Where no answer came the record stays as it is: what became of the payment is looked up later (client
    /// specification §12.8).
    ///
    /// - Parameters:
    ///   - record: what is submitted, as it begins.
    ///   - isRecordRequired: whether nothing is submitted without the record, as for a link, whose only key it holds.
    ///     Any other payment is known to the service by its id: a journal that cannot be written does not block it.
    /// - Throws: `SubmissionFailure`; `JournalFailure` when a required record cannot be written.
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
}
