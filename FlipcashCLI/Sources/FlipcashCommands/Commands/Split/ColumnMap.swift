#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import SharedExpenses

/// The file that names the columns of a table.
enum ColumnMap {
    /// The names as the file has them; a missing one is the usual name.
    private struct Names: Decodable {
        var date: String?
        var description: String?
        var cost: String?
        var currency: String?
        var category: String?
        var people: [String]?
    }

    static func columns(_ text: String, file: String) throws(CommandFailure) -> GroupTable.Columns {
        let names: Names
        do {
            names = try JSONDecoder().decode(Names.self, from: Data(text.utf8))
        } catch {
            throw .badInput(
                "\(DisplayText.sanitized(file)) does not name columns. Write {\"date\":\"Date\",\"description\":\"What\","
                    + "\"cost\":\"Amount\",\"people\":[\"Ann\",\"Bob\"]}.", code: "bad_map")
        }
        let usual = GroupTable.Columns()
        return GroupTable.Columns(
            date: names.date ?? usual.date, description: names.description ?? usual.description,
            cost: names.cost ?? usual.cost, currency: names.currency ?? usual.currency,
            category: names.category ?? usual.category, people: names.people)
    }
}
