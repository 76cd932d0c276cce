/// The low three bits of a tag, which define how the value is encoded.
@usableFromInline
enum WireType {
    @usableFromInline static let varint: UInt32 = 0
    @usableFromInline static let fixed64: UInt32 = 1
    @usableFromInline static let lengthDelimited: UInt32 = 2
    @usableFromInline static let groupStart: UInt32 = 3
    @usableFromInline static let groupEnd: UInt32 = 4
    @usableFromInline static let fixed32: UInt32 = 5
}
