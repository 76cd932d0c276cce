import CPostgreSQL

/// Where a PostgreSQL database is and who may use it: `postgres://user:password@host:port/name?option=value`.
///
/// Parts that are missing come from libpq's environment variables, such as `PGPASSFILE`, and from its password file.
/// It never shows its password: neither as a description nor in an error.
public struct PostgreSQLURL: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The address as libpq takes it, with the password.
    let text: String

    /// The address without passwords.
    public let description: String

    /// Whether the address contains a password.
    public let hasPassword: Bool

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }

    private static let schemes = ["postgres://", "postgresql://"]

    /// Reads an address. A password with `@`, `/` or `?` that is not percent-encoded is refused: libpq would take part
    /// of it for the host and quote it in errors.
    ///
    /// - Throws: `NodeError.invalidDatabaseAddress` when this is not the address of a PostgreSQL database;
    ///   `NodeError.missingDatabaseLibrary` when libpq, which reads it, cannot be loaded.
    public init(_ text: String) throws(NodeError) {
        guard let scheme = Self.schemes.first(where: text.hasPrefix), !text.utf8.contains(0) else {
            throw .invalidDatabaseAddress
        }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard rest.count(where: { $0 == "@" }) == authority.count(where: { $0 == "@" }),
            authority.count(where: { $0 == "@" }) <= 1, let options = try Self.options(text),
            (options["port"] ?? "").allSatisfy({ $0.isASCII && $0.isNumber || $0 == "," })
        else { throw .invalidDatabaseAddress }
        self.text = text
        description = Self.description(options)
        hasPassword = options["password"] != nil || options["sslpassword"] != nil
    }

    /// The options that libpq finds in the address; nil when it finds a mistake. libpq's own text about the mistake may
    /// quote the password.
    private static func options(_ text: String) throws(NodeError) -> [String: String]? {
        let libpq = try LibPQ.functions()
        var message: UnsafeMutablePointer<CChar>?
        let list = libpq.pointee.PQconninfoParse(text, &message)
        libpq.pointee.PQfreemem(message)
        guard let list else { return nil }
        defer { libpq.pointee.PQconninfoFree(list) }
        var options: [String: String] = [:]
        var entry = list
        while let keyword = entry.pointee.keyword {
            if let value = entry.pointee.val { options[String(cString: keyword)] = String(cString: value) }
            entry += 1
        }
        return options
    }

    private static func description(_ options: [String: String]) -> String {
        let user = options["user"].map { $0 + "@" } ?? ""
        let host = options["host"] ?? options["hostaddr"] ?? ""
        let isSocket = host.hasPrefix("/")
        let port = options["port"].map { ":" + $0 } ?? ""
        let name = "/" + (options["dbname"] ?? "")
        let others = options.filter { !namedParts.contains($0.key) && !secretParts.contains($0.key) }
            .sorted { $0.key < $1.key }.map { $0.key + "=" + encoded($0.value) }
        let query = ((isSocket ? ["host=" + host] : []) + others).joined(separator: "&")
        return "postgres://" + user + (isSocket ? "" : host) + port + name + (query.isEmpty ? "" : "?" + query)
    }

    /// The options that stand in front of the question mark.
    private static let namedParts: Set<String> = ["user", "host", "hostaddr", "port", "dbname"]
    private static let secretParts: Set<String> = ["password", "sslpassword"]

    /// `value` with percent-encoded bytes where it is not letters, digits, `-`, `.`, `_`, `~` or `/`.
    private static func encoded(_ value: String) -> String {
        value.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-._~/".contains(character))
            return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
