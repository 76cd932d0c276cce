import CSodium

/// Comparison whose duration does not depend on the contents.
public enum ConstantTime {
    /// Whether both byte strings are equal. The duration reveals their lengths only.
    public static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        withBytes(of: left) { left in
            withBytes(of: right) { right in
                guard left.count == right.count else { return false }
                guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
                return sodium_memcmp(leftBase, rightBase, left.count) == 0
            }
        }
    }
}

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
