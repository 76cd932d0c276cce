import CodeScanner

/// What holds for any input whatever: checked by the fuzzers on inputs that they make up, and by the tests on seeds and
/// findings.
public enum FuzzProperties {
    /// The properties by the names of their targets.
    public static let all: [String: @Sendable ([UInt8]) throws -> Void] = [
        "code-frames": codeFrames,
        "pictures": pictures,
    ]
}
