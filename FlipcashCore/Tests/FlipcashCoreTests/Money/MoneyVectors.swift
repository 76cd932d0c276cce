import Foundation
import Testing

/// Reads the vector files of `Tests/Vectors`, or of the folder that `FLIPCASH_VECTORS` names.
enum MoneyVectors {
    /// One case of a group: its identity, its input and what must come out.
    struct Case: Decodable, CustomStringConvertible {
        let id: String
        let `in`: JSONValue
        let out: JSONValue

        var input: JSONValue { `in` }
        var description: String { id }
    }

    private struct File: Decodable {
        let groups: [String: [Case]]
    }

    static func folder() -> URL {
        if let folder = ProcessInfo.processInfo.environment["FLIPCASH_VECTORS"] { return URL(filePath: folder) }
        var folder = URL(filePath: #filePath)
        for _ in 0..<5 { folder.deleteLastPathComponent() }
        return folder.appending(path: "Tests/Vectors")
    }

    static func data(_ name: String) throws -> Data {
        try Data(contentsOf: folder().appending(path: "\(name).json"))
    }

    static func groups(_ name: String) throws -> [String: [Case]] {
        try JSONDecoder().decode(File.self, from: data(name)).groups
    }

    /// Runs every case of every group, and fails on a group that is neither handled nor known to belong elsewhere.
    static func run(
        _ name: String, elsewhere: Set<String> = [], _ handlers: [String: (Case) throws -> Void]
    ) throws {
        let groups = try groups(name)
        var count = 0
        for (group, cases) in groups.sorted(by: { $0.key < $1.key }) {
            guard let handler = handlers[group] else {
                #expect(elsewhere.contains(group), "\(name).json has the unknown group \(group)")
                continue
            }
            for vector in cases {
                count += 1
                do {
                    try handler(vector)
                } catch {
                    Issue.record("\(vector.id): \(error)")
                }
            }
        }
        #expect(count > 0)
    }
}

/// A JSON value with the accessors that vectors need.
indirect enum JSONValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// The member, or null where there is none.
    subscript(_ key: String) -> JSONValue {
        guard case .object(let members) = self else { return .null }
        return members[key] ?? .null
    }

    var isNull: Bool { self == .null }

    var optionalString: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    func string() throws -> String {
        guard let value = optionalString else { throw Missing(description: "expected a string, found \(self)") }
        return value
    }

    func double() throws -> Double {
        guard case .number(let value) = self else { throw Missing(description: "expected a number, found \(self)") }
        return value
    }

    func int() throws -> Int {
        guard let value = Int(exactly: try double()) else {
            throw Missing(description: "expected an integer, found \(self)")
        }
        return value
    }

    func bool() throws -> Bool {
        guard case .bool(let value) = self else { throw Missing(description: "expected a truth value, found \(self)") }
        return value
    }

    func array() throws -> [JSONValue] {
        guard case .array(let value) = self else { throw Missing(description: "expected an array, found \(self)") }
        return value
    }

    func uint64() throws -> UInt64 {
        guard let value = UInt64(try string()) else {
            throw Missing(description: "expected an unsigned integer in a string, found \(self)")
        }
        return value
    }

    /// Nil for null, an error for anything else that is not an unsigned integer in a string.
    func optionalUInt64() throws -> UInt64? { isNull ? nil : try uint64() }
}
