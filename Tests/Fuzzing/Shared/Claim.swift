/// What a property says of an input that breaks it.
public struct BrokenClaim: Error, CustomStringConvertible {
    public let description: String
}

/// Breaks a property unless `holds`.
func claim(_ holds: Bool, _ words: @autoclosure () -> String) throws {
    guard holds else { throw BrokenClaim(description: words()) }
}
