/// An error from reading a message from bytes, with its position.
public struct BinaryDecodingError: Error, Hashable, Sendable {
    /// What is wrong with the bytes.
    public enum Reason: Hashable, Sendable {
        /// The input, or the message in it, ends inside a value.
        case truncated
        /// A length prefix runs past the end of the input or of the enclosing message.
        case lengthOverrun
        /// A varint is longer than ten bytes.
        case varintTooLong
        /// A tag has the field number zero, or is too large to hold a field number.
        case invalidFieldNumber
        /// A tag has one of the two wire types that do not exist.
        case invalidWireType
        /// A group end without a matching group start.
        case unmatchedGroupEnd
        /// A `string` field is not valid UTF-8.
        case invalidUTF8
        /// The length of a packed list of fixed-size values is not a multiple of that size.
        case unevenPackedLength
        /// Messages or groups are nested more than ``WireReader/nestingLimit`` deep.
        case nestedTooDeeply
    }

    /// What is wrong.
    public let reason: Reason

    /// The byte offset of the error from the start of the input.
    public let offset: Int

    /// Creates an error.
    public init(_ reason: Reason, offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension BinaryDecodingError: CustomStringConvertible {
    /// A sentence that names the error and the byte offset.
    public var description: String { "\(reason.sentence) (byte \(offset))" }
}

extension BinaryDecodingError.Reason {
    fileprivate var sentence: String {
        switch self {
        case .truncated: "the message ends inside a value"
        case .lengthOverrun: "a length runs past the end of the message"
        case .varintTooLong: "a number is longer than ten bytes"
        case .invalidFieldNumber: "a field has an invalid number"
        case .invalidWireType: "a field has an unknown wire type"
        case .unmatchedGroupEnd: "a group ends that was not started"
        case .invalidUTF8: "a string is not valid UTF-8"
        case .unevenPackedLength: "a packed list ends inside an item"
        case .nestedTooDeeply: "messages are nested more than \(WireReader.nestingLimit) deep"
        }
    }
}
