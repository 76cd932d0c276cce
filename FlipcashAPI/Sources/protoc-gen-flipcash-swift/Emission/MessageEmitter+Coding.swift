// Generated code writes `self.` before properties, because a field may have the name of a parameter or variable.

// MARK: Decoding

extension MessageEmitter {
    func emitDecoding(into code: inout CodeWriter) {
        let signature = "throws(ProtobufCodec.BinaryDecodingError)"
        code.block("public mutating func decodeFields(from reader: inout ProtobufCodec.WireReader) \(signature)") {
            code in
            code.block("while true") { code in
                code.line("let tag = try reader.nextTag()")
                code.cases(of: "tag") { code in
                    code.line("case 0: return")
                    for field in fields.sorted(by: { $0.number < $1.number }) { emitDecoding(of: field, into: &code) }
                    code.line("default: try reader.readUnknown(tag, into: &unknownFields)")
                }
            }
        }
    }

    private func emitDecoding(of field: Field, into code: inout CodeWriter) {
        let name = "self.\(field.names.property)"
        let stored = "self.\(field.names.stored)"
        let read = "try reader.read\(field.value.codecName)()"
        switch field.shape {
        case .implicit: code.line("case \(field.tag): \(name) = \(read)")
        case .explicit where field.value.isMessage:
            code.line("case \(field.tag): try reader.readMessage(&\(stored))")
        case .explicit: code.line("case \(field.tag): \(stored) = \(read)")
        case .repeated where field.value.isMessage:
            code.line("case \(field.tag): try reader.readMessage(appendingTo: &\(name))")
        case .repeated where field.value.isPackable:
            code.line("case \(field.tag): \(name).append(\(read))")
            code.line("case \(field.packedTag): try reader.readPacked(\(field.value.kind).self, into: &\(name))")
        case .repeated:
            code.line("case \(field.tag): try reader.readItem(\(field.value.kind).self, appendingTo: &\(name))")
        case .map(let key, let value):
            code.line(
                "case \(field.packedTag): try reader.readMapEntry(\(key.kind).self, \(value.kind).self, into: &\(name))"
            )
        case .arm(let index):
            let oneof = "self.\(oneofProperty(index))"
            let armCase = armCase(field)
            if field.value.isMessage {
                code.line("case \(field.tag):")
                code.line("    var value = \(field.value.swiftType)()")
                code.line("    if case .\(armCase)(let earlier)? = \(oneof) {")
                code.line("        value = earlier")
                // Clears the oneof first. Otherwise its message would be copied before merging, a million times for a
                // million pieces.
                code.line("        \(oneof) = nil")
                code.line("    }")
                code.line("    try reader.readMessage(into: &value)")
                code.line("    \(oneof) = .\(armCase)(consume value)")
            } else {
                code.line("case \(field.tag): \(oneof) = .\(armCase)(\(read))")
            }
        }
    }
}

// MARK: Encoding

extension MessageEmitter {
    /// Writes the encoding. Fields come in descending order, because the writer goes backwards.
    func emitEncoding(into code: inout CodeWriter) {
        code.block("public func encodeFields(into writer: inout ProtobufCodec.WireWriter)") { code in
            code.line("writer.writeUnknown(unknownFields)")
            var rest = fields.sorted { $0.number > $1.number }[...]
            while let field = rest.popFirst() {
                guard case .arm(let index) = field.shape else {
                    emitEncoding(of: field, into: &code)
                    continue
                }
                var run = [field]
                while let next = rest.first, case .arm(index) = next.shape {
                    run.append(next)
                    rest.removeFirst()
                }
                emitEncoding(ofArms: run, index, into: &code)
            }
        }
    }

    private func emitEncoding(ofArms arms: [Field], _ index: Int, into code: inout CodeWriter) {
        let oneof = "self.\(oneofProperty(index))"
        func write(_ arm: Field) -> String {
            "writer.writePresent\(arm.value.codecName)(value, tag: \(arm.tag))"
        }
        if arms.count == 1, let arm = arms.first {
            return code.line("if case .\(armCase(arm))(let value)? = \(oneof) { \(write(arm)) }")
        }
        code.cases(of: "\(oneof)") { code in
            for arm in arms { code.line("case .\(armCase(arm))(let value)?: \(write(arm))") }
            code.line(arms.count == self.arms(of: index).count ? "case nil: break" : "default: break")
        }
    }

    private func emitEncoding(of field: Field, into code: inout CodeWriter) {
        let name = "self.\(field.names.property)"
        let stored = "self.\(field.names.stored)"
        switch field.shape {
        case .implicit: code.line("writer.write\(field.value.codecName)(\(name), tag: \(field.tag))")
        case .explicit where field.value.isMessage: code.line("writer.writeMessage(\(stored), tag: \(field.tag))")
        case .explicit:
            code.line(
                "if let value = \(stored) { writer.writePresent\(field.value.codecName)(value, tag: \(field.tag)) }")
        case .repeated where field.isPacked:
            code.line("writer.writePacked(\(field.value.kind).self, \(name), tag: \(field.packedTag))")
        case .repeated: code.line("writer.writeRepeated(\(field.value.kind).self, \(name), tag: \(field.tag))")
        case .map(let key, let value):
            code.line("writer.writeMap(\(key.kind).self, \(value.kind).self, \(name), tag: \(field.packedTag))")
        case .arm: break  // written with its oneof
        }
    }
}
