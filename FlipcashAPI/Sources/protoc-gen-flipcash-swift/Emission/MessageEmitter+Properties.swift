extension MessageEmitter {
    func emitProperties(into code: inout CodeWriter) {
        var openedOneofs: Set<Int> = []
        for field in fields {
            if case .arm(let index) = field.shape, openedOneofs.insert(index).inserted {
                emitOneofProperty(index, into: &code)
            }
            code.comment(field.descriptor.comment)
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
        code.line(
            "public var \(Names.Member(oneofName(index)).property): \(Names.oneof(oneofName(index)))? = nil")
        code.line()
    }

    private func emitExplicitProperty(_ field: Field, into code: inout CodeWriter) {
        let names = field.names
        let stored = field.isBoxed ? "\(names.stored).value" : names.stored
        code.block("public var \(names.property): \(field.value.swiftType)") { code in
            code.line("get { \(stored) ?? \(field.value.defaultValue) }")
            code.line("set { \(stored) = newValue }")
        }
        code.line("/// Whether `\(trimmed(names.property))` is set.")
        let isPresent = field.isBoxed ? "\(names.stored).isPresent" : "\(names.stored) != nil"
        code.line("public var \(names.has): Bool { \(isPresent) }")
        code.line("/// Unsets `\(trimmed(names.property))`.")
        code.line("public mutating func \(names.clear)() { \(names.stored) = \(field.isBoxed ? ".absent" : "nil") }")
    }

    private func emitArmProperty(_ field: Field, _ index: Int, into code: inout CodeWriter) {
        let oneof = Names.Member(oneofName(index)).property
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

    private func trimmed(_ name: String) -> String {
        name.filter { $0 != "`" }
    }
}
