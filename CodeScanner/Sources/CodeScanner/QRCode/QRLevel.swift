/// The error correction level of a QR code: the share of the symbol that may be damaged.
public enum QRLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// About 7 % (L).
    case low
    /// About 15 % (M).
    case medium
    /// About 25 % (Q).
    case quartile
    /// About 30 % (H).
    case high

    /// The two bits that store the level in a symbol.
    public var indicator: Int {
        switch self {
        case .low: 1
        case .medium: 0
        case .quartile: 3
        case .high: 2
        }
    }

    /// The level for two stored bits.
    public init(indicator: Int) {
        switch indicator & 3 {
        case 0: self = .medium
        case 1: self = .low
        case 2: self = .high
        default: self = .quartile
        }
    }

    /// Orders levels by the damage that they correct.
    public static func < (left: QRLevel, right: QRLevel) -> Bool { left.rawValue < right.rawValue }
}
