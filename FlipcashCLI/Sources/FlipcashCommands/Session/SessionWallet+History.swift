import FlipcashCore
import FlipcashWallet

extension SessionWallet {
    func history(syncs: Bool) async throws -> [ActivityView] {
        if syncs { try await synchronize() }
        return try storedHistory.activities()
    }

    func activity(_ selector: String) async throws -> FoundActivity {
        // The payments service finds every payment by its whole id, even if the history does not answer.
        let gap = try await syncFailure()
        if let activity = try storedHistory.activity(selector) {
            return FoundActivity(activity: activity, isCurrent: gap == nil)
        }
        guard !isOffline, let id = try? IntentID(base58: selector) else {
            throw gap ?? StoredHistory.missing(selector)
        }
        return FoundActivity(activity: await view(try await session.lookUpPayment(id)), isCurrent: true)
    }

    /// The stored history, with the links' states from the journal.
    private var storedHistory: StoredHistory {
        StoredHistory(database: session.database) { try session.cashLinks() }
    }

    /// Updates the stored history, and returns the error if that failed.
    ///
    /// - Throws: `PinFailure`, because a different node must not look like one that is down; `CancellationError`.
    private func syncFailure() async throws -> (any Error)? {
        do {
            try await synchronize()
            return nil
        } catch let failure as PinFailure {
            throw failure
        } catch {
            try Task.checkCancellation()
            return error
        }
    }

    /// A payment that is not in the history. Its accounts show its direction. The service does not report its date.
    private func view(_ intent: CommittedIntent) async -> ActivityView {
        let vault = try? await session.cluster(for: intent.mint).vault
        let (kind, sign) = Self.direction(of: intent, from: vault)
        return ActivityView(
            id: intent.id, kind: kind, state: .completed, title: "Payment", sign: sign,
            amount: FiatAmount(wire: intent.exchangeData),
            token: token(intent.mint, quarks: intent.exchangeData.quarks), date: nil, cashLink: nil)
    }

    /// Kind and sign of a payment as the owner of `vault` sees it.
    static func direction(of intent: CommittedIntent, from vault: PublicKey?) -> (kind: String, sign: String) {
        switch intent.kind {
        // Only the receiver may look it up.
        case .receivedPaymentsPublicly: return ("received", "+")
        case .sentPublicPayment(let destination, let isIndirectSend, let isWithdrawal):
            guard let vault else { return ("unknown", "") }
            if destination == vault { return (isWithdrawal ? "deposited" : "received", "+") }
            guard intent.source == vault else { return ("unknown", "") }
            return (isIndirectSend ? "cash_link" : isWithdrawal ? "withdrew" : "gave", "-")
        }
    }
}
