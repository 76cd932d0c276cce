internal import ProtobufCodec

/// Writes the `validateFields()` methods of a file's messages.
struct ValidationEmitter {
    let table: TypeTable
    private var patterns: [String] = []
    private var body = CodeWriter()

    init(_ table: TypeTable) {
        self.table = table
    }

    /// The code of a whole file; nil when none of its messages has rules.
    static func file(_ file: FileDescriptor, _ table: TypeTable) throws -> String? {
        var emitter = ValidationEmitter(table)
        for message in file.messages { try emitter.emit(message, scope: file.package) }
        guard !emitter.body.lines.isEmpty else { return nil }
        var code = CodeWriter()
        code.header(source: file.name, imports: ["ProtobufCodec"])
        for (index, pattern) in emitter.patterns.enumerated() {
            code.line("private let pattern\(index) = ProtobufCodec.TextPattern(checked: #\"\(pattern)\"#)")
        }
        if !emitter.patterns.isEmpty { code.line() }
        return code.text + emitter.body.text
    }

    private mutating func emit(_ descriptor: MessageDescriptor, scope: String) throws {
        let fullName = scope.isEmpty ? descriptor.name : "\(scope).\(descriptor.name)"
        if table.isValidated(fullName), !descriptor.isMapEntry {
            let type = try table.message(fullName)
            let emitter = try MessageEmitter(type, table)
            var lines: [String] = []
            for index in emitter.realOneofs where descriptor.oneofs[index].isRequired {
                let name = emitter.oneofName(index)
                lines.append("try ProtobufCodec.Rule.isSet(self.\(emitter.oneofProperty(index)) != nil, \"\(name)\")")
            }
            for field in emitter.fields { lines += try checks(of: field, emitter) }
            body.block("extension \(type.swiftName)") { code in
                code.block("public func validateFields() throws(ProtobufCodec.ValidationError)") { code in
                    for line in lines { code.line(line) }
                }
            }
            body.line()
        }
        for nested in descriptor.messages { try emit(nested, scope: fullName) }
    }

    private mutating func checks(of field: Field, _ emitter: MessageEmitter) throws -> [String] {
        let rules = field.descriptor.rules
        let label = "\"\(field.descriptor.name)\""
        let isNested = table.isValidated(field.descriptor.typeName)
        switch field.shape {
        case .implicit: return try checks(rules, "self.\(field.names.property)", label)
        case .explicit where field.value.isMessage:
            guard isNested || rules.isRequired else { return [] }
            let required = rules.isRequired ? ", required: true" : ""
            return ["try ProtobufCodec.Rule.message(self.\(field.names.stored)\(required), \(label))"]
        case .explicit: return try checks(rules, "self.\(field.names.property)", label)
        case .arm(let index):
            var inner = field.value.isMessage ? [] : try checks(rules, "value", label)
            if isNested { inner.append("try ProtobufCodec.Rule.message(value, \(label))") }
            guard !inner.isEmpty else { return [] }
            let oneof = "self.\(emitter.oneofProperty(index))"
            return ["if case .\(emitter.armCase(field))(let value)? = \(oneof) {"] + inner.map { "    \($0)" } + ["}"]
        case .repeated: return try listChecks(field, rules, label, isNested: isNested)
        case .map(_, let value):
            let valueType = field.descriptor.typeName
            let mapped = try table.message(valueType).descriptor.fields.first { $0.number == 2 }
            let isMappedNested = value.isMessage && mapped.map { table.isValidated($0.typeName) } ?? false
            return try listChecks(field, rules, label, isNested: isMappedNested)
        }
    }

