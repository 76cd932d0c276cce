/// The elements of a tuple type; nil for other types.
///
/// The payload of an enum case is a tuple where it has a label or several values.
func tupleElements(of type: Any.Type) -> [Any.Type]? {
    // Safe: a metatype is a pointer to the type's metadata, whose layout Swift's stable ABI defines. A tuple's metadata
    // is its kind, the number of elements, the labels, and a type and an offset for each element.
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let tupleKind = 0x301
    guard metadata.load(as: Int.self) == tupleKind else { return nil }
    let count = metadata.load(fromByteOffset: 8, as: Int.self)
    return (0..<count).map { metadata.load(fromByteOffset: 24 + 16 * $0, as: Any.Type.self) }
}

/// Bytes of a value of `type`.
func byteCount(of type: Any.Type) -> Int {
    func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
    return _openExistential(type, do: size(of:))
}
