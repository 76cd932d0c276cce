extension MessageEmitter {
    func emitProperties(into code: inout CodeWriter) {
        var openedOneofs: Set<Int> = []
        for field in fields {
            if case .arm(let index) = field.shape, openedOneofs.insert(index).inserted {
                emitOneofProperty(index, into: &code)
            }
            code.comment(field.descriptor.comment, otherwise: description(of: field))
            switch field.shape {
            case .implicit:
                code.line(
                    "public var \(field.names.property): \(field.value.swiftType) = \(field.value.defaultValue)")
            case .repeated: code.line("public var \(field.names.property): [\(field.value.swiftType)] = []")
            case .map(let key, let value):
                code.line("public var \(field.names.property): [\(key.swiftType): \(value.swiftType)] = [:]")
            case .explicit: emitExplicitProperty(field, into: &code)
            case .arm(let index): emitArmProperty(field, index, into: &code)
            }
            code.line()
        }
    }

    private func emitOneofProperty(_ index: Int, into code: inout CodeWriter) {
        code.comment(
            type.descriptor.oneofs[index].comment, otherwise: "The arm of `\(oneofName(index))` that is set, if any.")
        code.line("public var \(oneofProperty(index)): \(Names.oneof(oneofName(index)))? = nil")
        code.line()
    }

    private func emitExplicitProperty(_ field: Field, into code: inout CodeWriter) {
        let names = field.names
        let stored = "self.\(names.stored)"
        let value = field.isBoxed ? "\(stored).value" : stored
        code.block("public var \(names.property): \(field.value.swiftType)") { code in
            code.line("get { \(value) ?? \(field.value.defaultValue) }")
            code.line("set { \(value) = newValue }")
        }
        code.line("/// Whether `\(bare(names.property))` is set.")
        let isPresent = field.isBoxed ? "\(stored).isPresent" : "\(stored) != nil"
        code.line("public var \(names.has): Bool { \(isPresent) }")
        code.line("/// Unsets `\(bare(names.property))`.")
        code.line("public mutating func \(names.clear)() { \(stored) = \(field.isBoxed ? ".absent" : "nil") }")
    }

    private func emitArmProperty(_ field: Field, _ index: Int, into code: inout CodeWriter) {
        let oneof = "self.\(oneofProperty(index))"
        code.block("public var \(field.names.property): \(field.value.swiftType)") { code in
            code.block("get") { code in
                code.line("if case .\(armCase(field))(let value)? = \(oneof) { return value }")
                code.line("return \(field.value.defaultValue)")
            }
            code.line("set { \(oneof) = .\(armCase(field))(newValue) }")
        }
    }

    func emitStorage(into code: inout CodeWriter) {
        let stored = fields.filter { field in
            if case .explicit = field.shape { true } else { false }
        }
        guard !stored.isEmpty else { return }
        code.line()
        for field in stored {
            if field.isBoxed {
                code.line("var \(field.names.stored): ProtobufCodec.Boxed<\(field.value.swiftType)> = .absent")
            } else {
                code.line("var \(field.names.stored): \(field.value.swiftType)? = nil")
            }
        }
    }

    /// The comment of a field without a comment in the definition.
    func description(of field: Field) -> String {
        "The field `\(field.descriptor.name)`, number \(field.number)."
    }
}
