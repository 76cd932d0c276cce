/// The schema version, stored in a text file beside the store (client specification §4.2).
public enum SQLiteVersion {
    /// The schema version of this program; raise it for every change of a table or column.
    public static let current = 2

    /// Reads the contents of the file; 0 if the file is missing or is not a number.
    static func parse(_ bytes: [UInt8]?) -> Int {
        guard let bytes, let text = String(validating: bytes, as: UTF8.self),
            let version = Int(text.filter { !$0.isWhitespace })
        else { return 0 }
        return version
    }

    /// The contents of the file for a version.
    static func text(_ version: Int) -> [UInt8] { [UInt8](String(version).utf8) }
}
