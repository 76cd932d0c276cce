import FlipcashCore
import SavingsGoals

/// A share of an asset for a goal, checked against a balance and not stored yet.
struct GoalShare: Sendable {
    /// The goals, with the balances against which the share was checked.
    let desk: GoalDesk
    let asset: Asset
    /// The balance of the asset.
    let balance: ExactInteger
    /// The share that the goal has now.
    let before: ExactInteger
    /// The share that the goal is to have.
    let units: ExactInteger
    /// What the asset then promises to all goals.
    let allocations: Allocations
    /// Whether the goal is to have all that is free.
    let isRest: Bool

    /// What is set aside in addition.
    var added: AssetAmount { AssetAmount(units: units - before, asset.currency) }
}

extension GoalDesk {
    /// The part of an asset that a goal is to have.
    enum Part: Sendable {
        /// This amount.
        case exactly(String)
        /// This amount in addition to what the goal has.
        case more(String)
        /// What the goal has, and all that is free.
        case rest
        case nothing
    }

    /// Computes the share of `goal` in `asset`. Stores nothing.
    ///
    /// - Throws: `GoalsError.exceedsTotal` when the balance is too small; `CommandFailure`, exit 65, for an amount that
    ///   cannot be read.
    func share(of asset: Asset, for goal: Goal, _ part: Part) throws -> GoalShare {
        let balance = try balance(of: asset)
        var allocations = try shares(of: asset)
        let before = allocations.shares[goal.id] ?? 0
        var isRest = false
        let units: ExactInteger
        switch part {
        case .exactly(let text): units = try amount(text, asset.currency).units
        case .more(let text): units = before + (try amount(text, asset.currency).units)
        case .rest:
            isRest = true
            units = before + allocations.unallocated(balance: balance)
        case .nothing: units = 0
        }
        _ = try allocations.set(units, for: goal.id, balance: balance, currency: asset.currency)
        return GoalShare(
            desk: self, asset: asset, balance: balance, before: before, units: units, allocations: allocations,
            isRest: isRest)
    }

    /// Runs `plan`. If the wallet's stored balance is too small for it, fetches the balance once and runs `plan` again.
    ///
    /// Best effort: the first result stands with `--offline`, or if the balance cannot be fetched.
    ///
    /// - Parameters:
    ///   - asset: the asset that `plan` uses; nil for a balance of the wallet. Other balances are not fetched.
    ///   - plan: computes a share and stores nothing.
    func refreshedIfShort(
        _ asset: Asset?, _ call: Invocation, _ plan: (GoalDesk) throws -> GoalShare
    ) async throws -> GoalShare {
        let first = Result { try plan(self) }
        guard Self.isOfWallet(asset), Self.isShort(first), let fresh = try await refreshed(call) else {
            return try first.get()
        }
        return try plan(fresh)
    }

    /// The errors of a share for which the wallet has too little. A token that is not stored yet is known only by its
    /// mint, so its symbol is not a currency code.
    private static let shortages: Set = ["exceeds_total", "no_balance", "bad_currency"]

    private static func isShort(_ result: Result<GoalShare, any Error>) -> Bool {
        switch result {
        case .success(let share): share.isRest && share.units == share.before
        case .failure(let error): shortages.contains(CommandFailure(describing: error).code)
        }
    }

    private static func isOfWallet(_ asset: Asset?) -> Bool {
        switch asset?.source {
        case nil, .wallet: true
        case .manual, .address: false
        }
    }

    /// This desk with the balances that the service has now; nil if they cannot be fetched.
    private func refreshed(_ call: Invocation) async throws -> GoalDesk? {
        guard !call.options.isOffline else { return nil }
        do {
            try await call.withWallet { wallet in _ = try await wallet.balance(all: true, token: nil) }
        } catch {
            // The shortage is reported then, unless the command was stopped.
            try Task.checkCancellation()
            return nil
        }
        return try reloaded()
    }
}
