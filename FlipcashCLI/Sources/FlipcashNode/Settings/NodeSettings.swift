#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An operator's settings for a node, read from `node.json` in its folder (payment specification §21.9).
///
/// ```json
/// {"faucet": true, "rates": "fixed", "reserve_proof_max_age": 900, "minimum_client_version": "0.0.0"}
/// ```
///
/// All settings are optional. An unknown name is refused, so that a mistyped setting is not mistaken for the default.
public struct NodeSettings: Equatable, Sendable {
    /// Whether `node faucet` works; nil enables it if only this machine can reach the node.
    public var faucet: Bool?
    /// The source of fiat rates.
    public var rates: RateSourceSetting
    /// The maximum age of a reserve proof in a payment.
    public var reserveProofMaxAge: Duration
    /// The oldest client version that is served.
    public var minimumClientVersion: ClientVersion
    /// The PostgreSQL database to use; nil for an SQLite file in the folder.
    public var database: PostgreSQLURL?

    /// The settings of a node whose folder has no `node.json`.
    public static let standard = NodeSettings()

    /// Creates settings; the defaults are the standard ones.
    public init(
        faucet: Bool? = nil,
        rates: RateSourceSetting = .fixed,
        reserveProofMaxAge: Duration = .seconds(15 * 60),
        minimumClientVersion: ClientVersion = ClientVersion(0, 0, 0),
        database: PostgreSQLURL? = nil
    ) {
        self.faucet = faucet
        self.rates = rates
        self.reserveProofMaxAge = reserveProofMaxAge
        self.minimumClientVersion = minimumClientVersion
        self.database = database
    }

    /// Reads the settings file at `path`; returns the standard settings when there is no file.
    ///
    /// - Throws: `NodeError.invalidSettings` with the name of the unusable setting; `NodeError.insecureFile` when others
    ///   can read a file that contains a password.
    static func load(_ path: String) throws(NodeError) -> NodeSettings {
        guard let content = try PrivateFile.read(path, requiringPrivacy: false) else { return .standard }
        do {
            let settings = try NodeSettings(json: content)
            if settings.database?.hasPassword == true { _ = try PrivateFile.read(path, requiringPrivacy: true) }
            return settings
        } catch let error as NodeError {
            throw error
        } catch let error as Problem {
            throw .invalidSettings(path: path, reason: error.reason)
        } catch {
            throw .invalidSettings(path: path, reason: "it is not a JSON object of settings")
        }
    }

    /// Parses settings from JSON.
    init(json: [UInt8]) throws {
        let file = try JSONDecoder().decode([String: Value].self, from: Data(json))
        self.init()
        for (name, value) in file.sorted(by: { $0.key < $1.key }) {
            try set(name, value)
        }
    }

    private mutating func set(_ name: String, _ value: Value) throws(Problem) {
        switch (name, value) {
        case ("faucet", .flag(let flag)):
            faucet = flag
        case ("rates", .text(let text)):
            guard let source = RateSourceSetting(text) else {
                throw Problem("\"rates\" must be \"fixed\", an https:// or http:// address, or a file's path")
            }
            rates = source
        case ("reserve_proof_max_age", .number(let seconds)):
            guard seconds >= 1, seconds <= 86_400, seconds == seconds.rounded() else {
                throw Problem("\"reserve_proof_max_age\" must be a whole number of seconds from 1 to 86400")
            }
            reserveProofMaxAge = .seconds(Int64(seconds))
        case ("minimum_client_version", .text(let text)):
            guard let version = ClientVersion(text) else {
                throw Problem("\"minimum_client_version\" must be a version such as \"1.2.0\"")
            }
            minimumClientVersion = version
        case ("database", .text(let text)):
            do {
                database = try PostgreSQLURL(text)
            } catch {
                throw Problem("\"database\": \(error)")
            }
        case ("faucet", _):
            throw Problem("\"faucet\" must be true or false")
        case ("database", _), ("rates", _), ("minimum_client_version", _):
            throw Problem("\"\(name)\" must be a text")
        case ("reserve_proof_max_age", _):
            throw Problem("\"reserve_proof_max_age\" must be a number of seconds")
        default:
            throw Problem("there is no setting \"\(name)\"; known: \(Self.names.joined(separator: ", "))")
        }
    }

    private static let names = ["database", "faucet", "minimum_client_version", "rates", "reserve_proof_max_age"]

    /// One value of the file.
    private enum Value: Decodable {
        case flag(Bool)
        case number(Double)
        case text(String)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .other
            }
        }
    }

    private struct Problem: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }
}
