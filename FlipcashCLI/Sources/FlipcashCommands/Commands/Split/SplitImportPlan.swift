import FlipcashCore
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import SharedExpenses

/// What a file adds to the shared expenses.
struct SplitImportPlan {
    private(set) var changes: [SplitChange]
    /// How many entries are here already.
    private(set) var knownCount = 0
    /// Entries that are not imported, and why.
    private(set) var problems: [String] = []

    func count(of kind: String) -> Int { changes.filter { $0.kind == kind }.count }

    /// Leaves out what the store has under the same id.
    mutating func removeKnown(_ overview: SplitOverview) {
        let world = overview.view.world
        let all = changes.count
        changes.removeAll { change in
            switch change {
            case .putFriend(let put): overview.friend(of: put.friend.memberID) != nil
            case .putGroup(let put): world.groups[put.group.id] != nil
            case .putExpense(let put): world.expenses[put.expense.id] != nil
            case .putPayment(let payment): world.payments[payment.id] != nil
            default: false
            }
        }
        knownCount += all - changes.count
    }

    /// Checks how much is new.
    ///
    /// - Throws: `CommandFailure` `limit_exceeded`, exit 65.
    func checkSize() throws(CommandFailure) {
        let bounds = [
            ("put_friend", "friend", SplitLimits.importedFriends), ("put_group", "group", SplitLimits.importedGroups),
            ("put_expense", "expense", SplitLimits.importedExpenses),
        ]
        for (kind, noun, limit) in bounds where count(of: kind) > limit {
            throw CommandFailure(
                SplitFailure.Code.limitExceeded.rawValue, .badInput,
                "The file has \(CountText.of(count(of: kind), "new \(noun)")). One import adds at most "
                    + "\(CountText.of(limit, noun)). Divide the file into smaller ones.")
        }
    }

    /// An export of this program.
    init(json text: String, desk: SplitDesk) throws {
        let export: SplitExport
        do {
            export = try JSONDecoder().decode(SplitExport.self, from: Data(text.utf8))
        } catch {
            throw CommandFailure(
                "import_invalid", .badInput,
                "The file is not an export of shared expenses. Write one with: flipcash split export")
        }
        guard export.schema == SplitExport.schema else {
            throw CommandFailure(
                "import_invalid", .badInput,
                "The file has the format \"\(DisplayText.sanitized(export.schema))\", not \(SplitExport.schema). Use "
                    + "the version of flipcash that wrote it.")
        }
        changes = export.changes(as: try desk.overview().me)
    }

    /// An export of PayBack.
    init(
        payBack text: String, resolutions: [MemberID: ImportMapping.Resolution], currency: ExpenseCurrency,
        desk: SplitDesk
    ) throws {
        let overview = try desk.overview()
        let file = try PayBackFile(text: text, currency: currency)
        let existing = ImportMapping.Existing(friends: overview.friends, groups: overview.groups)
        let own = MemberID(file.meta["CURRENT_USER_ID"] ?? "")
        let mapping: ImportMapping
        do throws(ImportMapping.Failure) {
            mapping = try ImportMapping(
                of: file, own: (own, overview.me), existing: existing, resolutions: resolutions
            ) { desk.newID().text }
        } catch {
            throw Self.failure(error)
        }
        let plan = PayBackImport(
            file: file, mapping: mapping, currency: currency, existing: overview.expenses, owner: desk.account
        ) { desk.newID() }
        changes = plan.changes
        knownCount = plan.duplicates.count
        let names = Dictionary(file.expenses.map { ($0.id, $0.description) }) { first, _ in first }
        problems += plan.undecided.map { "\(names[$0] ?? $0.text): its shares do not add up to the total" }
        problems += plan.unreadable.map { "\(names[$0] ?? $0.text): its date, its group or a person is not known" }
    }

