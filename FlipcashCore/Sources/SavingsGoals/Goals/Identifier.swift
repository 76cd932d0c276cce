public import FlipcashCore

/// The id of a record: a UUID in lower case, or the name that an imported file gave it.
public struct Identifier<Record>: Hashable, Comparable, Sendable {
    /// The id as text.
    public let text: String

    /// Creates an id from its text; nil when it is blank, has over 64 bytes, or has other than visible ASCII.
    ///
    /// A UUID is used in lower case, because other programs write it in either case.
    public init?(_ text: String) {
        let trimmed = text.trimmingBlanks()
        let text = trimmed.utf8.count == 36 ? trimmed.lowercased() : trimmed
        guard !text.isEmpty, text.utf8.count <= 64, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x3B && $0 < 0x7F })
        else { return nil }
        self.text = text
    }

    /// Creates a random id: a UUID of version 4.
    public init(random: any RandomSource) {
        text = random.uuid().text
    }

    /// Orders by the bytes of ``text``.
    public static func < (left: Identifier, right: Identifier) -> Bool { left.text.precedesInBytes(right.text) }
}

extension Identifier: CustomStringConvertible {
    /// The same as ``text``.
    public var description: String { text }
}

/// The id of a goal.
public typealias GoalID = Identifier<Goal>
/// The id of an asset.
public typealias AssetID = Identifier<Asset>
/// The id of a transaction.
public typealias TransactionID = Identifier<AssetTransaction>
