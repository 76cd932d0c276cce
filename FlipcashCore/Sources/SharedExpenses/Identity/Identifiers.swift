import FlipcashCore
import FoundationEssentials

/// An id as text. Ids are compared byte by byte, after trimming and in lower case.
///
/// A UUID is stored as its 16 bytes, any other id as text.
public protocol SplitIdentifier: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The id, trimmed and in lower case.
    var text: String { get }

    /// Trims the text and puts it in lower case.
    init(_ text: String)
}

extension SplitIdentifier {
    /// The same as ``text``.
    public var description: String { text }

    /// Reads a text, trims it and puts it in lower case.
    ///
    /// - Throws: `DecodingError` for what is not a text.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes ``text``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The id of a person. On the wire it is a UUID.
///
/// One person may have several: compare people with ``AliasTable`` or ``PersonIdentity``, never with `==` alone.
public struct MemberID: SplitIdentifier {
    let value: IdentifierValue

    /// The id in lower case, without white space around it.
    public var text: String { value.text }

    /// Creates an id of a text.
    public init(_ text: String) { value = IdentifierValue(text) }

    init(_ uuid: UUIDBytes) { value = .uuid(uuid) }

    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The id of a group, an expense, a split, a payment, an invitation or a request. On the wire it is a UUID.
public struct EntityID: SplitIdentifier {
    let value: IdentifierValue

    /// The id in lower case, without white space around it.
    public var text: String { value.text }

    /// Creates an id of a text.
    public init(_ text: String) { value = IdentifierValue(text) }

    init(_ uuid: UUIDBytes) { value = .uuid(uuid) }

    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// The id of an account, which is the wallet's user id.
public struct AccountID: SplitIdentifier {
    let value: IdentifierValue

    /// The id in lower case, without white space around it.
    public var text: String { value.text }

    /// Creates an id of a text.
    public init(_ text: String) { value = IdentifierValue(text) }

    init(_ uuid: UUIDBytes) { value = .uuid(uuid) }

    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

extension String {
    /// The text for comparing names: trimmed, with single spaces and in lower case.
    var foldedName: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }
}
