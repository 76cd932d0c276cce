import FlipcashCore
import SharedExpenses

/// Functions for adding a group and for adding a member.
enum GroupForm {
    /// The member that an argument names. A new name becomes a friend, with the change for that.
    static func member(
        _ selector: String, _ desk: SplitDesk, _ overview: SplitOverview
    ) throws(CommandFailure) -> (member: GroupMember, change: SplitChange?) {
        do throws(CommandFailure) {
            let person = try overview.person(selector)
            if person.isMe { return (desk.ownMember(overview.me), nil) }
            let friend = overview.friend(of: person.id)
            let name = friend?.name ?? person.name
            return (GroupMember(id: person.id, name: name, accountFriendMemberID: friend?.memberID), nil)
        } catch {
            let name = selector.trimmingBlanks()
            guard error.status == .notFound, (1...Friend.nameLimit).contains(name.count) else { throw error }
            let friend = Friend(owner: desk.account, memberID: desk.newMember(), name: name, status: .friend)
            desk.call.printer.note("\(DisplayText.sanitized(name)) is added to your friends.")
            let member = GroupMember(id: friend.memberID, name: name, accountFriendMemberID: friend.memberID)
            return (member, .putFriend(FriendPut(friend)))
        }
    }
}
