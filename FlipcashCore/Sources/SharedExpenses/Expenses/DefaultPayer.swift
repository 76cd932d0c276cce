/// Chooses who paid when the caller does not say (expense specification §6.3).
public enum DefaultPayer {
    /// Returns the only member that is the viewer; nil if no member or more than one is. The person then has to choose.
    public static func choose(among members: [GroupMember], isMe: (MemberID) -> Bool) -> MemberID? {
        let marked = members.filter(\.isSelf)
        if marked.count == 1 { return marked[0].id }
        let own = members.filter { isMe($0.id) }
        return own.count == 1 ? own[0].id : nil
    }
}
