// Without a custom mirror, `dump` and other users of reflection would print sensitive values.

extension MessageEmitter {
    /// Whether the message has properties that reflection must not show. Oneofs have their own mirrors.
    var hasMirror: Bool {
        fields.contains { field in
            if case .arm = field.shape { false } else { field.descriptor.isSensitive }
        }
    }

    /// Writes the mirror of a message: its stored properties, under the names that Swift would show.
    func emitMirror(into code: inout CodeWriter) {
        code.comment(["The stored properties, without the values of sensitive ones."])
        code.block("public var customMirror: Swift.Mirror") { code in
            code.block("ProtobufCodec.Redaction.mirror(of: self, [", "])") { code in
                var openedOneofs: Set<Int> = []
                for field in fields {
                    switch field.shape {
                    case .implicit: emitMirror(field, field.names.property, field.value.defaultValue, into: &code)
                    case .explicit:
                        emitMirror(field, field.names.stored, field.isBoxed ? ".absent" : "nil", into: &code)
                    case .repeated: emitMirror(field, field.names.property, "[]", into: &code)
                    case .map: emitMirror(field, field.names.property, "[:]", into: &code)
                    case .arm(let index):
                        guard openedOneofs.insert(index).inserted else { continue }
                        emitMirror(oneofProperty(index), "self.\(oneofProperty(index)) as Any", into: &code)
                    }
                }
                emitMirror("unknownFields", "self.unknownFields", into: &code)
            }
        }
    }

    private func emitMirror(_ field: Field, _ property: String, _ unset: String, into code: inout CodeWriter) {
        let value = "self.\(property)"
        let shown =
            field.descriptor.isSensitive
            ? "ProtobufCodec.Redaction.shown(\(value), unset: \(unset))" : "\(value) as Any"
        emitMirror(property, shown, into: &code)
    }

    private func emitMirror(_ property: String, _ value: String, into code: inout CodeWriter) {
        code.line("\"\(bare(property))\": \(value),")
    }

    /// Writes the mirror of a oneof: the field that is set, without its value when that is sensitive.
    func emitOneofMirror(_ index: Int, into code: inout CodeWriter) {
        code.comment(["The arm that is set, without its value if that is sensitive."])
        code.block("public var customMirror: Swift.Mirror") { code in
            code.cases(of: "self") { code in
                for arm in arms(of: index) {
                    let (pattern, value) =
                        arm.descriptor.isSensitive ? ("", "ProtobufCodec.Redacted()") : ("(let value)", "value")
                    code.line(
                        "case .\(armCase(arm))\(pattern): "
                            + "return ProtobufCodec.Redaction.mirror(of: self, \"\(bare(armCase(arm)))\", \(value))")
                }
            }
        }
    }

    /// A name without the backticks around Swift keywords.
    func bare(_ name: String) -> String { name.filter { $0 != "`" } }
}
