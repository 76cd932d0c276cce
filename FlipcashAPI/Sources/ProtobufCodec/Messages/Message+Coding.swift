extension Message {
    /// Reads a message from its binary form.
    ///
    /// - Throws: ``BinaryDecodingError`` with the offset of the first invalid byte.
    @inlinable
    public init<Bytes: Sequence>(serializedBytes bytes: Bytes) throws(BinaryDecodingError)
    where Bytes.Element == UInt8 {
        self.init()
        try merge(serializedBytes: bytes)
    }

    /// Reads a message from its binary form. The same as ``init(serializedBytes:)``, named as in SwiftProtobuf.
    ///
    /// - Throws: ``BinaryDecodingError`` with the offset of the first invalid byte.
    @inlinable
    public init<Bytes: Sequence>(serializedData bytes: Bytes) throws(BinaryDecodingError)
    where Bytes.Element == UInt8 {
        try self.init(serializedBytes: bytes)
    }

    /// Reads fields from a binary form and merges them into this message.
    ///
    /// The result is the same as reading both binary forms joined.
    ///
    /// - Throws: ``BinaryDecodingError``. The message is then valid, but some fields may be lost or missing.
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
    /// Writes the canonical binary form, which signatures cover (wire contract §4.1).
    ///
    /// - Throws: ``BinaryEncodingError`` when the result would be larger than protobuf readers accept.
    @inlinable
    public func serializedBytes() throws(BinaryEncodingError) -> [UInt8] {
        try withSerializedBytes { [UInt8]($0) }
    }

    /// Writes the canonical binary form into a collection of any type.
    ///
    /// - Throws: ``BinaryEncodingError`` when the result would be larger than protobuf readers accept.
    @inlinable
    public func serializedBytes<Bytes: RangeReplaceableCollection>() throws(BinaryEncodingError) -> Bytes
    where Bytes.Element == UInt8 {
        try withSerializedBytes { Bytes($0) }
    }

    /// Writes the canonical binary form. The same as `serializedBytes`, named as in SwiftProtobuf.
    ///
    /// - Throws: ``BinaryEncodingError`` when the result would be larger than protobuf readers accept.
    @inlinable
    public func serializedData() throws(BinaryEncodingError) -> [UInt8] {
        try serializedBytes()
    }

    /// Writes the canonical binary form into a collection of any type, such as `Data`.
    ///
    /// - Throws: ``BinaryEncodingError`` when the result would be larger than protobuf readers accept.
    @inlinable
    public func serializedData<Bytes: RangeReplaceableCollection>() throws(BinaryEncodingError) -> Bytes
    where Bytes.Element == UInt8 {
        try serializedBytes()
    }

    /// Writes the canonical binary form and passes it to a closure without another copy.
    ///
    /// - Parameter body: Receives the bytes, which are valid only during the call.
    /// - Throws: ``BinaryEncodingError`` when the result would be larger than protobuf readers accept.
    @inlinable
    public func withSerializedBytes<Result>(
        _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(BinaryEncodingError) -> Result {
        let outcome: Swift.Result<Result, BinaryEncodingError> = WireWriter.write({ encodeFields(into: &$0) }) {
            bytes in
            guard bytes.count <= BinaryEncodingError.largestMessage else {
                return .failure(.tooLarge(byteCount: bytes.count))
            }
            return .success(body(bytes))
        }
        return try outcome.get()
    }
}
