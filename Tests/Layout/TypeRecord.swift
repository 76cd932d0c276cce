import CTypeRecords

/// The compiler's description of one class, struct or enum in this program, including private ones.
///
/// All offsets below are part of Swift's stable ABI (docs/ABI/TypeMetadata.rst in the compiler's repository).
struct TypeRecord {
    private let descriptor: UnsafeRawPointer

    /// One case of an enum.
    struct Case {
        let name: String
        /// Whether the payload is stored in a separate box, as with `indirect`.
        let isIndirect: Bool
        /// Nil without a payload, and where the runtime does not know it, as in generic enums.
        let payload: Any.Type?
        let hasPayload: Bool
    }

    /// Every type of this program.
    static var all: [TypeRecord] {
        let first = UnsafeRawPointer(flipcash_first_type_record())
        let end = UnsafeRawPointer(flipcash_end_of_type_records())
        return stride(from: 0, to: end - first, by: 4).compactMap { TypeRecord(record: first + $0) }
    }

    private init?(record: UnsafeRawPointer) {
        let offset = record.load(as: Int32.self)
        // The lowest two bits tell whether the offset leads to the descriptor or to a pointer to it.
        let target = record + Int(offset & ~3)
        descriptor = offset & 3 == 1 ? target.load(as: UnsafeRawPointer.self) : target
        guard Kind.types.contains(flags & 0x1F) else { return nil }
    }
}

extension TypeRecord {
    private enum Kind {
        static let module: UInt32 = 0
        static let enumeration: UInt32 = 18
        /// Classes, structs and enums.
        static let types: ClosedRange<UInt32> = 16...18
    }

    private var flags: UInt32 { descriptor.load(as: UInt32.self) }

    var isEnum: Bool { flags & 0x1F == Kind.enumeration }

    /// Whether the type, or a type around it, has generic parameters.
    var isGeneric: Bool { flags & 0x80 != 0 }

    /// Names from the module inwards.
    var path: [String] { Self.path(of: descriptor) }

    /// The type itself; nil for a generic one, which has no layout of its own.
    var type: Any.Type? {
        guard !isGeneric, let accessor = Self.relative(descriptor + 12) else { return nil }
        // Safe: a metatype is a pointer to a type's metadata.
        return unsafeBitCast(flipcash_metadata_from_accessor(accessor), to: Any.Type.self)
    }

    /// The cases of an enum.
    var cases: [Case] {
        guard isEnum, let fields = Self.relative(descriptor + 16) else { return [] }
        let size = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        return (0..<count).map { field(at: fields + 16 + $0 * size) }
    }

    private func field(at record: UnsafeRawPointer) -> Case {
        let name = Self.relative(record + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? "?"
        let mangled = Self.relative(record + 4)
        let metadata = mangled.flatMap { flipcash_type_metadata($0, Self.length(ofMangledName: $0), descriptor) }
        return Case(
            name: name, isIndirect: record.load(as: UInt32.self) & 1 == 1,
            // Safe: a metatype is a pointer to a type's metadata.
            payload: metadata.map { unsafeBitCast($0, to: Any.Type.self) }, hasPayload: mangled != nil)
    }

    private static func path(of descriptor: UnsafeRawPointer) -> [String] {
        let kind = descriptor.load(as: UInt32.self) & 0x1F
        let outer = indirectable(descriptor + 4).map(path(of:)) ?? []
        guard kind == Kind.module || Kind.types.contains(kind), let name = relative(descriptor + 8) else {
            return outer
        }
        return outer + [String(cString: name.assumingMemoryBound(to: CChar.self))]
    }

    private static func relative(_ address: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = address.load(as: Int32.self)
        return offset == 0 ? nil : address + Int(offset)
    }

    /// Resolves an offset whose lowest bit tells that it leads to a pointer.
    private static func indirectable(_ address: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = address.load(as: Int32.self)
        guard offset != 0 else { return nil }
        let target = address + Int(offset & ~1)
        return offset & 1 == 1 ? target.load(as: UnsafeRawPointer?.self) : target
    }

    /// The length of a mangled name. It ends with a zero byte outside any symbolic reference, which is a control byte
    /// followed by four or eight bytes.
    private static func length(ofMangledName name: UnsafeRawPointer) -> Int {
        var length = 0
        while true {
            switch name.load(fromByteOffset: length, as: UInt8.self) {
            case 0: return length
            case 0x01...0x17: length += 5
            case 0x18...0x1F: length += 9
            default: length += 1
            }
        }
    }
}
