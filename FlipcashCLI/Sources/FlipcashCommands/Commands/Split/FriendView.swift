import FlipcashCore
import SharedExpenses

/// A friend as it is shown.
struct FriendView: Sendable {
    let friend: Friend
    let overview: SplitOverview

    init(_ friend: Friend, _ overview: SplitOverview) {
        self.friend = friend
        self.overview = overview
    }

    var row: [Table.Cell] {
        [
            .init(friend.displayName()), .init(friend.nickname, .secondary), .init(friend.linkState.rawValue),
            .init(friend.memberID.text, .secondary),
        ]
    }

    func object(isPlanned: Bool = false) -> OutputObject {
        var object = OutputObject(schema: "split_friend")
        object["id"] = .string(friend.memberID.text)
        object["name"] = .string(friend.displayName())
        object["real_name"] = .string(friend.name)
        object["nickname"] = friend.nickname.isEmpty ? nil : .string(friend.nickname)
        object["link"] = .string(friend.linkState.rawValue)
        object["user"] = friend.linkedAccount.map { .string($0.text) }
        object["version"] = .integer(Int64(clamping: friend.version))
        object["queued"] = .boolean(!isPlanned && overview.queued.contains(friend.memberID.text))
        object["state"] = isPlanned ? .string("planned") : nil
        return object
    }
}
