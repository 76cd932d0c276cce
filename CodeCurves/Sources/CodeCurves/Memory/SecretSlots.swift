import CSodium
import Synchronization

/// A pool of 64-byte slots in guarded pages, for secrets no longer than a key.
///
/// A separate guarded allocation costs several system calls and a locked page, and a process may lock few pages; one
/// derivation alone makes a dozen secrets. Pages are kept until the process ends. They contain only secrets and free
/// slots, which are zero.
///
/// The list of free slots changes only under its lock. A slot has one owner at a time.
final class SecretSlots: Sendable {
    /// The longest secret that a slot holds.
    static let slotByteCount = 64
    private static let slotsPerPage = 64

    static let shared = SecretSlots()

    private let free = Mutex<[Int]>([])

    /// Returns a slot of zeros; nil when the system gives no guarded page.
    func take() -> UnsafeMutableRawPointer? {
        free.withLock { free in
            if free.isEmpty { Self.addPage(to: &free) }
            return free.popLast().flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
        }
    }

    /// Returns a slot to the pool. The owner has already zeroed it.
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
