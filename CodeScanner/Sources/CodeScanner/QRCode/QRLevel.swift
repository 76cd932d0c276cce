/// How much of a QR code may be damaged.
public enum QRLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// About 7 % of the symbol (L).
    case low
    /// About 15 % (M).
    case medium
    /// About 25 % (Q).
    case quartile
    /// About 30 % (H).
    case high

    /// The two bits by which a symbol states its level.
    public var indicator: Int {
        switch self {
        case .low: 1
        case .medium: 0
        case .quartile: 3
        case .high: 2
        }
    }

    /// The level that two bits state.
    public init(indicator: Int) {
        switch indicator & 3 {
        case 0: self = .medium
        case 1: self = .low
        case 2: self = .high
        default: self = .quartile
        }
    }

    /// By how much damage is corrected.
    public static func < (left: QRLevel, right: QRLevel) -> Bool { left.rawValue < right.rawValue }
}
