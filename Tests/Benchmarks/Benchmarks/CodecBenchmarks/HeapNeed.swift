import ProtobufCodec

/// The smallest number of heap blocks for a decoded message.
///
/// One block for each non-empty string or byte field, each list, each map, each run of unknown fields, and each
/// sub-message stored on the heap. A string of up to 15 bytes needs no block.
enum HeapNeed {
    /// Counts the blocks with a mirror.
    static func blocks(in value: Any) -> Int {
        switch value {
        case let text as String: return text.utf8.count > 15 ? 1 : 0
        case let bytes as [UInt8]: return bytes.isEmpty ? 0 : 1
        // A redacted value: in the measured messages a byte field or a string, counted as a long one.
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
            // A payload larger than the enum is stored on the heap.
            return mirror.children.reduce(0) { $0 + blocks(in: $1.value) + (size($1.value) > size(value) ? 1 : 0) }
        default:
            return mirror.children.reduce(0) { $0 + blocks(in: $1.value) }
        }
    }

    private static func size<Value>(_ value: Value) -> Int { MemoryLayout<Value>.size }
}
