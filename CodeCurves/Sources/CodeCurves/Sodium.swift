import CSodium

/// Initialises libsodium. All calls to `sodium_init` go through here.
enum Sodium {
    /// Whether libsodium is initialised. Initialisation finds the random generator, the page size and the fastest
    /// implementations for this machine.
    static let isReady: Bool = sodium_init() >= 0
}

/// Calls `body` with the bytes of `collection`, copying them only when they are not contiguous.
func withBytes<Result>(
    of collection: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
) rethrows -> Result {
    if let result = try collection.withContiguousStorageIfAvailable({ try body($0) }) {
        return result
    }
    return try Array(collection).withUnsafeBufferPointer { try body($0) }
}

/// The address passed for empty buffers, because libsodium's parameters must not be null.
///
/// Safe: allocated once, never written, never freed, and passed with a length of 0 only.
private nonisolated(unsafe) let nowhere = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

extension UnsafeBufferPointer<UInt8> {
    /// A non-null pointer to the bytes, for libsodium.
    var input: UnsafePointer<UInt8> { baseAddress ?? UnsafePointer(nowhere) }
}

extension UnsafeRawBufferPointer {
    /// A non-null pointer to the bytes, for libsodium.
    var input: UnsafePointer<UInt8> { baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(nowhere) }
}

extension UnsafeMutableBufferPointer<UInt8> {
    /// A non-null pointer to the bytes, for libsodium.
    var output: UnsafeMutablePointer<UInt8> { baseAddress ?? nowhere }
}

extension UnsafeMutableRawBufferPointer {
    /// A non-null pointer to the bytes, for libsodium.
    var output: UnsafeMutablePointer<UInt8> { baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nowhere }
    /// A non-null pointer to the bytes, for libsodium.
    var input: UnsafePointer<UInt8> { UnsafePointer(output) }
}
