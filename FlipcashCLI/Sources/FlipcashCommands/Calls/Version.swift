/// The program's version.
enum Version {
    static let text = "1.0.0"
    /// Counts releases; a service may refuse those below a number of its choice (client specification §2.5).
    static let build: UInt32 = 1
}
