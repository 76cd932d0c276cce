import Foundation
import Testing

/// A JSON document as another program reads it.
enum Answer: Decodable, Equatable, Sendable {
    /// The field is absent; the specification never writes null.
    case absent
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([Answer])
    case object([String: Answer])

    init(parsing line: some StringProtocol, sourceLocation: SourceLocation = #_sourceLocation) throws {
        do {
            self = try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
        } catch {
            Issue.record("not JSON: \(line)", sourceLocation: sourceLocation)
            throw error
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([Answer].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: Answer].self))
        }
    }

    subscript(name: String) -> Answer {
        if case .object(let members) = self { members[name] ?? .absent } else { .absent }
    }

    subscript(index: Int) -> Answer { items.indices.contains(index) ? items[index] : .absent }

    /// The elements of a list.
    var items: [Answer] {
        if case .list(let items) = self { items } else { [] }
    }

    /// The characters of a text.
    var string: String {
        if case .text(let text) = self { text } else { "" }
    }

    /// The names of an object's members.
    var names: Set<String> {
        if case .object(let members) = self { Set(members.keys) } else { [] }
    }
}

extension Answer: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
}
