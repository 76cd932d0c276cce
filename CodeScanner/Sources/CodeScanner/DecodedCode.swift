/// The content of a circular code whose checks hold.
public struct DecodedCode: Hashable, Sendable {
    /// What the payload means.
    public let type: CodeType
    /// A historic background index, 0…63; Flipcash writes 0 and ignores it.
    public let colour: UInt8
    /// For user names their length less two, otherwise 0.
    public let extra: UInt8
    /// Always 20 bytes; trailing zeros are part of it.
    public let payload: [UInt8]
    /// How many of the 35 bytes were wrong and have been corrected.
    public let correctedSymbols: Int
}
