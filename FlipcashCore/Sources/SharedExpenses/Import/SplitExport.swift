import FlipcashCore

/// Everything that a person sees, as it is written to a file without loss (expense specification §14.1).
public struct SplitExport: Hashable, Sendable, Codable {
    /// The name of the format.
    public static let schema = "flipcash.split_export/1"

    /// The name of the format, ``schema``.
    public var schema: String
    /// When the file was written.
    public var exportedAt: SplitTime
    /// The ids of the person who made it.
    public var me: [MemberID]
    /// The friend rows, in the order of their ids.
    public var friends: [Friend]
    /// The groups, in the order of their ids.
    public var groups: [SplitGroup]
    /// The expenses, in the order of date and id.
    public var expenses: [Expense]
    /// The payments, in the order of their ids.
    public var payments: [SplitPayment]
    /// The closings, in the order of their ids.
    public var closings: [GroupClosing]

    /// Exports what a person sees.
    public init(_ view: SplitView, at now: SplitTime) {
        schema = Self.schema
        exportedAt = now
        me = [view.me.memberID] + view.me.ids.subtracting([view.me.memberID]).sorted()
        friends = view.world.friends.values.sorted { $0.memberID < $1.memberID }
        groups = view.world.groups.values.sorted { $0.id < $1.id }
        expenses = view.world.expenses.values.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
        payments = view.world.payments.values.sorted { $0.id < $1.id }
        closings = view.world.closings.values.sorted { $0.id < $1.id }
    }

    /// The changes that put it into the empty ledger of another account, with the same balances of the person.
    ///
    /// Only cash and outside payments can be recorded again. Payments by the wallet become outside payments, since the
    /// money has moved. Payments between other people, and those that a closing has ended, are left out; the splits
    /// that they have paid are settled instead. A split of several debts stays open if one of them is the person's and
    /// is not paid by those. Friends are not linked there, so the ids of their accounts become those of their rows.
    ///
    /// - Parameter member: the id of the person in the other ledger.
    public func changes(as member: MemberID) -> [SplitChange] {
        let completed = payments.filter { $0.state == .completed }.sorted(by: Self.isEarlier)
        let kept = completed.filter(canBeRecorded)
        let paid = splits(paidBy: completed, otherThan: Set(kept.map(\.id)))
        var changes: [SplitChange] = friends.map { .putFriend(FriendPut($0)) }
        changes += groups.map { .putGroup(GroupPut($0)) }
        changes += expenses.map { .putExpense(ExpensePut($0.settling(paid))) }
        let known = Set(kept.map(\.id))
        for var payment in kept {
            if payment.method == .direct || payment.method == .cashLink { payment.method = .external }
            if let reversed = payment.reverses, !known.contains(reversed) { payment.reverses = nil }
            changes.append(.putPayment(payment))
        }
        var names = me.map { ($0, member) }
        for friend in friends { names += friend.identityIDs.dropFirst().map { ($0, friend.memberID) } }
        return changes.map { change in names.reduce(change) { $0.replacing($1.0, with: $1.1) } }
    }

    /// Whether a completed payment is the person's own, and no closing has ended it.
    private func canBeRecorded(_ payment: SplitPayment) -> Bool {
        guard me.contains(payment.from) || me.contains(payment.to) else { return false }
        let time = payment.completedAt ?? payment.createdAt
        return !closings.contains { $0.groupID == payment.groupID && time <= $0.at }
    }

    /// The splits that payments other than `kept` have paid: the first payment between debtor and creditor that names a
    /// split pays it. Without the splits of which the person has another debt.
    private func splits(paidBy payments: [SplitPayment], otherThan kept: Set<EntityID>) -> Set<EntityID> {
        var people = PersonIdentity(friends: friends, members: groups.flatMap(\.members))
        people.join(me)
        let identity = people
        let debts = try? DebtLedger(expenses: expenses, payments: []) { identity.representative(of: $0) }
        // Sums that do not fit have no balances either.
        guard let debts else { return [] }
        var open = Dictionary(grouping: debts.entries.filter(\.isOpen), by: \.split)
        let myself = me.first.map { identity.representative(of: $0) }
        // With several payers one split is owed to several people, and its mark settles all these debts.
        var own = open.mapValues { entries in
            entries.filter { $0.debtor == myself || $0.creditor == myself }.count
        }
        var paid: Set<EntityID> = []
        for payment in payments {
            let pair = Set([payment.from, payment.to].map { identity.representative(of: $0) })
            for split in payment.settles {
                let entries = open[split] ?? []
                let left = entries.filter { entry in
                    entry.currency != payment.amount.currency || Set([entry.debtor, entry.creditor]) != pair
                }
                guard left.count < entries.count else { continue }
                open[split] = left
                guard !kept.contains(payment.id) else { continue }
                paid.insert(split)
                if let myself, pair.contains(myself) { own[split, default: 0] -= entries.count - left.count }
            }
        }
        return paid.filter { own[$0, default: 0] == 0 }
    }