    private static func failure(_ error: ImportMapping.Failure) -> CommandFailure {
        switch error {
        case .badResolution(let id): return CommandFailure(split: SplitFailure(.badResolution, ["id": .text(id.text)]))
        case .needsResolution(let conflicts):
            var details = OutputObject()
            details["conflicts"] = .array(
                conflicts.map { conflict in
                    .fields([
                        "id": .string(conflict.id.text), "name": .string(conflict.name),
                        "candidates": .array(conflict.candidates.map { .string($0.text) }),
                    ])
                })
            let lines = conflicts.map { conflict in
                "  \(conflict.name): --resolve \(conflict.id)=new or --resolve "
                    + conflict.candidates.map { "\(conflict.id)=\($0)" }.joined(separator: " or ")
            }
            return CommandFailure(
                SplitFailure.Code.needsResolution.rawValue, .badInput,
                "Some people of the file have the name of a friend. Say who they are:\n"
                    + lines.joined(separator: "\n"), details: details)
        }
    }

    /// A table of one group.
    init(
        table text: String, columns: GroupTable.Columns, group: String?, me: String?, currency: ExpenseCurrency,
        desk: SplitDesk
    ) throws {
        let overview = try desk.overview()
        let table = try GroupTable(text: text, columns: columns, currency: currency)
        guard let name = group else {
            throw CommandFailure.usage("Name the group of the table with --group. It is made if it does not exist.")
        }
        guard let own = me ?? table.people.first(where: { $0.lowercased() == desk.ownName.lowercased() }),
            let column = table.people.first(where: { $0.lowercased() == own.lowercased() })
        else {
            let names = table.people.map { DisplayText.sanitized($0) }.joined(separator: ", ")
            throw CommandFailure.usage("Say which column is yours with --me. The people are: \(names).")
        }
        changes = []
        var people = [column: overview.me]
        let stored = overview.groups.first { $0.name.lowercased() == name.lowercased() }
        var members = stored?.members ?? [desk.ownMember(overview.me)]
        for person in table.people where person != column {
            if let member = stored?.members.first(where: { $0.name.lowercased() == person.lowercased() }) {
                people[person] = member.id
                continue
            }
            let (member, change) = try GroupForm.member(person, desk, overview)
            people[person] = member.id
            members.append(member)
            if let change { changes.append(change) }
        }
        let target = stored?.id ?? desk.newID()
        if members.count > stored?.members.count ?? 0 {
            var put = stored ?? SplitGroup(id: target, name: name, members: [], currency: currency)
            put.members = members
            changes.append(.putGroup(GroupPut(put, baseVersion: put.version)))
        }
        for change in try table.changes(group: target, members: people, makeID: { desk.newID() }) {
            if Self.isKnown(change, overview) { knownCount += 1 } else { changes.append(change) }
        }
        problems = table.rejected.map { "row \($0.row): its \($0.reason.words)" }
    }

    /// Whether the store has an entry of the same group, day, amount and text.
    private static func isKnown(_ change: SplitChange, _ overview: SplitOverview) -> Bool {
        switch change {
        case .putExpense(let put):
            let expense = put.expense
            return overview.expenses.contains { other in
                other.groupID == expense.groupID && other.total == expense.total
                    && other.description.lowercased() == expense.description.lowercased()
                    && other.date.isWithin(seconds: PayBackImport.duplicateWindow, of: expense.date)
            }
        case .putPayment(let payment):
            return overview.view.world.payments.values.contains { other in
                other.groupID == payment.groupID && other.amount == payment.amount && other.note == payment.note
                    && other.createdAt.isWithin(seconds: PayBackImport.duplicateWindow, of: payment.createdAt)
            }
        default: return false
        }
    }
}

extension GroupTable.Rejection.Reason {
    fileprivate var words: String {
        switch self {
        case .date: "date cannot be read"
        case .amount: "amounts cannot be read"
        case .currency: "currency is not known"
        case .unbalanced: "values do not add up to zero"
        }
    }
}