    private func listChecks(
        _ field: Field, _ rules: FieldRules, _ label: String, isNested: Bool
    ) throws -> [String] {
        var lines: [String] = []
        if rules.kind == .repeated {
            let bounds = Self.bounds(rules.values, 1, 2)
            if !bounds.isEmpty {
                lines.append("try ProtobufCodec.Rule.items(self.\(field.names.property).count, \(bounds)\(label))")
            }
        } else if rules.isEffective {
            throw GeneratorError("list \(field.descriptor.name) has rules that do not apply to lists")
        }
        if isNested { lines.append("try ProtobufCodec.Rule.messages(self.\(field.names.property), \(label))") }
        return lines
    }

    /// The arguments for a lower and an upper bound. A lower bound of zero is left out.
    private static func bounds(_ values: RawMessage, _ lower: Int, _ upper: Int) -> String {
        var arguments = ""
        if let min = values.integer(lower), min > 0 { arguments += "min: \(min), " }
        if let max = values.integer(upper) { arguments += "max: \(max), " }
        return arguments
    }

    private mutating func checks(_ rules: FieldRules, _ value: String, _ label: String) throws -> [String] {
        let rule = "try ProtobufCodec.Rule"
        switch rules.kind {
        case nil: return []
        case .bytes:
            let bounds = Self.bounds(rules.values, 1, 2)
            return bounds.isEmpty ? [] : ["\(rule).bytes(\(value), \(bounds)\(label))"]
        case .string: return try textChecks(rules, value, label)
        case .uint32, .uint64: return numberChecks(rules, value, label) { String($0) }
        case .int32: return numberChecks(rules, value, label) { String(Int64(bitPattern: $0)) }
        case .double: return numberChecks(rules, value, label) { "\(Double(bitPattern: $0))" }
        case .bool: return rules.values.flag(1).map { ["\(rule).constant(\(value), \($0), \(label))"] } ?? []
        case .enumeration:
            var lines: [String] = []
            let allowed = try rules.values.integers(1)
            let forbidden = try rules.values.integers(2)
            if !allowed.isEmpty { lines.append("\(rule).isIn(\(value), \(allowed), \(label))") }
            if !forbidden.isEmpty { lines.append("\(rule).isNotIn(\(value), \(forbidden), \(label))") }
            if rules.values.flag(3) == true { lines.append("\(rule).isDefined(\(value), \(label))") }
            return lines
        case .message, .timestamp, .duration, .repeated:
            throw GeneratorError("field \(label) has rules that do not fit its type")
        }
    }

    private mutating func textChecks(_ rules: FieldRules, _ value: String, _ label: String) throws -> [String] {
        let rule = "try ProtobufCodec.Rule"
        var lines: [String] = []
        let bounds = Self.bounds(rules.values, 1, 2)
        if !bounds.isEmpty { lines.append("\(rule).characters(\(value), \(bounds)\(label))") }
        if let max = rules.values.integer(3) { lines.append("\(rule).utf8(\(value), max: \(max), \(label))") }
        if let pattern = rules.values.string(4) {
            guard TextPattern(pattern) != nil else {
                throw GeneratorError("field \(label) has a pattern with unsupported syntax: \(pattern)")
            }
            if !patterns.contains(pattern) { patterns.append(pattern) }
            let index = patterns.firstIndex(of: pattern) ?? 0
            lines.append("\(rule).matches(\(value), pattern\(index), \(label))")
        }
        if rules.values.flag(5) == true { lines.append("\(rule).uri(\(value), \(label))") }
        return lines
    }

    private func numberChecks(
        _ rules: FieldRules, _ value: String, _ label: String, _ literal: (UInt64) -> String
    ) -> [String] {
        let rule = "try ProtobufCodec.Rule"
        var lines: [String] = []
        for (number, name) in [(1, "greaterThan"), (2, "atLeast"), (3, "atMost")] {
            guard let bound = rules.values.number(number) else { continue }
            lines.append("\(rule).number(\(value), \(name): \(literal(bound)), \(label))")
        }
        if let expected = rules.values.number(4) {
            lines.append("\(rule).constant(\(value), \(literal(expected)), \(label))")
        }
        return lines
    }
}
