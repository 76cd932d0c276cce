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
        public var member: MemberID
        public var units: Int64

        public init(_ member: MemberID, _ units: Int64) {
            self.member = member
            self.units = units
        }
    }

    /// What one person bears.
    public struct Split: Hashable, Sendable, Codable {
        public var id: EntityID
        public var member: MemberID
        public var units: Int64
        public var isSettled: Bool

        public init(id: EntityID, member: MemberID, units: Int64, isSettled: Bool = false) {
            self.id = id
            self.member = member
            self.units = units
            self.isSettled = isSettled
        }
    }

    /// A person of the expense with the name that the server resolved.
    public struct Participant: Hashable, Sendable, Codable {
        public var member: MemberID
        public var account: AccountID?
        public var name: String

        public init(member: MemberID, account: AccountID?, name: String) {
            self.member = member
            self.account = account
            self.name = name
        }
    }

    public var id: EntityID
    public var context: Context
    /// Nil for an ad-hoc expense.
    public var groupID: EntityID?
    public var description: String
    public var notes: String
    public var date: SplitTime
    public var total: ExpenseAmount
    public var payers: [Payer]
    public var splits: [Split]
    /// Those who take part now.
    public var involved: [MemberID]
    /// Those who were removed and still have splits.
    public var inactive: [MemberID]
    public var input: SplitInput?
    public var rate: PinnedRate?
    public var isRefund: Bool
    public var category: String
    public var recurrence: Recurrence?
    /// The account that created it. The server sets it.
    public var owner: AccountID?
    /// The people with names. The server sets them.
    public var participants: [Participant]
    /// Counts the changes. The server sets it.
    public var version: UInt64
    public var updatedAt: SplitTime

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
