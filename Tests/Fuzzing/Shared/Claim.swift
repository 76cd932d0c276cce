/// The description of a broken property.
public struct BrokenClaim: Error, CustomStringConvertible {
    public let description: String
}

/// Throws `BrokenClaim` unless `holds` is true.
func claim(_ holds: Bool, _ words: @autoclosure () -> String) throws {
    guard holds else { throw BrokenClaim(description: words()) }
}
