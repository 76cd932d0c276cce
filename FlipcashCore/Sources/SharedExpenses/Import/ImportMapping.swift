/// Which ids an imported file gets (expense specification §14.2).
///
/// The mapping is made once, so that the store and the server get the same ids.
public struct ImportMapping: Hashable, Sendable {
    /// A person of the file with the name of a friend who exists.
    public struct Conflict: Hashable, Sendable {
        /// The id of the person in the file.
        public let id: MemberID
        /// The name of the person in the file.
        public let name: String
        /// The friends with this name.
        public let candidates: [MemberID]
    }

    /// The user's decision about a conflict.
    public enum Resolution: Hashable, Sendable {
        /// A new friend with the name of the file.
        case new
        /// The friend with this id, one of ``Conflict/candidates``.
        case existing(MemberID)
    }

    /// What is in the store already.
    public struct Existing: Sendable {
        /// The friend rows.
        public var friends: [Friend]
        /// The groups.
        public var groups: [SplitGroup]

        /// Creates what is in the store.
        public init(friends: [Friend] = [], groups: [SplitGroup] = []) {
            self.friends = friends
            self.groups = groups
        }
    }

    /// Errors from making a mapping.
    public enum Failure: Error, Hashable, Sendable {
        /// The names of some people match friends; the value lists all of them.
        case needsResolution([Conflict])
        /// A choice is not among the candidates.
        case badResolution(MemberID)
    }

    /// The ids of people here, by those of the file.
    public private(set) var members: [MemberID: MemberID] = [:]
    /// The ids of groups here, by those of the file.
    public private(set) var groups: [EntityID: EntityID] = [:]
    /// The new friends, with their names.
    public private(set) var newFriends: [MemberID: String] = [:]
    /// The new friends in the order of their creation.
    public private(set) var newFriendOrder: [MemberID] = []

    /// Makes the mapping of a file.
    ///
    /// - Parameters:
    ///   - own: the file's current user and the id that stands for the caller here.
    ///   - makeID: makes the text of a new id.
    public init(
        of file: PayBackFile, own: (file: MemberID, here: MemberID), existing: Existing,
        resolutions: [MemberID: Resolution] = [:], makeID: () -> String
    ) throws(Failure) {
        members[own.file] = own.here
        var builder = Builder(existing: existing, own: own.here, resolutions: resolutions)
        for person in file.friends where members[person.id] == nil {
            try map(person.id, person.name, &builder, makeID)
        }
        for member in file.members where members[member.id] == nil {
            let namesakes = Set(file.friends.filter { $0.name.foldedName == member.name.foldedName }.map(\.id))
            if builder.knownIDs.contains(member.id) {
                members[member.id] = member.id
            } else if namesakes.count == 1, let person = namesakes.first, let mapped = members[person] {
                members[member.id] = mapped
            } else {
                try map(member.id, member.name, &builder, makeID)
            }
        }
        guard builder.conflicts.isEmpty else { throw .needsResolution(builder.conflicts) }
        for group in file.groups {
            let people = Set(file.members.filter { $0.group == group.id }.compactMap { members[$0.id] })
            let same = existing.groups.first {
                $0.name.foldedName == group.name.foldedName && Set($0.members.map(\.id)) == people
            }
            groups[group.id] = same?.id ?? EntityID(makeID())
        }
    }

    private struct Builder {
        let existing: Existing
        let resolutions: [MemberID: Resolution]
        let knownIDs: Set<MemberID>
        var conflicts: [Conflict] = []

        init(existing: Existing, own: MemberID, resolutions: [MemberID: Resolution]) {
            self.existing = existing
            self.resolutions = resolutions
            knownIDs = Set(existing.friends.flatMap(\.identityIDs)).union([own])
        }
    }

    private mutating func map(
        _ id: MemberID, _ name: String, _ builder: inout Builder, _ makeID: () -> String
    ) throws(Failure) {
        if builder.knownIDs.contains(id) {
            members[id] = id
            return
        }
        let candidates = builder.existing.friends.filter {
            $0.name.foldedName == name.foldedName
                || (!$0.nickname.isEmpty && $0.nickname.foldedName == name.foldedName)
        }.map(\.memberID)
        if !candidates.isEmpty {
            switch builder.resolutions[id] {
            case nil:
                builder.conflicts.append(Conflict(id: id, name: name, candidates: candidates))
                return
            case .existing(let choice):
                guard candidates.contains(choice) else { throw .badResolution(id) }
                members[id] = choice
                return
            case .new: break
            }
        }
        let made = MemberID(makeID())
        members[id] = made
        newFriends[made] = name
        newFriendOrder.append(made)
    }
}
