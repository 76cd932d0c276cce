public import FlipcashCore

/// The steps between the states of a goal (goals specification §3.3).
extension Goal.Lifecycle {
    /// What happens to a goal's allocations when its state changes.
    public enum AllocationEffect: Hashable, Sendable {
        /// The allocations stay: the money is spent.
        case kept
        /// The allocations are removed: the money is free again.
        case removed
    }

    /// Returns what a change to `next` does to the allocations; nil when the change is not possible.
    public func effect(ofChangeTo next: Goal.Lifecycle) -> AllocationEffect? {
        switch (self, next) {
        case (.active, .cancelled): .removed
        case (.active, .finished): .kept
        case (.active, .deleted), (.cancelled, .deleted), (.finished, .deleted): .removed
        case (.cancelled, .active), (.finished, .active), (.deleted, .active): .kept
        case (.active, .active), (.cancelled, .cancelled), (.finished, .finished), (.deleted, .deleted): nil
        case (.cancelled, .finished), (.finished, .cancelled), (.deleted, .cancelled), (.deleted, .finished): nil
        }
    }

    /// Whether lists hide the goal.
    public var isHidden: Bool { self != .active }
}

/// A change of a goal's state that is not possible.
public struct LifecycleRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The state that the goal is in.
    public let state: Goal.Lifecycle
    /// The state that was asked for.
    public let next: Goal.Lifecycle

    /// Both states, in lower case and without a full stop.
    public var description: String { "the goal is \(state.rawValue) and cannot become \(next.rawValue)" }
}

extension Goal {
    /// Changes the state.
    ///
    /// - Returns: what happens to the goal's allocations.
    /// - Throws: ``LifecycleRefusal`` when the change is not possible.
    public mutating func change(to next: Lifecycle, at now: Instant) throws(LifecycleRefusal)
        -> Lifecycle.AllocationEffect
    {
        guard let effect = lifecycle.effect(ofChangeTo: next) else {
            throw LifecycleRefusal(state: lifecycle, next: next)
        }
        lifecycle = next
        lifecycleChanged = now
        modified = now
        return effect
    }
}
