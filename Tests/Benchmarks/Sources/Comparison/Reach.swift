/// What the project wants to reach with a figure. The report reads its text and says whether it is.
public enum Reach: Sendable {
    /// The figure is for information.
    case none
    /// At least so many times as fast as this rival.
    case times(Double)
    /// At most so many nanoseconds and heap allocations a call.
    case within(nanoseconds: Double, allocations: Int)
    /// At most so many heap allocations a call.
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
