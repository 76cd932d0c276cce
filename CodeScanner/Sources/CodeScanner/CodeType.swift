/// The kind of payload of a circular code. The raw value is the five-bit type in the header (code specification §2).
public enum CodeType: UInt8, Hashable, Sendable, CaseIterable {
    /// A packed user name of 2 to 24 characters and a nonce; historic.
    case username = 1
    /// 20 opaque bytes; used by every Flipcash code.
    case remote = 2
    /// 20 opaque bytes of an invitation; historic.
    case group = 3
}
