import FlipcashCore
import SharedExpenses

/// Finds the people, groups and expenses that arguments name.
extension SplitOverview {
    /// The people whom an argument can name: the members of a group, or the viewer, friends and members of all groups.
    func people(in group: SplitGroup? = nil) -> [Person] {
        if let group { return group.members.map { person($0.id, cached: $0.name) } }
        var found = [person(me)]
        for friend in friends where !isMe(friend.memberID) {
            found.append(person(friend.linkedMemberID ?? friend.memberID, cached: friend.name))
        }
        for member in groups.flatMap(\.members) where !found.contains(where: { $0.ids.contains(member.id) }) {
            found.append(person(member.id, cached: member.name))
        }
        return found
    }

    private func person(_ id: MemberID, cached: String? = nil) -> Person {
        let friend = friend(of: id)
        let others = [friend?.name, friend?.nickname, friend?.originalName, cached].compactMap { $0 }
        return Person(
            id: id, name: name(of: id, cached: cached), otherNames: others.filter { !$0.isEmpty },
            ids: identity.ids(of: id), link: link(of: id), isMe: isMe(id))
    }

    /// The person whom a name, a nickname, the beginning of an id or `me` names.
    ///
    /// - Throws: `CommandFailure`: exit 3 without a match, 65 with several.
    func person(_ selector: String, in group: SplitGroup? = nil) throws(CommandFailure) -> Person {
        let wanted = selector.trimmingBlanks().lowercased()
        let people = people(in: group)
        if wanted == "me", let own = people.first(where: \.isMe) { return own }
        let named = people.filter { !$0.isMe && ([$0.name] + $0.otherNames).contains { $0.lowercased() == wanted } }
        let matches =
            named.isEmpty ? people.filter { $0.ids.contains { IDPrefix.matches(wanted, hexadecimal: $0.text) } } : named
        guard let match = matches.first else {
            let place = group.map { " in the group \"\($0.name)\"" } ?? ""
            let advice =
                group == nil
                ? "Add a friend with: flipcash split friends add NAME"
                : "Add one with: flipcash split groups add-member"
            throw CommandFailure(
                "person_not_found", .notFound,
                "There is no person \"\(DisplayText.sanitized(selector))\"\(place). \(advice)")
        }
        guard matches.count == 1 else { throw .ambiguous(selector, people: matches) }
        return match
    }

    /// The friend row of the person whom an argument names.
    ///
    /// - Throws: `CommandFailure`: exit 3 without a match, 65 with several.
    func friend(_ selector: String) throws(CommandFailure) -> Friend {
        let person = try person(selector)
        guard let friend = friend(of: person.id), !person.isMe else {
            throw CommandFailure(
                "friend_not_found", .notFound,
                "\(person.isMe ? "You are" : "\(person.name) is") not in your list of friends. "
                    + "List them with: flipcash split friends list")
        }
        return friend
    }

    /// The group with this name, or the one whose id starts with it.
    ///
    /// - Throws: `CommandFailure`: exit 3 without a match, 65 with several.
    func group(_ selector: String) throws(CommandFailure) -> SplitGroup {
        let wanted = selector.trimmingBlanks().lowercased()
        let named = groups.filter { $0.name.lowercased() == wanted }
        // Of groups with the same name, the only one that is not archived is meant.
        let active = named.filter { !$0.isArchived }
        let byName = active.count == 1 ? active : named
        let matches = byName.isEmpty ? groups.filter { IDPrefix.matches(wanted, hexadecimal: $0.id.text) } : byName
        guard let match = matches.first else {
            throw CommandFailure(
                "group_not_found", .notFound,
                "There is no group \"\(DisplayText.sanitized(selector))\". List them with: flipcash split groups list")
        }
        guard matches.count == 1 else { throw .ambiguous(selector, "groups", ids: matches.map(\.id.text)) }
        return match
    }

    /// The expense whose id starts with `selector`.
    ///
    /// - Throws: `CommandFailure`: exit 3 without a match, 65 with several.
    func expense(_ selector: String) throws(CommandFailure) -> Expense {
        try only(
            "expense", selector, among: expenses, id: \.id,
            orElse: "There is no expense with the id \"\(DisplayText.sanitized(selector))\". List them with: "
                + "flipcash split list")
    }

    /// The payment of or to the viewer whose id starts with `selector`.
    ///
    /// - Throws: `CommandFailure`: exit 3 without a match, 65 with several.
    func payment(_ selector: String) throws(CommandFailure) -> SplitPayment {
        try only(
            "payment", selector, among: payments, id: \.id,
            orElse: "You have no payment with the id \"\(DisplayText.sanitized(selector))\". List them with: "
                + "flipcash split payments list --all")
    }

    /// The one whose id starts with `selector`.
    ///
    /// - Parameters:
    ///   - kind: what is chosen from, in the singular.
    ///   - missing: the message if there is none.
    private func only<Entity>(
        _ kind: String, _ selector: String, among all: [Entity], id: (Entity) -> EntityID, orElse missing: String
    ) throws(CommandFailure) -> Entity {
        let wanted = selector.trimmingBlanks().lowercased()
        let matches = all.filter { IDPrefix.matches(wanted, hexadecimal: id($0).text) }
        guard let match = matches.first else { throw CommandFailure("\(kind)_not_found", .notFound, missing) }
        guard matches.count == 1 else { throw .ambiguous(selector, "\(kind)s", ids: matches.map { id($0).text }) }
        return match
    }
}

extension CommandFailure {
    /// The failure for a name that several people have.
    fileprivate static func ambiguous(_ text: String, people: [SplitOverview.Person]) -> CommandFailure {
        let names = people.map { "\($0.name) (\($0.id.text.prefix(8)))" }
        var details = OutputObject()
        details["candidates"] = .array(
            people.map { .fields(["person": .string($0.id.text), "name": .string($0.name)]) })
        return CommandFailure(
            "ambiguous_person", .badInput,
            "\"\(DisplayText.sanitized(text))\" names \(people.count) people: \(names.joined(separator: ", ")). "
                + "Use the beginning of an id instead.", details: details)
    }
}
