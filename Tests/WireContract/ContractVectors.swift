import Foundation

/// The vector file of the wire contract. Values stay JSON text: the C++ library turns them into bytes by the definitions.
struct ContractVectors {
    struct Encoding {
        let name: String
        let type: String
        let json: String
        let hex: String
    }

    struct Order {
        let type: String
        let json: String
        let canonicalHex: String
        let otherHex: String
    }

    struct Decoding {
        let name: String
        let type: String
        let hex: String
        let canonicalHex: String
    }

    struct Signed {
        let name: String
        let type: String
        let json: String
        let hex: String
        /// Public keys and their signatures over `hex`.
        let signatures: [(public: String, signature: String)]
        /// The finished message, where it differs from what is signed.
        let request: Encoding?
    }

    struct Malformed: Error {
        let what: String
    }

    let seeds: [(seed: String, public: String)]
    let encoding: [Encoding]
    let order: [Order]
    let decoding: [Decoding]
    let signed: [Signed]
    /// Groups of the file that no test here runs.
    let unknownGroups: Set<String>

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Vectors/contract.json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
        guard let groups = object as? [String: Any] else { throw Malformed(what: "the file is no object") }
        unknownGroups = Set(groups.keys).subtracting(["format", "keys", "encoding", "go_order", "decoding", "signed"])
        seeds = try (groups["keys"] as? [String: Any] ?? [:]).values.map { key in
            (try text(key, "seed"), try text(key, "public"))
        }
        encoding = try list(groups, "encoding").map {
            Encoding(
                name: try text($0, "name"), type: try text($0, "type"), json: try json($0, "value"),
                hex: try text($0, "hex"))
        }
        order = try list(groups, "go_order").map {
            Order(
                type: try text($0, "type"), json: try json($0, "value"), canonicalHex: try text($0, "canonical_hex"),
                otherHex: try text($0, "oneof_last_hex"))
        }
        decoding = try list(groups, "decoding").map {
            Decoding(
                name: try text($0, "name"), type: try text($0, "type"), hex: try text($0, "hex"),
                canonicalHex: try text($0, "canonical_hex"))
        }
        signed = try list(groups, "signed").map { entry in
            var signatures = [(try text(entry, "public"), try text(entry, "signature"))]
            if let second = entry["second_public"] as? String {
                signatures.append((second, try text(entry, "second_signature")))
            }
            let request =
                entry["request_hex"] == nil
                ? nil
                : Encoding(
                    name: try text(entry, "name"), type: try text(entry, "request_type"),
                    json: try json(entry, "request_value"), hex: try text(entry, "request_hex"))
            return Signed(
                name: try text(entry, "name"), type: try text(entry, "signed_type"),
                json: try json(entry, "signed_value"), hex: try text(entry, "signed_hex"), signatures: signatures,
                request: request)
        }
    }
}

private func list(_ groups: [String: Any], _ name: String) throws -> [[String: Any]] {
    guard let entries = groups[name] as? [[String: Any]], !entries.isEmpty else {
        throw ContractVectors.Malformed(what: "group \(name) is missing or empty")
    }
    return entries
}

private func text(_ entry: Any, _ key: String) throws -> String {
    guard let value = (entry as? [String: Any])?[key] as? String else {
        throw ContractVectors.Malformed(what: "no text \(key) in \(entry)")
    }
    return value
}

private func json(_ entry: [String: Any], _ key: String) throws -> String {
    guard let value = entry[key] else { throw ContractVectors.Malformed(what: "no value \(key) in \(entry)") }
    return String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
}

/// Lower-case hex.
func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

/// The bytes that `hex` spells; vectors are trusted to be hex.
func unhex(_ hex: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = hex[...]
    while let byte = UInt8(rest.prefix(2), radix: 16) {
        bytes.append(byte)
        rest = rest.dropFirst(2)
    }
    return bytes
}
