/// The position of a stored action: by intent in the order of commits, then by action.
struct ActionPlace: Hashable, Comparable, Sendable {
    let sequence: Int64
    let actionID: Int

    static func < (left: ActionPlace, right: ActionPlace) -> Bool {
        (left.sequence, left.actionID) < (right.sequence, right.actionID)
    }
}
