/// One setting of the file: its name, which values it accepts, and where they go.
struct SettingDefinition: Sendable {
    let name: String
    /// Which values are accepted, as it reads after "it must be".
    let allowed: String
    /// What the setting does, as the documentation says it.
    let meaning: String
    /// Stores a value; returns false if it is not accepted. Throws what keeps it from being read.
    let read: @Sendable (SettingValue, inout NodeSettings) throws(NodeError) -> Bool
    /// The value in use, without a password; nil if there is none.
    let value: @Sendable (NodeSettings) -> SettingValue?
    /// Whether a value may contain a password, so that no message shows it.
    var isSecret = false

    /// How a message shows a value of the file.
    func shown(_ value: SettingValue) -> String { isSecret ? "not usable" : value.json }

    /// A whole number.
    static func number(
        _ name: String, _ path: any WritableKeyPath<NodeSettings, Int> & Sendable, _ range: ClosedRange<Int>,
        _ meaning: String
    ) -> SettingDefinition {
        SettingDefinition(
            name: name, allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)", meaning: meaning,
            read: { value, settings in
                guard case .number(let number) = value, range.contains(number) else { return false }
                settings[keyPath: path] = number
                return true
            },
            value: { .number($0[keyPath: path]) })
    }

    /// A duration as a whole number of seconds or days.
    static func duration(
        _ name: String, _ path: any WritableKeyPath<NodeSettings, Duration> & Sendable, _ range: ClosedRange<Int>,
        unit: DurationUnit = .seconds, _ meaning: String
    ) -> SettingDefinition {
        SettingDefinition(
            name: name,
            allowed: "a whole number of \(unit.rawValue) from \(range.lowerBound) to \(range.upperBound)",
            meaning: meaning,
            read: { value, settings in
                guard case .number(let number) = value, range.contains(number) else { return false }
                settings[keyPath: path] = .seconds(number * unit.seconds)
                return true
            },
            value: { .number(Int($0[keyPath: path].components.seconds) / unit.seconds) })
    }

    /// The units of durations.
    enum DurationUnit: String, Sendable {
        case seconds, days

        var seconds: Int {
            switch self {
            case .seconds: 1
            case .days: 86_400
            }
        }
    }

    /// The absolute path of a file, which may be missing.
    static func path(
        _ name: String, _ path: any WritableKeyPath<NodeSettings, String?> & Sendable, _ meaning: String
    ) -> SettingDefinition {
        SettingDefinition(
            name: name, allowed: "the path of a file, which begins with /", meaning: meaning,
            read: { value, settings in
                guard case .text(let text) = value, text.hasPrefix("/"), !text.hasSuffix("/"), !text.contains("\0")
                else { return false }
                settings[keyPath: path] = text
                return true
            },
            value: { $0[keyPath: path].map(SettingValue.text) })
    }

    /// An amount of US dollars with at most two decimals, kept in millionths.
    static func dollars(
        _ name: String, _ path: any WritableKeyPath<NodeSettings, Int64> & Sendable, cents range: ClosedRange<Int64>,
        _ meaning: String
    ) -> SettingDefinition {
        SettingDefinition(
            name: name,
            allowed: "a text with an amount from \(text(cents: range.lowerBound)) to \(text(cents: range.upperBound))",
            meaning: meaning,
            read: { value, settings in
                guard case .text(let text) = value, let cents = cents(text), range.contains(cents) else { return false }
                settings[keyPath: path] = cents * 10_000
                return true
            },
            value: { .text(text(cents: $0[keyPath: path] / 10_000)) })
    }

    /// `cents` as dollars, such as `0.50`.
    static func text(cents: Int64) -> String { "\(cents / 100).\(cents / 10 % 10)\(cents % 10)" }

    private static func cents(_ text: String) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts[0].utf8.count <= 9,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        let decimals = parts.count == 2 ? parts[1] : ""
        guard decimals.utf8.count <= 2, let whole = Int64(parts[0]),
            let part = Int64(decimals + String(repeating: "0", count: 2 - decimals.utf8.count))
        else { return nil }
        return whole * 100 + part
    }
}

extension SettingValue {
    /// The texts of a list; nil if it is not a list of texts.
    var texts: [String]? {
        guard case .list(let elements) = self else { return nil }
        let texts = elements.compactMap { element -> String? in
            guard case .text(let text) = element else { return nil }
            return text
        }
        return texts.count == elements.count ? texts : nil
    }
}
