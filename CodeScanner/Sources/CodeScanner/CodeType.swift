/// What a circular code carries; the value is the five-bit type of its header (code specification §2).
public enum CodeType: UInt8, Hashable, Sendable, CaseIterable {
    /// A packed user name of 2 to 24 characters and a nonce; historic.
    case username = 1
    /// Twenty opaque bytes: every Flipcash code.
    case remote = 2
    /// Twenty opaque bytes of an invitation; historic.
    case group = 3
}
