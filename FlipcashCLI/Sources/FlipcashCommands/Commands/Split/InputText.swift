import FlipcashCore
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import SharedExpenses

/// Reads a text file that an argument names.
enum InputText {
    /// The largest file that is read.
    private static let byteCountMax = 64 << 20

    /// - Throws: `CommandFailure`: exit 66 when it cannot be read, 65 when it is not UTF-8.
    static func read(_ path: String) throws(CommandFailure) -> String {
        guard SystemFiles.exists(path) else { throw .noFile(path) }
        let bytes: [UInt8]
        do throws(SystemFailure) {
            bytes = try OpenFile.with(path, .read) { file throws(SystemFailure) in
                try file.contents(upTo: byteCountMax)
            }
        } catch {
            throw CommandFailure("no_file", .cannotRead, "Cannot read \(DisplayText.sanitized(path)): \(error.reason).")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .badInput("The file \(DisplayText.sanitized(path)) is not UTF-8 text.")
        }
        return text
    }
}

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
