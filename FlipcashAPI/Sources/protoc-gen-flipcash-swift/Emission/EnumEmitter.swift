/// Writes the declaration of an enum.
struct EnumEmitter {
    let type: EnumType

    /// A value that becomes a case, with the name of the case.
    private typealias Case = (name: String, value: EnumDescriptor.Value)

    func emit(into code: inout CodeWriter) {
        let values = Array(zip(type.caseNames, type.descriptor.values))
        var seen: [Int: String] = [:]
        var unique: [Case] = []
        var aliases: [(name: String, of: String, comment: [String])] = []
        for (name, value) in values {
            if let original = seen[value.number] {
                let isNew = original != name && !aliases.contains { $0.name == name }
                if isNew { aliases.append((name, original, value.comment)) }
            } else {
                seen[value.number] = name
                unique.append((name, value))
            }
        }
        let ownName = type.swiftName.split(separator: ".").last.map(String.init) ?? type.swiftName

        code.comment(type.descriptor.comment, otherwise: "The values of `\(type.fullName)`.")
        code.block("public enum \(ownName): ProtobufCodec.Enum") { code in
            for (name, value) in unique {
                code.comment(value.comment, otherwise: "The value `\(value.name)`.")
                code.line("case \(name)  // = \(value.number)")
            }
            code.comment(["A number that the definition does not name."])
            code.line("case UNRECOGNIZED(Int)")
            for alias in aliases {
                code.comment(alias.comment, otherwise: "Another name of `\(alias.of.filter { $0 != "`" })`.")
                code.line("public static let \(alias.name) = \(ownName).\(alias.of)")
            }
            emitConformance(of: unique, ownName, into: &code)
        }
    }

    /// Writes what `ProtobufCodec.Enum` requires.
    private func emitConformance(of cases: [Case], _ ownName: String, into code: inout CodeWriter) {
        code.line()
        code.block("public init()") { $0.line("self = .\(type.caseNames.first ?? "UNRECOGNIZED(0)")") }
        code.line()
        code.block("public init?(rawValue: Int)") { code in
            code.cases(of: "rawValue") { code in
                for (name, value) in cases { code.line("case \(value.number): self = .\(name)") }
                code.line("default: self = .UNRECOGNIZED(rawValue)")
            }
        }
        code.line()
        code.block("public var rawValue: Int") { code in
            code.cases(of: "self") { code in
                for (name, value) in cases { code.line("case .\(name): return \(value.number)") }
                code.line("case .UNRECOGNIZED(let number): return number")
            }
        }
        code.line()
        code.block("public static var allCases: [\(ownName)]") { code in
            code.line("[" + cases.map { ".\($0.name)" }.joined(separator: ", ") + "]")
        }
        code.line()
        code.block("public static let schema = ProtobufCodec.EnumSchema(\"\(type.fullName)\", [", "])") { code in
            for value in type.descriptor.values {
                code.line("ProtobufCodec.EnumSchema.Value(\"\(value.name)\", \(value.number)),")
            }
        }
    }
}
