import FlipcashCore
import FoundationEssentials

/// An id as text. Ids are compared byte by byte, after trimming and in lower case.
public protocol SplitIdentifier: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The id, trimmed and in lower case.
    var text: String { get }

    /// Trims the text and puts it in lower case.
    init(_ text: String)
}

extension SplitIdentifier {
    /// The same as ``text``.
    public var description: String { text }

    /// Orders by the bytes of ``text``.
    public static func < (left: Self, right: Self) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

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

    static func normalized(_ text: String) -> String {
        text.trimmingBlanks().lowercased()
    }
}

/// The id of a person. On the wire it is a UUID.
///
/// One person may have several: compare people with ``Directory`` or ``PersonIdentity``, never with `==` alone.
public struct MemberID: SplitIdentifier {
    /// The id in lower case, without white space around it.
    public let text: String

    /// Creates an id of a text.
    public init(_ text: String) { self.text = Self.normalized(text) }
}

/// The id of a group, an expense, a split, a payment, an invitation or a request. On the wire it is a UUID.
public struct EntityID: SplitIdentifier {
    /// The id in lower case, without white space around it.
    public let text: String

    /// Creates an id of a text.
    public init(_ text: String) { self.text = Self.normalized(text) }
}

/// The id of an account, which is the wallet's user id.
public struct AccountID: SplitIdentifier {
    /// The id in lower case, without white space around it.
    public let text: String

    /// Creates an id of a text.
    public init(_ text: String) { self.text = Self.normalized(text) }
}

extension String {
    /// The text for comparing names: trimmed, with single spaces and in lower case.
    var foldedName: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }
}
