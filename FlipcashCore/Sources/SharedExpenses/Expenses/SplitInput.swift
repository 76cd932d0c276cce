/// How a total is divided among people (expense specification §7).
public enum SplitMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Equal shares.
    case equal
    /// Percentages that add up to 100.
    case percent
    /// Whole numbers of shares.
    case shares
    /// The units of each share.
    case exact
    /// Weights: units that need not add up to the total.
    case scaled
    /// The lines of a receipt. Tax, tips and discounts are spread in proportion.
    case itemized
    /// Another mode, and units that are added to or taken from some shares.
    case adjusted
}

/// What was entered to divide an expense. It is kept so that the expense can be edited.
public struct SplitInput: Hashable, Sendable, Codable {
    /// A line of a receipt.
    public struct Item: Hashable, Sendable, Codable {
        /// What the line says; may be empty.
        public var label: String
        /// The price in units, more than 0.
        public var units: Int64
        /// The people who share it.
        public var members: [MemberID]

        /// Creates a line.
        public init(label: String = "", units: Int64, members: [MemberID]) {
            self.label = label
            self.units = units
            self.members = members
        }
    }

    /// How the total is divided.
    public var mode: SplitMode
    /// The mode below the adjustments: equal, percent or shares.
    public var base: SplitMode
    /// The percentage, shares, units or weight of a person, as decimal text. Mode `equal` ignores it; a person
    /// without one has one share in mode `shares`, and none in the others.
    public var values: [MemberID: String]
    /// Units on top of the base, by person.
    public var adjustments: [MemberID: Int64]
    /// The lines of a receipt, for mode `itemized`.
    public var items: [Item]
    /// Whether percentages that do not add up to 100 are scaled.
    public var normalizes: Bool

    /// Creates an input.
    public init(
        mode: SplitMode, base: SplitMode = .equal, values: [MemberID: String] = [:],
        adjustments: [MemberID: Int64] = [:], items: [Item] = [], normalizes: Bool = false
    ) {
        self.mode = mode
        self.base = base
        self.values = values
        self.adjustments = adjustments
        self.items = items
        self.normalizes = normalizes
    }
}
