/// A protobuf message: a value that is written to and read from the binary format.
///
/// Conformances are generated. A message is a plain value: copying it copies it, and two messages are equal when all
/// their fields, unknown ones included, are equal. Fields of the kind `bytes` are `[UInt8]`, since the codec imports
/// nothing, not even Foundation; the generator's option `Bytes=Data` makes models whose fields are `Data` instead. A
/// message is read from any sequence of bytes and written to any collection of them, either way.
///
/// Texts for people keep sensitive values back: `debugDescription`, and with it string interpolation, shows
/// `[REDACTED]` in their place, and so does reflection, since models with sensitive fields bring a mirror of their own.
public protocol Message: Sendable, Hashable, CustomDebugStringConvertible {
    /// Creates a message with every field at its default.
    init()

    /// The full name of the message, such as `ocp.common.v1.Signature`.
    static var protoMessageName: String { get }

    /// Names, numbers and kinds of the fields, in the order in which the definition lists them.
    static var schema: MessageSchema { get }

    /// Fields that were read but that the definition does not know, byte for byte; they are written after all others.
    var unknownFields: UnknownStorage { get set }

    /// Reads fields until the reader's current message ends, on top of the values already here.
    ///
    /// - Throws: ``BinaryDecodingError`` with the offset of the first byte that makes no sense.
    mutating func decodeFields(from reader: inout WireReader) throws(BinaryDecodingError)

    /// Writes the fields from the last to the first: the writer fills its buffer backwards.
    func encodeFields(into writer: inout WireWriter)

    /// Checks the validation rules of this message and of every message in it.
    ///
    /// Callers use ``validate()``, whose error also names the message.
    ///
    /// - Throws: ``ValidationError`` for the first rule that is broken.
    func validateFields() throws(ValidationError)
}

extension Message {
    /// Does nothing: there are no rules here nor in any message inside.
    @inlinable
    public func validateFields() throws(ValidationError) {}

    /// Checks the rules that the definition states for this message and for every message in it.
    ///
    /// - Throws: ``ValidationError`` for the first rule that is broken.
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
    /// Always true: `required` fields are a matter of proto2, of which no models are generated.
    @inlinable
    public var isInitialized: Bool { true }

    /// Whether another message has the same type and equal fields, unknown ones included.
    public func isEqualTo(message: any Message) -> Bool {
        guard let other = message as? Self else { return false }
        return self == other
    }
}
