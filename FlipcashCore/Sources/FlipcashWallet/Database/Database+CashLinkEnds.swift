import FlipcashCore
import GRDB

extension Database {
    /// Returns how links ended, by the id of the payment that funded them.
    func getCashLinkEnds() throws(DatabaseFailure) -> [IntentID: LinkRecord.State] {
        try read { database in
            var ends: [IntentID: LinkRecord.State] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT id, state FROM cashLinkEnd") {
                guard let id = IntentID(column: row["id"]), let state: String = row["state"] else { continue }
                ends[id] = LinkRecord.State(rawValue: state)
            }
            return ends
        }
    }

    /// Returns the links of the stored history, newest first, with their stored ends.
    ///
    /// Needs no key, and so leaves out what is in the encrypted journal: the secrets of the links, and links that the
    /// history does not show yet.
    public func getCashLinks() throws(DatabaseFailure) -> [ListedCashLink] {
        let ends = try getCashLinkEnds()
        let activities = try getCashLinkActivities()
        return activities.compactMap { activity in
            activity.cashLink.map { link in
                ListedCashLink(activity: activity, link: link, record: nil, end: ends[activity.id])
            }
        }
    }

    /// Stores how the link ended that the payment `id` funded. A stored end never changes.
    func insert(cashLinkEnd end: LinkRecord.State, of id: IntentID) throws(DatabaseFailure) {
        try write { database in
            try database.execute(
                sql: "INSERT INTO cashLinkEnd (id, state) VALUES (?, ?) ON CONFLICT(id) DO NOTHING",
                arguments: [id.column, end.rawValue])
        }
    }

    /// Returns the link whose end was looked up last, as the id of the payment that funded it; nil if there was none.
    func getLastLinkLookUp() throws(DatabaseFailure) -> IntentID? {
        try read { database in
            try Row.fetchOne(database, sql: "SELECT link FROM cashLinkLookUp WHERE id = 1")
                .flatMap { IntentID(column: $0["link"]) }
        }
    }

    /// Stores which link's end was looked up last. Announces no change, because nothing on display depends on it.
    func insert(lastLinkLookUp id: IntentID) throws(DatabaseFailure) {
        try write(isSilent: true) { database in
            try database.execute(
                sql: """
                    INSERT INTO cashLinkLookUp (id, link) VALUES (1, ?)
                    ON CONFLICT(id) DO UPDATE SET link = excluded.link
                    """,
                arguments: [id.column])
        }
    }
}
