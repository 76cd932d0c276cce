/// Writes the binary format backwards: the last field first.
///
/// The length of a sub-message stands before it. Writing from the end, it is known when its turn comes, so that every
/// byte is written once and nothing has to be measured beforehand. The writer owns its memory.
public struct WireWriter: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var cursor: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int

    /// The room in bytes that a writer starts with: most messages fit.
    @usableFromInline static let initialCapacity = 512

    @inlinable
    init() {
        capacity = WireWriter.initialCapacity
        base = .allocate(capacity: capacity)
        cursor = base + capacity
    }

    @inlinable
    deinit {
        base.deallocate()
    }

    /// How many bytes have been written.
    @inlinable
    var count: Int { base + capacity - cursor }

    @inlinable
    func withWrittenBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        // Safe: everything from `cursor` to the end of the buffer has been written.
        body(UnsafeRawBufferPointer(start: cursor, count: count))
    }

    /// Makes room for more bytes in front of those written and returns where they go.
    @inlinable
    mutating func reserve(_ byteCount: Int) -> UnsafeMutablePointer<UInt8> {
        if cursor - base < byteCount { grow(byteCount) }
        // Safe: there is room for at least `byteCount` bytes between `base` and `cursor`.
        cursor -= byteCount
        return cursor
    }

    @usableFromInline
    mutating func grow(_ byteCount: Int) {
        let written = count
        let newCapacity = max(capacity * 2, written + byteCount)
        let newBase = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
        let newCursor = newBase + (newCapacity - written)
        // Safe: the new buffer has room for all bytes written so far at its end.
        newCursor.update(from: cursor, count: written)
        base.deallocate()
        base = newBase
        cursor = newCursor
        capacity = newCapacity
    }
}

// MARK: Raw values

extension WireWriter {
    @inlinable
    mutating func prependTag(_ tag: UInt32) {
        prependVarint(UInt64(tag))
    }

    @inlinable
    mutating func prependVarint(_ value: UInt64) {
        if value < 0x80 {
            reserve(1).pointee = UInt8(truncatingIfNeeded: value)
        } else {
            prependLongVarint(value)
        }
    }

    @usableFromInline
    mutating func prependLongVarint(_ value: UInt64) {
        let significantBits = UInt64.bitWidth - value.leadingZeroBitCount
        let size = (significantBits + 6) / 7
        let target = reserve(size)
        var rest = value
        for index in 0..<(size - 1) {
            target[index] = UInt8(truncatingIfNeeded: rest) | 0x80
            rest >>= 7
        }
        target[size - 1] = UInt8(truncatingIfNeeded: rest)
    }

    @inlinable
    mutating func prependFixed32(_ value: UInt32) {
        UnsafeMutableRawPointer(reserve(4)).storeBytes(of: value.littleEndian, as: UInt32.self)
    }

    @inlinable
    mutating func prependFixed64(_ value: UInt64) {
        UnsafeMutableRawPointer(reserve(8)).storeBytes(of: value.littleEndian, as: UInt64.self)
    }

    @inlinable
    mutating func prependRaw(_ bytes: [UInt8]) {
        let target = reserve(bytes.count)
        bytes.withUnsafeBufferPointer { source in
            // Safe: `reserve` made room for as many bytes as the source has.
            if let address = source.baseAddress { target.update(from: address, count: source.count) }
        }
    }

    /// Writes the fields that the definition does not know, after all others.
    @inlinable
    public mutating func writeUnknown(_ storage: UnknownStorage) {
        if storage.isEmpty { return }
        prependRaw(storage.data)
    }
}
