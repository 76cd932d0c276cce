/// The program's version.
enum Version {
    static let text = "1.0.0"
    /// The release number. A service may refuse releases below a minimum (client specification §2.5).
    static let build: UInt32 = 1
}
