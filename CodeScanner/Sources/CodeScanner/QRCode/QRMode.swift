/// How a part of a text is packed into bits.
public enum QRMode: Int, Hashable, Sendable, CaseIterable {
    /// Digits, three in ten bits.
    case numeric = 1
    /// Digits, capitals and nine signs, two in eleven bits.
    case alphanumeric = 2
    /// Bytes.
    case bytes = 4

    /// Bits of the number of characters that a part starts with.
    public func countBits(_ version: QRVersion) -> Int {
        let row = version.number < 10 ? 0 : version.number < 27 ? 1 : 2
        switch self {
        case .numeric: return [10, 12, 14][row]
        case .alphanumeric: return [9, 11, 13][row]
        case .bytes: return [8, 16, 16][row]
        }
    }

    /// Bits of the mark that says how a part is packed.
    public static let indicatorBits = 4
    /// The characters of the alphanumeric mode by value.
    public static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
    /// The mark that states how bytes are to be understood.
    public static let characterSetIndicator = 7
    /// The number of UTF-8 among the character sets.
    public static let utf8 = 26
    /// The mark of data in the form that trade agreed on, in its first position.
    public static let firstFunctionIndicator = 5
    /// The same in its second position, followed by eight bits.
    public static let secondFunctionIndicator = 9
}
