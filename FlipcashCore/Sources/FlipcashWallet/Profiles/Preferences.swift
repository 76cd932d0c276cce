public import FlipcashCore
import Synchronization

/// A profile's preferences that the program records (client specification §2.4): `preferences.json`.
public final class Preferences: Sendable {
    private let path: String
    private let files: any FileSystem
    private let document: Mutex<JSONValue>

    /// Reads the preferences at `path`. A damaged file counts as empty.
    public init(path: String, files: any FileSystem) {
        self.path = path
        self.files = files
        document = Mutex(Self.stored(at: path, files))
    }

    /// Creates preferences that are not stored.
    public static func inMemory() -> Preferences { Preferences(path: "", files: NoFiles()) }

    private static func stored(at path: String, _ files: any FileSystem) -> JSONValue {
        let bytes = (try? files.read(path)) ?? nil
        return bytes.flatMap { try? JSONFile.decode(JSONValue.self, from: $0) } ?? .object([:])
    }

    /// Whether an account was logged in when the program last ended.
    public var wasLoggedIn: Bool {
        get { value(["state", "wasLoggedIn"])?.boolean ?? false }
        set { set(.bool(newValue), at: ["state", "wasLoggedIn"]) }
    }

    /// The currency that balances are shown in; nil until one was chosen.
    public var balanceCurrency: CurrencyCode? {
        get { value(["currency", "balanceCurrency"])?.text.flatMap { CurrencyCode(rawValue: $0) } }
        set { set(newValue.map { .string($0.rawValue) }, at: ["currency", "balanceCurrency"]) }
    }

    /// The recently used currencies, newest first.
    public var recentCurrencies: [CurrencyCode] {
        get {
            guard case .array(let codes) = value(["currency", "recentCurrencies"]) else { return [] }
            return codes.compactMap { $0.text.flatMap { CurrencyCode(rawValue: $0) } }
        }
        set { set(.array(newValue.map { .string($0.rawValue) }), at: ["currency", "recentCurrencies"]) }
    }

    /// The currency to give cash in by default.
    public var storedTokenMint: PublicKey? {
        get { value(["token", "storedTokenMint"])?.text.flatMap { try? PublicKey(base58: $0) } }
        set { set(newValue.map { .string($0.base58) }, at: ["token", "storedTokenMint"]) }
    }

    private func value(_ path: [String]) -> JSONValue? { document.withLock { $0[path: path] } }

    private func set(_ value: JSONValue?, at path: [String]) {
        document.withLock { document in
            document = document.setting(value, at: path)
            // Best effort: an unsaved preference is not an error.
            try? save(value, at: path)
        }
    }

    /// Changes one member of the file's current content, because other programs may have changed the file since it was
    /// read.
    private func save(_ value: JSONValue?, at member: [String]) throws {
        guard !path.isEmpty else { return }
        let lock = try files.lock(path + ".lock")
        defer { withExtendedLifetime(lock) {} }
        let stored = Self.stored(at: path, files)
        guard stored[path: member] != value else { return }
        try files.replace(path, with: JSONFile.encode(stored.setting(value, at: member), indented: true) + [0x0A])
    }
}

/// A file system without files.
private struct NoFiles: FileSystem {
    func read(_ path: String) throws(FileFailure) -> [UInt8]? { nil }
    func replace(_ path: String, with bytes: [UInt8]) throws(FileFailure) {}
    func append(_ bytes: [UInt8], to path: String) throws(FileFailure) {}
    func remove(_ path: String) throws(FileFailure) {}
    func makeFolder(_ path: String) throws(FileFailure) {}
    func permissions(_ path: String) throws(FileFailure) -> UInt16? { nil }
    func tryLock(_ path: String) throws(FileFailure) -> HeldLock? { HeldLock {} }
    func lock(_ path: String) throws(FileFailure) -> HeldLock { HeldLock {} }
}
