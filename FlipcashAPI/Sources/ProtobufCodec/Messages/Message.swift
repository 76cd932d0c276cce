/// A protobuf message: a value that is written to and read from the binary format.
///
/// Conformances are generated. A message is a plain value: copying it copies it, and two messages are equal when all
/// their fields, unknown ones included, are equal. Fields of the kind `bytes` are `[UInt8]`: the codec imports nothing,
/// not even Foundation, so there is no `Data` here; both are filled from and turned into any sequence of bytes.
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
    mutating func decodeFields(from reader: inout WireReader) throws(BinaryDecodingError)

    /// Writes the fields from the last to the first: the writer fills its buffer backwards.
    func encodeFields(into writer: inout WireWriter)

    /// Checks the validation rules of this message and of every message in it.
    ///
    /// Callers use ``validate()``, whose error also names the message.
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
    /// Reads a message from its binary form.
    ///
    /// - Throws: ``BinaryDecodingError`` with the offset of the first byte that makes no sense.
    @inlinable
    public init<Bytes: Sequence>(serializedBytes bytes: Bytes) throws(BinaryDecodingError)
    where Bytes.Element == UInt8 {
        self.init()
        try merge(serializedBytes: bytes)
    }

    /// Reads fields from a binary form on top of the values already here, as if both had been written in one piece.
    ///
    /// - Throws: ``BinaryDecodingError``; the message is then valid, but holds only part of what was here or in the bytes.
    @inlinable
    public mutating func merge<Bytes: Sequence>(serializedBytes bytes: Bytes) throws(BinaryDecodingError)
    where Bytes.Element == UInt8 {
        let outcome = bytes.withContiguousStorageIfAvailable { merge(from: $0) }
        switch outcome ?? Array(bytes).withUnsafeBufferPointer({ merge(from: $0) }) {
        case .success: return
        case .failure(let error): throw error
        }
    }

    @usableFromInline
    mutating func merge(
        from buffer: UnsafeBufferPointer<UInt8>, nestingLimit: Int = WireReader.nestingLimit
    ) -> Result<Void, BinaryDecodingError> {
        // An empty buffer may have no address, and an empty message has no fields.
        guard let start = buffer.baseAddress, !buffer.isEmpty else { return .success(()) }
        // Safe: the reader does not outlive this call, and the caller keeps the buffer alive during it.
        var reader = WireReader(start: start, count: buffer.count, nestingLimit: nestingLimit)
        do throws(BinaryDecodingError) {
            try decodeFields(from: &reader)
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}

extension Message {
    /// Writes the canonical binary form: the bytes that signatures cover (wire contract §4.1).
    ///
    /// - Throws: ``BinaryEncodingError`` when the result would be larger than any reader accepts.
    @inlinable
    public func serializedBytes() throws(BinaryEncodingError) -> [UInt8] {
        try withSerializedBytes { [UInt8]($0) }
    }

    /// Writes the canonical binary form into a collection of the caller's choice.
    ///
    /// - Throws: ``BinaryEncodingError`` when the result would be larger than any reader accepts.
    @inlinable
    public func serializedBytes<Bytes: RangeReplaceableCollection>() throws(BinaryEncodingError) -> Bytes
    where Bytes.Element == UInt8 {
        try withSerializedBytes { Bytes($0) }
    }

    /// Writes the canonical binary form and lends it to a closure without another copy.
    ///
    /// - Parameter body: Receives the bytes, which are valid only during the call.
    /// - Throws: ``BinaryEncodingError`` when the result would be larger than any reader accepts.
    @inlinable
    public func withSerializedBytes<Result>(
        _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(BinaryEncodingError) -> Result {
        var writer = WireWriter()
        encodeFields(into: &writer)
        let size = writer.count
        guard size <= BinaryEncodingError.largestMessage else { throw .tooLarge(byteCount: size) }
        return writer.withWrittenBytes(body)
    }
}
