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
