import CSodium

/// The operating system's random generator. It ends the process rather than return weak bytes.
public enum RandomBytes {
    /// `count` unpredictable bytes.
    public static func generate(_ count: Int) -> [UInt8] {
        let count = max(0, count)
        _ = Sodium.isReady
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            randombytes_buf(buffer.output, count)
            initialized = count
        }
    }
}
