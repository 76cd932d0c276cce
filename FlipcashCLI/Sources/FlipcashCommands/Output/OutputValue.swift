/// A value of a JSON document that a command prints.
///
/// Objects keep the order of their fields, so that output can be read by people and compared by tests. There is no
/// null: absent fields are left out (client specification §12.7).
enum OutputValue: Sendable, Hashable {
    case string(String)
    case integer(Int64)
    case boolean(Bool)
    case array([OutputValue])
    case object(OutputObject)
}

/// The fields of a JSON object in the order in which they were set.
struct OutputObject: Sendable, Hashable {
    private(set) var fields: [Field] = []

    struct Field: Sendable, Hashable {
        let name: String
        var value: OutputValue
    }

    /// An empty object.
    init() {}

    /// An object that names its schema, `flipcash.<name>/1`.
    init(schema: String) {
        self["schema"] = .string("flipcash.\(schema)/1")
    }

    var isEmpty: Bool { fields.isEmpty }

    /// The field called `name`; setting nil removes it.
    subscript(name: String) -> OutputValue? {
        get { fields.first { $0.name == name }?.value }
        set {
            let index = fields.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): fields[index].value = value
            case (let index?, nil): fields.remove(at: index)
            case (nil, let value?): fields.append(Field(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension OutputObject {
    /// The same object with every text in it made safe to print.
    var sanitized: OutputObject {
        var object = OutputObject()
        for field in fields { object[field.name] = field.value.sanitized }
        return object
    }
}

extension OutputValue {
    /// The same value with every text in it made safe to print.
    var sanitized: OutputValue {
        switch self {
        case .string(let text): .string(DisplayText.sanitized(text))
        case .integer, .boolean: self
        case .array(let elements): .array(elements.map(\.sanitized))
        case .object(let object): .object(object.sanitized)
        }
    }

    /// An unsigned 64-bit number, written as a string because most JSON readers would round it.
    static func quarks(_ value: UInt64) -> OutputValue { .string(String(value)) }

    /// The object's fields in one value.
    static func fields(_ pairs: KeyValuePairs<String, OutputValue?>) -> OutputValue {
        var object = OutputObject()
        for (name, value) in pairs { object[name] = value }
        return .object(object)
    }
}
