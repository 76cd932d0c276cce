/// A value of the settings file. All numbers in it are whole.
public enum SettingValue: Hashable, Sendable {
    /// `true` or `false`.
    case flag(Bool)
    /// A whole number.
    case number(Int)
    /// A text.
    case text(String)
    /// A list.
    case list([SettingValue])

    /// The value as JSON.
    public var json: String {
        switch self {
        case .flag(let flag): "\(flag)"
        case .number(let number): "\(number)"
        case .text(let text): "\"" + text.unicodeScalars.map(Self.escaped).joined() + "\""
        case .list(let elements): "[" + elements.map(\.json).joined(separator: ", ") + "]"
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\t": "\\t"
        case _ where scalar.value < 0x20:
            "\\u" + String(repeating: "0", count: scalar.value < 0x10 ? 3 : 2) + String(scalar.value, radix: 16)
        default: String(scalar)
        }
    }
}

extension SettingValue: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try container.decode([SettingValue].self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .list(let elements): try container.encode(elements)
        }
    }
}

/// A setting in use.
public struct SettingEntry: Codable, Hashable, Sendable {
    /// The setting's name in the settings file.
    public let name: String
    /// Its value.
    public let value: SettingValue
}

/// Where something stands in the settings file. Both numbers start at 1; columns count bytes.
struct SettingPlace: Hashable, Sendable, CustomStringConvertible {
    let line: Int
    let column: Int

    var description: String { "line \(line), column \(column)" }
}

/// What is wrong with a settings file.
struct SettingProblem: Error, Equatable, CustomStringConvertible {
    /// Where it is. If two settings conflict, it is the value of the one that the file sets, or sets first.
    let place: SettingPlace
    let reason: String
    /// What keeps a setting from being read, if that is not the file's own fault.
    var obstacle: NodeError?

    var description: String { "\(place): \(reason)" }
}
