import FlipcashCore

/// The value of an id: the bytes of a UUID, which nearly every id is, or the text of another id.
///
/// A UUID needs no memory of its own, and two are compared as numbers. The order is that of the texts.
enum IdentifierValue: Hashable, Sendable {
    case uuid(UUIDBytes)
    /// Not a UUID. Trimmed and in lower case.
    case other(String)

    /// Trims the text and puts it in lower case.
    init(_ text: String) {
        if let uuid = UUIDBytes(text: text) {
            self = .uuid(uuid)
            return
        }
        let normalized = text.trimmingBlanks().lowercased()
        self = UUIDBytes(text: normalized).map(Self.uuid) ?? .other(normalized)
    }

    /// The text, trimmed and in lower case.
    var text: String {
        switch self {
        case .uuid(let uuid): uuid.text
        case .other(let text): text
        }
    }

    /// The 16 bytes of a UUID; nil for another id.
    var bytes: [UInt8]? {
        switch self {
        case .uuid(let uuid): uuid.bytes
        case .other: nil
        }
    }
}

extension IdentifierValue: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        if case .uuid(let first) = left, case .uuid(let second) = right { return first < second }
        return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
