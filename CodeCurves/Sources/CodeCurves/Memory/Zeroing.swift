import CSodium

/// Overwrites memory with zeros; the optimizer does not remove the writes.
public enum Zeroing {
    /// Fills `bytes` with zeros.
    public static func zero(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { zero($0) }
    }

    /// Fills `buffer` with zeros.
    public static func zero(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let base = buffer.baseAddress else { return }
        sodium_memzero(base, buffer.count)
    }
}
