/// A profile's name: 1 to 64 of `a–z A–Z 0–9 - _ .`, not starting with a dot, because it is part of file names.
public struct ProfileName: Hashable, Sendable, CustomStringConvertible {
    /// The checked name.
    public let text: String

    /// The default profile.
    public static let `default` = ProfileName(checked: "default")
    /// The profile of the public service; used only if named.
    public static let flipcash = ProfileName(checked: "flipcash")
    /// The profile for tests: an embedded node and plain keys.
    public static let test = ProfileName(checked: "test")

    private init(checked text: String) { self.text = text }

    /// Creates a name from text.
    ///
    /// - Throws: `SettingsFailure.badProfileName`.
    public init(_ text: String) throws(SettingsFailure) {
        let isAllowed = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        // "node" is the node's folder, which lies beside those of the profiles.
        guard isAllowed, (1...64).contains(text.utf8.count), !text.hasPrefix("."), text != "node" else {
            throw .badProfileName(text)
        }
        self.text = text
    }

    /// The same as ``text``.
    public var description: String { text }

    /// The name under which words of the environment `development` are kept. No profile has it: it begins with a dot.
    var development: ProfileName { ProfileName(checked: ".development." + text) }
}
