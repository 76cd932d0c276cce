/// A property that did not hold.
public struct BrokenClaim: Error, CustomStringConvertible {
    /// What was observed.
    public let description: String
}

/// Throws `BrokenClaim` unless `holds` is true.
func claim(_ holds: Bool, _ words: @autoclosure () -> String) throws {
    guard holds else { throw BrokenClaim(description: words()) }
}
