/// The content of a circular code whose checks hold.
public struct DecodedCode: Hashable, Sendable {
    /// The kind of payload.
    public let type: CodeType
    /// A historic background index, 0…63; Flipcash writes 0 and ignores it.
    public let colour: UInt8
    /// The length of a user name minus two; 0 for the other types.
    public let extra: UInt8
    /// The payload, always 20 bytes including trailing zeros.
    public let payload: [UInt8]
    /// The number of the 35 bytes that were corrected.
    public let correctedSymbols: Int
}
