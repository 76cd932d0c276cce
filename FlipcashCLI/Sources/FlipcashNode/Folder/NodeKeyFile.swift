import CodeCurves
import FlipcashCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file that holds the node's seed: `{"version":1,"seed":"<base58 of 32 bytes>"}`, mode 0600 (payment specification
/// §21.9).
///
/// The seed is the node's key, signs proofs, and is the authority of the core mint's virtual machine. Losing it means
/// losing the node: every vault's address depends on it.
enum NodeKeyFile {
    private struct Content: Decodable {
        let version: Int
        let seed: String
    }

    /// Reads the key at `path`, or creates it if there is no such file.
    ///
    /// - Throws: `NodeError.insecureFile` when others can read the file, `NodeError.unreadableKey` when it contains no
    ///   key.
    static func loadOrCreate(_ path: String, random: any RandomSource) throws(NodeError) -> KeyPair {
        if let key = try load(path) { return key }
        _ = try create(path, key: KeyPair.generate(using: random))
        guard let key = try load(path) else {
            throw .fileSystem(operation: "read", path: path, reason: "another program has removed it")
        }
        return key
    }

    /// Writes `key` to `path`, mode 0600 and durably; returns false when the file already exists.
    ///
    /// - Throws: `NodeError.unreadableKey` for a key without a seed.
    static func create(_ path: String, key: KeyPair) throws(NodeError) -> Bool {
        guard var seed = key.seed.map({ seed in seed.withUnsafeBytes { Array($0) } }) else {
            throw .unreadableKey(path: path, reason: "the key has no seed")
        }
        defer { Zeroing.zero(&seed) }
        // Base58 has no character that JSON escapes.
        var line = Array(#"{"seed":"\#(Base58.encode(seed))","version":1}\#n"#.utf8)
        defer { Zeroing.zero(&line) }
        return try PrivateFile.create(path, content: line)
    }

    /// Reads the key at `path`; nil when there is no such file.
    static func load(_ path: String) throws(NodeError) -> KeyPair? {
        guard var bytes = try PrivateFile.read(path, requiringPrivacy: true) else { return nil }
        defer { Zeroing.zero(&bytes) }
        let content: Content
        do {
            content = try JSONDecoder().decode(Content.self, from: Data(bytes))
        } catch {
            throw .unreadableKey(path: path, reason: "it is not a JSON object with version and seed")
        }
        guard content.version == 1 else {
            throw .unreadableKey(path: path, reason: "it has version \(content.version), this program knows version 1")
        }
        guard let bytes = try? Base58.decodeSecret(content.seed.utf8) else {
            throw .unreadableKey(path: path, reason: "its seed is not base58")
        }
        guard let seed = try? Seed32(bytes) else {
            throw .unreadableKey(path: path, reason: "its seed has \(bytes.count) bytes, not 32")
        }
        return KeyPair(seed: seed)
    }
}
