/// One of the eight patterns that invert the data of a symbol, to avoid large areas of one colour.
public enum QRMask: Int, Hashable, Sendable, CaseIterable {
    /// Like a chess board.
    case checkers
    /// Every second row.
    case rows
    /// Every third column.
    case columns
    /// Every third diagonal.
    case diagonals
    /// Blocks three wide and two high.
    case blocks
    /// A grid of crosses.
    case crosses
    /// A grid of crosses filled with blocks.
    case fields
    /// A chess board with holes.
    case meadow

    /// Whether the module in a column and a row is inverted.
    public func inverts(x: Int, y: Int) -> Bool {
        switch self {
        case .checkers: (x + y) % 2 == 0
        case .rows: y % 2 == 0
        case .columns: x % 3 == 0
        case .diagonals: (x + y) % 3 == 0
        case .blocks: (x / 3 + y / 2) % 2 == 0
        case .crosses: x * y % 2 + x * y % 3 == 0
        case .fields: (x * y % 2 + x * y % 3) % 2 == 0
        case .meadow: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }
}
