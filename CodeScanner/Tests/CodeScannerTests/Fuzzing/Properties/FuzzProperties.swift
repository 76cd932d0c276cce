import CodeScanner

/// Properties that hold for any input. Fuzzers check them on generated inputs, tests on seeds and findings.
public enum FuzzProperties {
    /// The properties by target name.
    public static let all: [String: @Sendable ([UInt8]) throws -> Void] = [
        "code-frames": codeFrames,
        "pictures": pictures,
    ]
}
