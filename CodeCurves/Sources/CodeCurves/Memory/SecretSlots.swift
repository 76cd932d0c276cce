import CSodium
import Synchronization

/// Slots of 64 bytes in guarded pages, for the many secrets that are no longer than a key.
///
/// Each guarded allocation of its own costs several system calls and a locked page, of which a process has few; a
/// derivation alone makes a dozen secrets. Pages are kept until the process ends and hold nothing but free slots, which
/// are zero, and secrets.
///
/// The list of free slots changes under its lock only, and a slot belongs to whoever took it.
final class SecretSlots: Sendable {
    /// The longest secret that a slot holds.
    static let slotByteCount = 64
    private static let slotsPerPage = 64

    static let shared = SecretSlots()

    private let free = Mutex<[Int]>([])

    /// A slot of zeros; nil when the system gives no guarded page.
    func take() -> UnsafeMutableRawPointer? {
        free.withLock { free in
            if free.isEmpty { Self.addPage(to: &free) }
            return free.popLast().flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
        }
    }

    /// Takes back a slot that its owner has zeroed.
    func give(_ slot: UnsafeMutableRawPointer?) {
        guard let slot else { return }
        free.withLock { $0.append(Int(bitPattern: slot)) }
    }

    private static func addPage(to free: inout [Int]) {
        let byteCount = slotByteCount * slotsPerPage
        guard Sodium.isReady, let page = sodium_malloc(byteCount) else { return }
        Zeroing.zero(UnsafeMutableRawBufferPointer(start: page, count: byteCount))
        for slot in 0..<slotsPerPage { free.append(Int(bitPattern: page + slot * slotByteCount)) }
    }
}
