import FlipcashCore
import FlipcashWallet
import SavingsGoals

/// Contributions whose outcome was not known when their command ended.
extension GoalDesk {
    /// Looks up the outcome of pending contributions. Counts those that were paid, and deletes those that were not.
    ///
    /// Best effort: a contribution with an unknown outcome stays pending.
    ///
    /// - Returns: the number of contributions that were counted.
    @discardableResult
    func settlePending(in wallet: any WalletAccess) async throws -> Int {
        var count = 0
        for pending in try store.pendingContributions() where !isDryRun {
            switch pending.kind {
            case .payment:
                guard let id = try? IntentID(base58: pending.payment) else { continue }
                switch await outcome(of: id, orderedAt: pending.date, in: wallet) {
                case .done:
                    if try store.settle(pending: pending.payment, now: now, random: random) != nil { count += 1 }
                case .failed: try store.drop(pending: pending.payment)
                case nil: continue
                }
            case .purchase:
                guard let swap = try? await wallet.market.swap(pending.payment), swap.isOver else { continue }
                guard swap.state == .finalized, let asset = try store.asset(pending.asset),
                    case .wallet(let mint) = asset.source
                else {
                    try store.drop(pending: pending.payment)
                    continue
                }
                if try settlePurchase(pending.payment, of: mint) != nil { count += 1 }
            }
        }
        return count
    }

    private enum Outcome {
        case done, failed
    }

    /// How long another command may take between storing a contribution and writing its payment to the journal.
    private static let patience: Duration = .seconds(600)

    /// How a payment ended; nil if that is not known.
    ///
    /// The journal is written before a payment is submitted, so a payment that neither it nor the service knows was
    /// never submitted. A recent one may still be submitted: another command stores the contribution before it pays.
    private func outcome(
        of id: IntentID, orderedAt date: Instant, in wallet: any WalletAccess
    ) async -> Outcome? {
        do {
            switch try wallet.journalState(of: id) {
            case .done: return .done
            case .failed: return .failed
            case .submitting: return nil
            case nil: break
            }
            _ = try await wallet.activity(id.base58)
            return .done
        } catch {
            guard CommandFailure(describing: error).status == .notFound else { return nil }
            return now.duration(since: date) > Self.patience ? .failed : nil
        }
    }

    /// Reserves the tokens of a purchase. Does it only once.
    ///
    /// - Returns: the units that were reserved; nil if it was reserved before.
    func settlePurchase(_ swap: String, of mint: PublicKey) throws -> ExactInteger? {
        try store.settle(
            pending: swap, balance: try reloaded().holdings[mint]?.units ?? 0, now: now, random: random)
    }
}
