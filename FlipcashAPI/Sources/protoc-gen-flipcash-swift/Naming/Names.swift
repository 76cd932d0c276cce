/// Converts names of definitions to the names that SwiftProtobuf generates.
enum Names {
    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "protocol", "public", "static", "struct", "subscript",
        "typealias", "var", "break", "case", "continue", "default", "defer", "do", "else", "fallthrough", "for",
        "guard", "if", "in", "repeat", "return", "switch", "where", "while", "as", "Any", "catch", "false", "is", "nil",
        "rethrows", "super", "self", "Self", "throw", "throws", "true", "try",
    ]

    private static let commonTypes: Set<String> = [
        "Bool", "Data", "Double", "Float", "Int", "Int32", "Int64", "String", "UInt", "UInt32", "UInt64",
    ]

    private static let specialVariables: Set<String> = [
        "__COLUMN__", "__FILE__", "__FUNCTION__", "__LINE__",
    ]

    private static let memberNames: Set<String> = [
        "debugDescription", "description", "dynamicType", "hashValue", "isInitialized", "unknownFields", "Type",
        "Protocol",
    ]

    private static let reservedTypes = keywords.union(commonTypes).union(specialVariables).union(memberNames).union([
        "ProtobufCodec", "Extensions", "protoMessageName", "Swift", "Equatable", "Hashable", "Sendable", "schema",
    ])

    private static let reservedFields = memberNames.union(commonTypes).union(specialVariables).union([
        "init", "self", "validate", "validateFields", "customMirror",
    ])

    private static let reservedCases: Set<String> = [
        "allCases", "debugDescription", "description", "dynamicType", "hashValue", "init", "rawValue", "self", "schema",
        "isDefined",
    ]

    private static let quotedCases = keywords.union(["associativity", "dynamicType", "optional", "required"])

    /// The prefix of the types of a package: `Ocp_Account_V1_` for `ocp.account.v1`.
    static func typePrefix(package: String) -> String {
        guard !package.isEmpty else { return "" }
        let parts = package.split(separator: ".").map { part in
            part.split(separator: "_").map { CamelCase.capitalized(String($0)) }.joined()
        }
        return parts.joined(separator: "_") + "_"
    }

    static func message(_ name: String) -> String { typeName(name, suffix: "Message") }

    static func enumeration(_ name: String) -> String { typeName(name, suffix: "Enum") }

    static func oneof(_ name: String) -> String { typeName("OneOf_\(CamelCase.upper(name))", suffix: "Oneof") }

    private static func typeName(_ name: String, suffix: String) -> String {
        if name.hasSuffix(suffix), name != suffix {
            return typeName(String(name.dropLast(suffix.count)), suffix: suffix) + suffix
        }
        return reservedTypes.contains(name) ? name + suffix : name
    }

    /// The names that a field adds to its message: the property, the stored property, `has…` and `clear…`.
    struct Member {
        let property: String
        let stored: String
        let has: String
        let clear: String

        init(_ name: String) {
            let lower = CamelCase.lower(name)
            let upper = CamelCase.upper(name)
            property = Names.field(lower, basedOn: lower)
            stored = Names.field("_\(lower)", basedOn: lower)
            has = Names.field("has\(upper)", basedOn: lower)
            clear = Names.field("clear\(upper)", basedOn: lower)
        }
    }

    private static func field(_ name: String, basedOn base: String) -> String {
        if startsWord("clear", base) || startsWord("has", base) || reservedFields.contains(base) {
            return name + "_p"
        }
        return name == base && keywords.contains(base) ? "`\(name)`" : name
    }

    /// Whether a name starts with a word followed by a capital.
    private static func startsWord(_ word: String, _ name: String) -> Bool {
        name.hasPrefix(word) && (name.dropFirst(word.count).first?.isUppercase ?? false)
    }

    static func enumCase(_ name: String) -> String {
        if reservedCases.contains(name) { return name + "_" }
        return quotedCases.contains(name) ? "`\(name)`" : name
    }

    /// The names of an enum's values in camel case, without the enum's name as prefix unless nothing else is left.
    static func enumCases(_ descriptor: EnumDescriptor) -> [String] {
        let candidates = descriptor.values.map { value in
            CamelCase.lower(stripped(value.name, of: descriptor.name) ?? value.name)
        }
        return zip(candidates, descriptor.values).map { candidate, value in
            let rivals = zip(candidates, descriptor.values).filter { $0.0 == candidate }
            guard rivals.contains(where: { $0.1.number != value.number }) else { return enumCase(candidate) }
            let suffix = value.number >= 0 ? "_\(value.number)" : "_n\(-value.number)"
            return enumCase(candidate + suffix)
        }
    }

    private static func stripped(_ name: String, of prefix: String) -> String? {
        var wanted = prefix.lowercased().filter { $0 != "_" }[...]
        var rest = name[...]
        while let next = wanted.first {
            guard let character = rest.popFirst() else { return nil }
            if character == "_" { continue }
            guard character.lowercased() == String(next) else { return nil }
            wanted.removeFirst()
        }
        rest = rest.drop { $0 == "_" }
        guard let first = rest.first, first.isLetter else { return nil }
        return String(rest)
    }
}
