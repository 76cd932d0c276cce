/// The encoding of a segment of text.
public enum QRMode: Int, Hashable, Sendable, CaseIterable {
    /// Digits, three in ten bits.
    case numeric = 1
    /// Digits, capital letters and nine signs, two in eleven bits.
    case alphanumeric = 2
    /// Bytes.
    case bytes = 4

    /// The number of bits of the character count at the start of a segment.
    public func countBits(_ version: QRVersion) -> Int {
        let row = version.number < 10 ? 0 : version.number < 27 ? 1 : 2
        switch self {
        case .numeric: return [10, 12, 14][row]
        case .alphanumeric: return [9, 11, 13][row]
        case .bytes: return [8, 16, 16][row]
        }
    }

    /// The number of bits of a mode indicator.
    public static let indicatorBits = 4
    /// The characters of the alphanumeric mode, ordered by value.
    public static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
    /// The mode indicator of a character set (ECI).
    public static let characterSetIndicator = 7
    /// The ECI number of UTF-8.
    public static let utf8 = 26
    /// The mode indicator of trade data (FNC1) in first position.
    public static let firstFunctionIndicator = 5
    /// The mode indicator of trade data (FNC1) in second position, followed by eight bits.
    public static let secondFunctionIndicator = 9
}
