/// The target for a figure. The report reads its text and shows whether the target is reached.
public enum Reach: Sendable {
    /// No target; the figure is for information.
    case none
    /// Ours is at least this many times as fast as the other implementation.
    case times(Double)
    /// At most this many nanoseconds and heap allocations per call.
    case within(nanoseconds: Double, allocations: Int)
    /// At most this many heap allocations per call.
    case allocations(Int)

    var text: String {
        switch self {
        case .none: "none"
        case .times(let factor): "times \(factor)"
        case .within(let nanoseconds, let allocations): "within \(nanoseconds) \(allocations)"
        case .allocations(let allocations): "allocations \(allocations)"
        }
    }
}
