extension Message {
    /// Writes the message as JSON (proto3 mapping).
    ///
    /// Equal messages give equal texts: fields are ordered by number, map entries by key. Unknown fields are left out.
    ///
    /// - Throws: ``JSONEncodingError`` for a value without a JSON form.
    public func jsonString(
        options: JSONEncodingOptions = JSONEncodingOptions()
    ) throws(JSONEncodingError) -> String {
        String(decoding: try jsonBytes(options), as: UTF8.self)
    }

    /// Writes the message as JSON in UTF-8.
    ///
    /// - Throws: ``JSONEncodingError`` for a value without a JSON form.
    public func jsonUTF8Bytes(
        options: JSONEncodingOptions = JSONEncodingOptions()
    ) throws(JSONEncodingError) -> [UInt8] {
        try jsonBytes(options)
    }

    /// Writes the message as JSON in UTF-8 into a collection of any type.
    ///
    /// - Throws: ``JSONEncodingError`` for a value without a JSON form.
    public func jsonUTF8Bytes<Bytes: RangeReplaceableCollection>(
        options: JSONEncodingOptions = JSONEncodingOptions()
    ) throws(JSONEncodingError) -> Bytes where Bytes.Element == UInt8 {
        Bytes(try jsonBytes(options))
    }

    /// Writes the message as JSON in UTF-8. The same as `jsonUTF8Bytes`, named as in SwiftProtobuf.
    ///
    /// - Throws: ``JSONEncodingError`` for a value without a JSON form.
    public func jsonUTF8Data<Bytes: RangeReplaceableCollection>(
        options: JSONEncodingOptions = JSONEncodingOptions()
    ) throws(JSONEncodingError) -> Bytes where Bytes.Element == UInt8 {
        Bytes(try jsonBytes(options))
    }

    private func jsonBytes(_ options: JSONEncodingOptions) throws(JSONEncodingError) -> [UInt8] {
        var printer = JSONPrinter(options)
        try printer.message(try jsonTree())
        return printer.output
    }

    fileprivate func jsonTree() throws(JSONEncodingError) -> MessageTree {
        switch Result(catching: { () throws in try MessageTree(of: self) }) {
        case .success(let tree): return tree
        case .failure(let error): throw error is BinaryEncodingError ? .tooLarge : .nestedTooDeeply
        }
    }
}

extension Message {
    /// Reads a message from JSON.
    ///
    /// - Throws: ``JSONDecodingError`` with the field and the offset of the first invalid byte.
    public init(
        jsonString: String, options: JSONDecodingOptions = JSONDecodingOptions()
    ) throws(JSONDecodingError) {
        try self.init(jsonUTF8Bytes: jsonString.utf8, options: options)
    }

    /// Reads a message from JSON in UTF-8.
    ///
    /// - Throws: ``JSONDecodingError`` with the field and the offset of the first invalid byte.
    public init<Bytes: Sequence>(
        jsonUTF8Bytes: Bytes, options: JSONDecodingOptions = JSONDecodingOptions()
    ) throws(JSONDecodingError) where Bytes.Element == UInt8 {
        var reader = JSONMessageReader(Array(jsonUTF8Bytes), options)
        self = try Self.assembled(try reader.wholeMessage(Self.schema))
    }

    fileprivate static func assembled(_ tree: MessageTree) throws(JSONDecodingError) -> Self {
        switch Result(catching: { () throws(BinaryDecodingError) in try tree.assembled(as: Self.self) }) {
        case .success(let message): return message
        // Strings, lists and depth have been checked, so no other error is possible here.
        case .failure: throw JSONDecodingError(.nestedTooDeeply, offset: 0, path: "")
        }
    }

    /// Reads a message from JSON in UTF-8. The same as ``init(jsonUTF8Bytes:options:)``, named as in SwiftProtobuf.
    ///
    /// - Throws: ``JSONDecodingError`` with the field and the offset of the first invalid byte.
    public init<Bytes: Sequence>(
        jsonUTF8Data: Bytes, options: JSONDecodingOptions = JSONDecodingOptions()
    ) throws(JSONDecodingError) where Bytes.Element == UInt8 {
        try self.init(jsonUTF8Bytes: jsonUTF8Data, options: options)
    }
}

// MARK: Arrays

extension Message {
    /// Writes messages as a JSON array.
    ///
    /// - Throws: ``JSONEncodingError`` for a value without a JSON form.
    public static func jsonString(
        from messages: some Collection<Self>, options: JSONEncodingOptions = JSONEncodingOptions()
    ) throws(JSONEncodingError) -> String {
        String(decoding: try jsonBytes(of: messages, options), as: UTF8.self)
    }

    /// Writes messages as a JSON array in UTF-8.
    ///
    /// - Throws: ``JSONEncodingError`` for a value without a JSON form.
    public static func jsonUTF8Bytes<Bytes: RangeReplaceableCollection>(
        from messages: some Collection<Self>, options: JSONEncodingOptions = JSONEncodingOptions()
    ) throws(JSONEncodingError) -> Bytes where Bytes.Element == UInt8 {
        Bytes(try jsonBytes(of: messages, options))
    }

    private static func jsonBytes(
        of messages: some Collection<Self>, _ options: JSONEncodingOptions
    ) throws(JSONEncodingError) -> [UInt8] {
        var trees: [MessageTree] = []
        for message in messages { trees.append(try message.jsonTree()) }
        var printer = JSONPrinter(options)
        try printer.array(trees)
        return printer.output
    }

    /// Reads messages from a JSON array.
    ///
    /// - Throws: ``JSONDecodingError`` with the field and the offset of the first invalid byte.
    public static func array(
        fromJSONString text: String, options: JSONDecodingOptions = JSONDecodingOptions()
    ) throws(JSONDecodingError) -> [Self] {
        try array(fromJSONUTF8Bytes: text.utf8, options: options)
    }

    /// Reads messages from a JSON array in UTF-8.
    ///
    /// - Throws: ``JSONDecodingError`` with the field and the offset of the first invalid byte.
    public static func array<Bytes: Sequence>(
        fromJSONUTF8Bytes bytes: Bytes, options: JSONDecodingOptions = JSONDecodingOptions()
    ) throws(JSONDecodingError) -> [Self] where Bytes.Element == UInt8 {
        var reader = JSONMessageReader(Array(bytes), options)
        var messages: [Self] = []
        for tree in try reader.wholeArray(schema) { messages.append(try assembled(tree)) }
        return messages
    }
}
