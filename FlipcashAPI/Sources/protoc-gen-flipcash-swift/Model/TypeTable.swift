/// All types of a request by full name, with the properties that depend on several files.
struct TypeTable {
    private(set) var messages: [String: MessageType] = [:]
    private(set) var enums: [String: EnumType] = [:]
    private var validated: Set<String> = []
    /// The Swift type of `bytes` fields.
    let bytes: BytesType

    init(_ files: [FileDescriptor], bytes: BytesType) throws {
        self.bytes = bytes
        for file in files {
            let prefix = Names.typePrefix(package: file.package)
            for message in file.messages {
                add(message, swiftName: Names.message(prefix + message.name), scope: file.package)
            }
            for descriptor in file.enums {
                add(descriptor, swiftName: Names.enumeration(prefix + descriptor.name), scope: file.package)
            }
        }
        findValidatedMessages()
    }

    private mutating func add(_ descriptor: MessageDescriptor, swiftName: String, scope: String) {
        let fullName = scope.isEmpty ? descriptor.name : "\(scope).\(descriptor.name)"
        messages[fullName] = MessageType(fullName: fullName, swiftName: swiftName, descriptor: descriptor)
        for nested in descriptor.messages {
            add(nested, swiftName: "\(swiftName).\(Names.message(nested.name))", scope: fullName)
        }
        for nested in descriptor.enums {
            add(nested, swiftName: "\(swiftName).\(Names.enumeration(nested.name))", scope: fullName)
        }
    }

    private mutating func add(_ descriptor: EnumDescriptor, swiftName: String, scope: String) {
        let fullName = scope.isEmpty ? descriptor.name : "\(scope).\(descriptor.name)"
        enums[fullName] = EnumType(fullName: fullName, swiftName: swiftName, descriptor: descriptor)
    }

    func message(_ name: String) throws -> MessageType {
        guard let type = messages[name] else { throw GeneratorError("message \(name) is not in the request") }
        return type
    }

    func enumeration(_ name: String) throws -> EnumType {
        guard let type = enums[name] else { throw GeneratorError("enum \(name) is not in the request") }
        return type
    }
}

/// A message with its protobuf and Swift names.
struct MessageType {
    let fullName: String
    /// The Swift name, prefixed with the names of the enclosing types.
    let swiftName: String
    let descriptor: MessageDescriptor
}

/// An enum with its protobuf and Swift names.
struct EnumType {
    let fullName: String
    /// The Swift name, prefixed with the names of the enclosing types.
    let swiftName: String
    let descriptor: EnumDescriptor

    var caseNames: [String] { Names.enumCases(descriptor) }
}

// MARK: Validation

extension TypeTable {
    /// Whether a message or any message inside it has rules.
    func isValidated(_ name: String) -> Bool {
        validated.contains(name)
    }

    private mutating func findValidatedMessages() {
        for (name, type) in messages where type.descriptor.hasRules { validated.insert(name) }
        var hasGrown = true
        while hasGrown {
            hasGrown = false
            for (name, type) in messages where !validated.contains(name) {
                if type.descriptor.fields.contains(where: { validated.contains($0.typeName) }) {
                    validated.insert(name)
                    hasGrown = true
                }
            }
        }
    }
}

extension MessageDescriptor {
    fileprivate var hasRules: Bool {
        oneofs.contains { $0.isRequired } || fields.contains { $0.rules.isEffective }
    }
}

// MARK: Layout

extension TypeTable {
    /// Sub-messages larger than this many bytes are stored on the heap.
    private static let largestInlineSize = 64

    /// Whether a field of `outer` stores `inner` on the heap, because `inner` is large or may contain `outer`.
    func isBoxed(_ inner: String, in outer: String) -> Bool {
        reaches(from: inner, to: outer) || inlineSize(inner) > Self.largestInlineSize
    }

    private func reaches(from start: String, to target: String) -> Bool {
        var visited: Set<String> = []
        var pending = [start]
        while let name = pending.popLast() {
            if name == target { return true }
            guard visited.insert(name).inserted, let type = messages[name] else { continue }
            pending += type.descriptor.fields.filter { $0.type == .message }.map(\.typeName)
        }
        return false
    }

    /// The approximate inline size of a message in bytes.
    private func inlineSize(_ name: String) -> Int {
        guard let descriptor = messages[name]?.descriptor else { return 8 }
        let unknownFields = 8
        let fields = descriptor.fields.filter { $0.oneofIndex == nil || $0.isProto3Optional }
        let oneofs = descriptor.oneofs.indices.map { index in
            descriptor.fields.filter { $0.oneofIndex == index && !$0.isProto3Optional }
                .map { storedSize($0, in: name) }.max() ?? 0
        }
        return unknownFields + fields.map { storedSize($0, in: name) }.reduce(0, +) + oneofs.map { $0 + 8 }.reduce(0, +)
    }

    private func storedSize(_ field: FieldDescriptor, in message: String) -> Int {
        if field.label == .repeated { return 8 }
        switch field.type {
        case .message, .group:
            return isBoxed(field.typeName, in: message) ? 8 : inlineSize(field.typeName)
        case .string, .enumeration: return 16
        case .double, .float, .int64, .uint64, .int32, .fixed64, .fixed32, .bool, .bytes, .uint32, .sfixed32, .sfixed64,
            .sint32, .sint64:
            return 8
        }
    }
}
