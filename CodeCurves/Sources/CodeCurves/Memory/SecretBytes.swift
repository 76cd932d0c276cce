import CSodium

/// Secret bytes in guarded memory.
///
/// The memory is locked out of swap where the system allows it and zeroed when the last copy is released. Comparison
/// takes constant time. Descriptions never show the bytes. Copies share one immutable allocation.
public struct SecretBytes: Sendable {
    private let storage: Storage

    /// The number of bytes.
    public var count: Int { storage.buffer.count }

    /// Copies `bytes` into guarded memory. The caller should zero its own copy.
    public init(_ bytes: some Collection<UInt8>) {
        storage = Storage(count: bytes.count)
        storage.buffer.copyBytes(from: bytes)
    }

    /// Allocates `count` zero bytes of guarded memory and lets `fill` write the secret into them.
    public init<Failure: Error>(
        count: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        storage = Storage(count: max(0, count))
        try fill(storage.buffer)
    }

    /// Calls `body` with the secret; the pointer must not outlive the call.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(storage.buffer))
    }

    /// An ordinary copy of the secret, for writing it out. The caller must zero it.
    public func exposedCopy() -> [UInt8] {
        withUnsafeBytes { Array($0) }
    }
}

extension SecretBytes: Equatable {
    /// Compares in constant time.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        left.withUnsafeBytes { left in right.withUnsafeBytes { right in ConstantTime.areEqual(left, right) } }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of bytes, never the bytes.
    public var description: String { "<\(count) secret bytes>" }
    /// The same text as ``description``.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` and debuggers do not show the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SecretBytes {
    /// One allocation, zeroed and released with its last owner.
    ///
    /// Safe to share: the buffer is not written after the initialiser of `SecretBytes` has returned.
    private final class Storage: @unchecked Sendable {
        let buffer: UnsafeMutableRawBufferPointer
        private let origin: Origin

        private enum Origin {
            /// A 64-byte slot of a guarded page, for small secrets.
            case slot
            /// Guarded pages for this secret alone.
            case pages
            /// Ordinary memory, used when the system gives no guarded pages.
            case heap
        }

        init(count: Int) {
            if count > 0, count <= SecretSlots.slotByteCount, let slot = SecretSlots.shared.take() {
                buffer = UnsafeMutableRawBufferPointer(start: slot, count: count)
                origin = .slot
                return
            }
            if Sodium.isReady, count > 0, let guarded = sodium_malloc(count) {
                buffer = UnsafeMutableRawBufferPointer(start: guarded, count: count)
                origin = .pages
            } else {
                // Still zeroed on release and never printed.
                buffer = .allocate(byteCount: count, alignment: 16)
                origin = .heap
            }
            Zeroing.zero(buffer)
        }

        deinit {
            switch origin {
            case .slot:
                Zeroing.zero(buffer)
                SecretSlots.shared.give(buffer.baseAddress)
            case .pages:
                sodium_free(buffer.baseAddress)
            case .heap:
                Zeroing.zero(buffer)
                buffer.deallocate()
            }
        }
    }
}
