/// An expense or a refund, and who owes what of it (expense specification §2).
public struct Expense: Hashable, Sendable, Codable {
    /// Where an expense belongs.
    public enum Context: String, Hashable, Sendable, Codable {
        /// To a group of several people.
        case group
        /// To a group of two.
        case direct
        /// To the people it names.
        case adHoc
    }

    /// What one person paid.
    public struct Payer: Hashable, Sendable, Codable {
        /// Who paid.
        public var member: MemberID
        /// How much, in smallest units. Negative for a refund.
        public var units: Int64

        /// Creates what a person paid.
        public init(_ member: MemberID, _ units: Int64) {
            self.member = member
            self.units = units
        }
    }

    /// One person's share.
    public struct Split: Hashable, Sendable, Codable {
        /// The id of the split.
        public var id: EntityID
        /// The person whose share it is.
        public var member: MemberID
        /// How much, in smallest units. Negative for a refund.
        public var units: Int64
        /// Whether the share was marked as settled.
        public var isSettled: Bool

        /// Creates a split.
        public init(id: EntityID, member: MemberID, units: Int64, isSettled: Bool = false) {
            self.id = id
            self.member = member
            self.units = units
            self.isSettled = isSettled
        }
    }

    /// A person of the expense with the name that the server resolved.
    public struct Participant: Hashable, Sendable, Codable {
        /// The person.
        public var member: MemberID
        /// The account of the person; nil for a person without one.
        public var account: AccountID?
        /// The name to show.
        public var name: String

        /// Creates a participant.
        public init(member: MemberID, account: AccountID?, name: String) {
            self.member = member
            self.account = account
            self.name = name
        }
    }

    /// The id of the expense.
    public var id: EntityID
    /// Where the expense belongs.
    public var context: Context
    /// The group of the expense; nil for an ad-hoc expense.
    public var groupID: EntityID?
    /// What the money was for, as its owner entered it; not empty.
    public var description: String
    /// Further text; may be empty.
    public var notes: String
    /// When the money was spent.
    public var date: SplitTime
    /// The total. Negative for a refund.
    public var total: ExpenseAmount
    /// Who paid. The units add up to the total.
    public var payers: [Payer]
    /// Each person's share. The units add up to the total.
    public var splits: [Split]
    /// The people who take part now.
    public var involved: [MemberID]
    /// The people who were removed and still have splits.
    public var inactive: [MemberID]
    /// What was entered to divide it; nil when the splits were entered.
    public var input: SplitInput?
    /// The rate that converts the total to another currency; nil if it is not converted.
    public var rate: PinnedRate?
    /// Whether money came back.
    public var isRefund: Bool
    /// A word of the person's choice; may be empty.
    public var category: String
    /// The series of the expense; nil if it does not repeat.
    public var recurrence: Recurrence?
    /// The account that created it. The server sets it.
    public var owner: AccountID?
    /// The people with names. The server sets them.
    public var participants: [Participant]
    /// Counts the changes. The server sets it.
    public var version: UInt64
    /// When the expense was changed last. The server sets this time.
    public var updatedAt: SplitTime

    /// Creates an expense; the server sets the last values.
    public init(
        id: EntityID, context: Context, groupID: EntityID?, description: String, date: SplitTime,
        total: ExpenseAmount, payers: [Payer], splits: [Split], involved: [MemberID], notes: String = "",
        inactive: [MemberID] = [], input: SplitInput? = nil, rate: PinnedRate? = nil, isRefund: Bool = false,
        category: String = "", recurrence: Recurrence? = nil, owner: AccountID? = nil,
        participants: [Participant] = [], version: UInt64 = 0, updatedAt: SplitTime = SplitTime(milliseconds: 0)
    ) {
        self.id = id
        self.context = context
        self.groupID = groupID
        self.description = description
        self.notes = notes
        self.date = date
        self.total = total
        self.payers = payers
        self.splits = splits
        self.involved = involved
        self.inactive = inactive
        self.input = input
        self.rate = rate
        self.isRefund = isRefund
        self.category = category
        self.recurrence = recurrence
        self.owner = owner
        self.participants = participants
        self.version = version
        self.updatedAt = updatedAt
    }

    /// Whether there are splits and all are settled.
    public var isSettled: Bool { !splits.isEmpty && splits.allSatisfy(\.isSettled) }

    /// Everybody whom the expense names: payers, involved, inactive and those with splits.
    public var namedMembers: Set<MemberID> {
        Set(payers.map(\.member)).union(involved).union(splits.map(\.member)).union(inactive)
    }

    /// Checks that the splits and the payments add up to the total, and that split ids are unique.
    ///
    /// - Throws: ``SplitFailure`` `amount_sign`, `amount_out_of_range`, `split_mismatch`, `paid_mismatch`,
    ///   `duplicate_id`.
    public func checkSums() throws(SplitFailure) {
        guard isRefund ? total.units < 0 : total.units > 0 else { throw SplitFailure(.amountSign) }
        _ = try total.checked()
        let owed = try splits.map(\.units).checkedSum()
        guard owed == total.units else {
            throw SplitFailure(.splitMismatch, ["expected": .number(total.units), "actual": .number(owed)])
        }
        let paid = try payers.map(\.units).checkedSum()
        guard paid == total.units else {
            throw SplitFailure(.paidMismatch, ["expected": .number(total.units), "actual": .number(paid)])
        }
        for units in splits.map(\.units) + payers.map(\.units) where units != 0 && (units < 0) != (total.units < 0) {
            throw SplitFailure(.amountSign)
        }
        guard Set(splits.map(\.id)).count == splits.count else { throw SplitFailure(.duplicateID) }
        guard Set(payers.map(\.member)).count == payers.count else { throw SplitFailure(.duplicateParticipant) }
    }
}
