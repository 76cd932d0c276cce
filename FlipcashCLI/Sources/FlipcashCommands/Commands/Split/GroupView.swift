import FlipcashCore
import SharedExpenses

/// A group as it is shown.
struct GroupView: Sendable {
    let group: SplitGroup
    let overview: SplitOverview

    init(_ group: SplitGroup, _ overview: SplitOverview) {
        self.group = group
        self.overview = overview
    }

    var memberNames: String {
        group.members.map { overview.name(of: $0.id, cached: $0.name) }.joined(separator: ", ")
    }

    /// Whether the viewer manages the group.
    var isOwn: Bool { group.owner == overview.account }

    var row: [Table.Cell] {
        [
            .init(group.name), .init(memberNames), .init(group.currency.code.uppercased()),
            .init(group.isArchived ? "archived" : isOwn ? "yours" : "", .secondary),
            .init(group.id.text, .secondary),
        ]
    }

    func object(isPlanned: Bool = false) -> OutputObject {
        var object = OutputObject(schema: "split_group")
        object["id"] = .string(group.id.text)
        object["name"] = .string(group.name)
        object["members"] = .array(
            group.members.map { member in
                .fields([
                    "id": .string(member.id.text),
                    "name": .string(overview.name(of: member.id, cached: member.name)),
                    "link": .string(overview.link(of: member.id).rawValue),
                    "me": .boolean(overview.isMe(member.id)),
                ])
            })
        object["direct"] = .boolean(group.isDirect)
        object["currency"] = .string(group.currency.code)
        object["archived"] = .boolean(group.isArchived)
        object["role"] = .string(isOwn ? "owner" : "member")
        object["version"] = .integer(Int64(clamping: group.version))
        object["queued"] = .boolean(!isPlanned && overview.queued.contains(group.id.text))
        object["state"] = isPlanned ? .string("planned") : nil
        return object
    }
}