    private static func isEarlier(_ left: SplitPayment, _ right: SplitPayment) -> Bool {
        (left.completedAt ?? left.createdAt, left.id) < (right.completedAt ?? right.createdAt, right.id)
    }
}

extension Expense {
    /// The expense with some splits marked as settled.
    fileprivate func settling(_ paid: Set<EntityID>) -> Expense {
        var expense = self
        for index in splits.indices where paid.contains(splits[index].id) { expense.splits[index].isSettled = true }
        return expense
    }
}

extension PayBackFile {
    /// Whether a field would begin a comment, a section, or the first or last line, if it were not quoted.
    private static func isSpecial(_ field: String) -> Bool { ["#", "[", "="].contains { field.hasPrefix($0) } }

    /// The file of what a person sees, for exchange. Notes, currencies and several payers are lost.
    public static func text(_ export: SplitExport, name: String) -> String {
        var lines = ["===PAYBACK_EXPORT===", "EXPORTED_AT: \(export.exportedAt.iso8601)"]
        lines += ["CURRENT_USER_ID: \(export.me.first?.text ?? "")", "CURRENT_USER_NAME: \(name)"]
        func section(_ name: String, _ rows: [[String]]) {
            lines.append("[\(name)]")
            lines += rows.map { CSVText.row($0, quoting: isSpecial) }
        }
        section(
            "FRIENDS",
            export.friends.map {
                [$0.memberID.text, $0.name, $0.nickname, "\($0.isLinked)", $0.linkedAccount?.text ?? "", ""]
            })
        section(
            "GROUPS",
            export.groups.map {
                [$0.id.text, $0.name, "\($0.isDirect)", "false", $0.createdAt.iso8601, "\($0.members.count)"]
            })
        section(
            "GROUP_MEMBERS",
            export.groups.flatMap { group in group.members.map { [group.id.text, $0.id.text, $0.name] } })
        section(
            "EXPENSES",
            export.expenses.map {
                [
                    $0.id.text, $0.groupID?.text ?? "", $0.description, $0.date.iso8601, $0.total.decimalText,
                    $0.payers.first?.member.text ?? "", "\($0.isSettled)", "false",
                ]
            })
        section(
            "EXPENSE_INVOLVED_MEMBERS",
            export.expenses.flatMap { expense in expense.involved.map { [expense.id.text, $0.text] } })
        section(
            "EXPENSE_SPLITS",
            export.expenses.flatMap { expense in
                expense.splits.map { split in
                    let units = ExpenseAmount(split.units, expense.total.currency).decimalText
                    return [expense.id.text, split.id.text, split.member.text, units, "\(split.isSettled)"]
                }
            })
        section(
            "PARTICIPANT_NAMES",
            export.expenses.flatMap { expense in
                expense.participants.map { [expense.id.text, $0.member.text, $0.name] }
            })
        lines += ["===END_PAYBACK_EXPORT===", ""]
        return lines.joined(separator: "\n")
    }
}

extension ExpenseAmount {
    /// The amount as a decimal number with all digits of its currency, such as `-3.05`.
    public var decimalText: String {
        let digits = String(units.magnitude)
        guard currency.digits > 0 else { return (units < 0 ? "-" : "") + digits }
        let padded = String(repeating: "0", count: max(0, currency.digits + 1 - digits.utf8.count)) + digits
        return (units < 0 ? "-" : "") + padded.dropLast(currency.digits) + "." + padded.suffix(currency.digits)
    }
}

extension SplitTime {
    /// The moment in ISO 8601, in UTC and whole seconds. Years beyond 1 to 9999 are cut off there.
    public var iso8601: String { String(TimestampText.text(Instant(seconds: seconds)).prefix(19)) + "Z" }
}
