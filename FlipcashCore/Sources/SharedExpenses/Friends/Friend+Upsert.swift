import FlipcashCore

extension Friend {
    /// The longest name.
    public static let nameLimit = 64

    /// Returns the row to store after its owner has sent a new one (expense specification §4).
    ///
    /// The fields of the link are the server's: what the owner sends for them is ignored, so an old or forged row can
    /// neither link nor unlink. Name and status of a linked row are ignored as well.
    public static func upserted(stored: Friend?, incoming: Friend) -> Friend {
        var row = stored ?? Friend(owner: incoming.owner, memberID: incoming.memberID, name: "")
        row.owner = incoming.owner
        row.memberID = incoming.memberID
        if !row.isLinked {
            let name = cleaned(incoming.name)
            if isRealName(name) { row.name = name }
            if incoming.status != .none { row.status = incoming.status }
        }
        if row.name.isEmpty { row.name = "Unknown" }
        let nickname = cleaned(incoming.nickname)
        row.nickname = nickname.lowercased() == row.name.lowercased() ? "" : nickname
        row.preference = incoming.preference
        return row
    }

    /// A name as names are compared: without white space around it, with single spaces, and in lower case.
    public static func folded(_ name: String) -> String { name.foldedName }

    /// A name without white space and quotation marks around it.
    static func cleaned(_ name: String) -> String {
        var text = name.trimmingBlanks()
        while text.count >= 2, let first = text.first, first == "\"" || first == "'", text.last == first {
            text = String(text.dropFirst().dropLast()).trimmingBlanks()
        }
        return text
    }

    /// Whether a name says who the person is.
    static func isRealName(_ name: String) -> Bool {
        let folded = name.foldedName
        return !folded.isEmpty && folded != "unknown" && folded != "deleted user"
    }
}

extension Friend {
    /// The name that a member of a deleted account has in groups.
    public static let deletedName = "Deleted User"

    /// The name to show (expense specification §4).
    ///
    /// - Parameters:
    ///   - prefersNicknames: the setting for all friends.
    ///   - showsWholeNames: whether real names are shown whole, or their first word only.
    ///   - cached: the name of the person in an expense or group.
    public func displayName(
        prefersNicknames: Bool = false, showsWholeNames: Bool = true, cached: String? = nil
    ) -> String {
        let nickname = nickname.trimmingBlanks()
        if linkState == .ghost {
            return [nickname, originalName, name, cached ?? ""].first(where: Self.isRealName)?.trimmingBlanks()
                ?? "Deleted user"
        }
        let real = [name, originalName, cached ?? ""].first(where: Self.isRealName)?.trimmingBlanks()
        let wantsNickname =
            switch preference {
            case .nickname: true
            case .real: false
            case .standard: prefersNicknames
            }
        if Self.isRealName(nickname), wantsNickname || real == nil { return nickname }
        guard let real else { return "Unnamed" }
        return showsWholeNames ? real : String(real.prefix { !$0.isWhitespace })
    }
}
