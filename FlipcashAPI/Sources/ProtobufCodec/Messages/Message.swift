/// A protobuf message that can be written to and read from the binary format.
///
/// Conformances are generated. Messages are values. Two messages are equal when all their fields are equal, including
/// unknown fields. `bytes` fields are `[UInt8]`, because the codec does not import Foundation; the generator's option
/// `Bytes=Data` makes them `Data`. Messages are read from any sequence of bytes and written to any collection of bytes.
///
/// `debugDescription`, string interpolation and reflection show `[REDACTED]` instead of sensitive values.
public protocol Message: Sendable, Hashable, CustomDebugStringConvertible {
    /// Creates a message with every field at its default.
    init()

    /// The full name of the message, such as `ocp.common.v1.Signature`.
    static var protoMessageName: String { get }

    /// Names, numbers and kinds of the fields, in the order of the definition.
    static var schema: MessageSchema { get }

    /// Fields read that the definition does not have, byte for byte. They are written after all others.
    var unknownFields: UnknownStorage { get set }

    /// Reads fields until the reader's current message ends, and merges them into this message.
    ///
    /// - Throws: ``BinaryDecodingError`` with the offset of the first invalid byte.
    mutating func decodeFields(from reader: inout WireReader) throws(BinaryDecodingError)

    /// Writes the fields from last to first, because the writer fills its buffer backwards.
    func encodeFields(into writer: inout WireWriter)

    /// Checks the validation rules of this message and of every message in it.
    ///
    /// Call ``validate()`` instead; its error also names the message.
    ///
    /// - Throws: ``ValidationError`` for the first broken rule.
    func validateFields() throws(ValidationError)
}

extension Message {
    /// Does nothing. For messages without rules.
    @inlinable
    public func validateFields() throws(ValidationError) {}

    /// Checks the definition's rules for this message and every message in it.
    ///
    /// - Throws: ``ValidationError`` for the first broken rule.
    public func validate() throws(ValidationError) {
        do throws(ValidationError) {
            try validateFields()
        } catch {
            throw error.naming(message: Self.protoMessageName)
        }
    }

    /// Creates a message and lets a closure fill it.
    @inlinable
    public static func with(_ populator: (inout Self) throws -> Void) rethrows -> Self {
        var message = Self()
        try populator(&message)
        return message
    }
}

extension Message {
    /// Always true. `required` fields exist only in proto2, which is not supported.
    @inlinable
    public var isInitialized: Bool { true }

    /// Whether another message has the same type and equal fields, including unknown fields.
    public func isEqualTo(message: any Message) -> Bool {
        guard let other = message as? Self else { return false }
        return self == other
    }
}
