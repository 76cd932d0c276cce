extension WireWriter {
    /// Writes a `double` field unless it has the default value.
    @inlinable
    public mutating func writeDouble(_ value: Double, tag: UInt32) {
        if value.bitPattern == 0 { return }
        writePresentDouble(value, tag: tag)
    }

    /// Writes a `double` field even if it has the default value.
    @inlinable
    public mutating func writePresentDouble(_ value: Double, tag: UInt32) {
        prependFixed64(value.bitPattern, tag: tag)
    }

    @inlinable
    mutating func prependDouble(_ value: Double) {
        prependFixed64(value.bitPattern)
    }

    /// Writes a `float` field unless it has the default value.
    @inlinable
    public mutating func writeFloat(_ value: Float, tag: UInt32) {
        if value.bitPattern == 0 { return }
        writePresentFloat(value, tag: tag)
    }

    /// Writes a `float` field even if it has the default value.
    @inlinable
    public mutating func writePresentFloat(_ value: Float, tag: UInt32) {
        prependFixed32(value.bitPattern, tag: tag)
    }

    @inlinable
    mutating func prependFloat(_ value: Float) {
        prependFixed32(value.bitPattern)
    }

    /// Writes an `int32` field unless it has the default value.
    @inlinable
    public mutating func writeInt32(_ value: Int32, tag: UInt32) {
        if value == 0 { return }
        writePresentInt32(value, tag: tag)
    }

    /// Writes an `int32` field even if it has the default value.
    @inlinable
    public mutating func writePresentInt32(_ value: Int32, tag: UInt32) {
        prependVarint(UInt64(bitPattern: Int64(value)), tag: tag)
    }

    @inlinable
    mutating func prependInt32(_ value: Int32) {
        prependVarint(UInt64(bitPattern: Int64(value)))
    }

    /// Writes an `int64` field unless it has the default value.
    @inlinable
    public mutating func writeInt64(_ value: Int64, tag: UInt32) {
        if value == 0 { return }
        writePresentInt64(value, tag: tag)
    }

    /// Writes an `int64` field even if it has the default value.
    @inlinable
    public mutating func writePresentInt64(_ value: Int64, tag: UInt32) {
        prependVarint(UInt64(bitPattern: value), tag: tag)
    }

    @inlinable
    mutating func prependInt64(_ value: Int64) {
        prependVarint(UInt64(bitPattern: value))
    }

    /// Writes a `uint32` field unless it has the default value.
    @inlinable
    public mutating func writeUInt32(_ value: UInt32, tag: UInt32) {
        if value == 0 { return }
        writePresentUInt32(value, tag: tag)
    }

    /// Writes a `uint32` field even if it has the default value.
    @inlinable
    public mutating func writePresentUInt32(_ value: UInt32, tag: UInt32) {
        prependVarint(UInt64(value), tag: tag)
    }

    @inlinable
    mutating func prependUInt32(_ value: UInt32) {
        prependVarint(UInt64(value))
    }

    /// Writes a `uint64` field unless it has the default value.
    @inlinable
    public mutating func writeUInt64(_ value: UInt64, tag: UInt32) {
        if value == 0 { return }
        writePresentUInt64(value, tag: tag)
    }

    /// Writes a `uint64` field even if it has the default value.
    @inlinable
    public mutating func writePresentUInt64(_ value: UInt64, tag: UInt32) {
        prependVarint(value, tag: tag)
    }

    @inlinable
    mutating func prependUInt64(_ value: UInt64) {
        prependVarint(value)
    }

    /// Writes a `sint32` field unless it has the default value.
    @inlinable
    public mutating func writeSInt32(_ value: Int32, tag: UInt32) {
        if value == 0 { return }
        writePresentSInt32(value, tag: tag)
    }

    /// Writes a `sint32` field even if it has the default value.
    @inlinable
    public mutating func writePresentSInt32(_ value: Int32, tag: UInt32) {
        prependVarint(UInt64(UInt32(bitPattern: (value << 1) ^ (value >> 31))), tag: tag)
    }

    @inlinable
    mutating func prependSInt32(_ value: Int32) {
        prependVarint(UInt64(UInt32(bitPattern: (value << 1) ^ (value >> 31))))
    }

    /// Writes a `sint64` field unless it has the default value.
    @inlinable
    public mutating func writeSInt64(_ value: Int64, tag: UInt32) {
        if value == 0 { return }
        writePresentSInt64(value, tag: tag)
    }

    /// Writes a `sint64` field even if it has the default value.
    @inlinable
    public mutating func writePresentSInt64(_ value: Int64, tag: UInt32) {
        prependVarint(UInt64(bitPattern: (value << 1) ^ (value >> 63)), tag: tag)
    }

    @inlinable
    mutating func prependSInt64(_ value: Int64) {
        prependVarint(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    /// Writes a `sfixed32` field unless it has the default value.
    @inlinable
    public mutating func writeSFixed32(_ value: Int32, tag: UInt32) {
        if value == 0 { return }
        writePresentSFixed32(value, tag: tag)
    }

    /// Writes a `sfixed32` field even if it has the default value.
    @inlinable
    public mutating func writePresentSFixed32(_ value: Int32, tag: UInt32) {
        prependFixed32(UInt32(bitPattern: value), tag: tag)
    }

    @inlinable
    mutating func prependSFixed32(_ value: Int32) {
        prependFixed32(UInt32(bitPattern: value))
    }

    /// Writes a `sfixed64` field unless it has the default value.
    @inlinable
    public mutating func writeSFixed64(_ value: Int64, tag: UInt32) {
        if value == 0 { return }
        writePresentSFixed64(value, tag: tag)
    }

    /// Writes a `sfixed64` field even if it has the default value.
    @inlinable
    public mutating func writePresentSFixed64(_ value: Int64, tag: UInt32) {
        prependFixed64(UInt64(bitPattern: value), tag: tag)
    }

    @inlinable
    mutating func prependSFixed64(_ value: Int64) {
        prependFixed64(UInt64(bitPattern: value))
    }

    /// Writes a `bool` field unless it has the default value.
    @inlinable
    public mutating func writeBool(_ value: Bool, tag: UInt32) {
        if !value { return }
        writePresentBool(value, tag: tag)
    }

    /// Writes a `bool` field even if it has the default value.
    @inlinable
    public mutating func writePresentBool(_ value: Bool, tag: UInt32) {
        prependVarint(value ? 1 : 0, tag: tag)
    }

    @inlinable
    mutating func prependBool(_ value: Bool) {
        prependVarint(value ? 1 : 0)
    }

    /// Writes a `fixed32` field unless it is zero.
    @inlinable
    public mutating func writeFixed32(_ value: UInt32, tag: UInt32) {
        if value == 0 { return }
        writePresentFixed32(value, tag: tag)
    }

    /// Writes a `fixed32` field even if it has the default value.
    @inlinable
    public mutating func writePresentFixed32(_ value: UInt32, tag: UInt32) {
        prependFixed32(value, tag: tag)
    }

    /// Writes a `fixed64` field unless it is zero.
    @inlinable
    public mutating func writeFixed64(_ value: UInt64, tag: UInt32) {
        if value == 0 { return }
        writePresentFixed64(value, tag: tag)
    }

    /// Writes a `fixed64` field even if it has the default value.
    @inlinable
    public mutating func writePresentFixed64(_ value: UInt64, tag: UInt32) {
        prependFixed64(value, tag: tag)
    }
}
