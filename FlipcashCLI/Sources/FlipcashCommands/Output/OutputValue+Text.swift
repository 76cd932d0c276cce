extension OutputObject {
    /// The document on one line.
    var text: String { OutputValue.object(self).text }

    /// The document on several lines, indented by two spaces per level.
    var indentedText: String { OutputValue.object(self).indentedText }
}

extension OutputValue {
    /// The value on one line, without spaces.
    var text: String {
        var text = ""
        append(to: &text)
        return text
    }

    /// The value on several lines, indented by two spaces per level.
    var indentedText: String {
        var text = ""
        append(to: &text, depth: 0)
        return text
    }

    private func append(to text: inout String) {
        switch self {
        case .string(let value): Self.append(quoted: value, to: &text)
        case .integer(let value): text += String(value)
        case .boolean(let value): text += value ? "true" : "false"
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.append(to: &text)
            }
            text += "]"
        case .object(let object):
            text += "{"
            for (index, field) in object.fields.enumerated() {
                if index > 0 { text += "," }
                Self.append(quoted: field.name, to: &text)
                text += ":"
                field.value.append(to: &text)
            }
            text += "}"
        }
    }

    private func append(to text: inout String, depth: Int) {
        let inner = String(repeating: "  ", count: depth + 1)
        let outer = String(repeating: "  ", count: depth)
        switch self {
        case .string, .integer, .boolean: append(to: &text)
        case .array(let elements) where elements.isEmpty: text += "[]"
        case .array(let elements):
            text += "[\n"
            for (index, element) in elements.enumerated() {
                text += inner
                element.append(to: &text, depth: depth + 1)
                text += index + 1 < elements.count ? ",\n" : "\n"
            }
            text += outer + "]"
        case .object(let object) where object.isEmpty: text += "{}"
        case .object(let object):
            text += "{\n"
            for (index, field) in object.fields.enumerated() {
                text += inner
                Self.append(quoted: field.name, to: &text)
                text += ": "
                field.value.append(to: &text, depth: depth + 1)
                text += index + 1 < object.fields.count ? ",\n" : "\n"
            }
            text += outer + "}"
        }
    }

    /// Appends `value` in quotes, escaped as RFC 8259 §7 requires; other characters stay UTF-8.
    private static func append(quoted value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _
            where scalar.value < 0x20 || scalar.value == 0x7F || scalar.value == 0x2028 || scalar.value == 0x2029:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
