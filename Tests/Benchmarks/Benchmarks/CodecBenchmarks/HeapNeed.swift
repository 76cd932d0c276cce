import ProtobufCodec

/// How many blocks of the heap a decoded message cannot do without.
///
/// One for each string and byte field that is not empty, each list, each map, each run of unknown fields, and each
/// sub-message that is kept apart from the message that holds it. (A string of up to 15 bytes needs none.)
enum HeapNeed {
    /// Counts the blocks by looking into a message.
    static func blocks(in value: Any) -> Int {
        switch value {
        case let text as String: return text.utf8.count > 15 ? 1 : 0
        case let bytes as [UInt8]: return bytes.isEmpty ? 0 : 1
        // What a mirror keeps back: in the messages that are measured a byte field or a text, taken for a long one.
        case is Redacted: return 1
        case is UnknownStorage, is any Enum:
            return Mirror(reflecting: value).children.reduce(0) { $0 + blocks(in: $1.value) }
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .class:
            return mirror.children.reduce(1) { $0 + blocks(in: $1.value) }
        case .collection, .dictionary:
            return mirror.children.reduce(mirror.children.isEmpty ? 0 : 1) { $0 + blocks(in: $1.value) }
        case .enum:
            // A payload that is larger than the enum lies elsewhere.
            return mirror.children.reduce(0) { $0 + blocks(in: $1.value) + (size($1.value) > size(value) ? 1 : 0) }
        default:
            return mirror.children.reduce(0) { $0 + blocks(in: $1.value) }
        }
    }

    private static func size<Value>(_ value: Value) -> Int { MemoryLayout<Value>.size }
}
