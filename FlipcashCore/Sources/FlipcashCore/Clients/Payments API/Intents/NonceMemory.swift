import Synchronization

/// Remembers the last nonces that were signed with, so that a server cannot have two messages signed over one nonce.
public final class NonceMemory: Sendable {
    /// How many are remembered.
    public static let capacity = 1_000

    private struct State {
        var order: [VirtualNonce] = []
        var known: Set<VirtualNonce> = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Whether this nonce and value have been signed with.
    public func contains(_ nonce: VirtualNonce) -> Bool {
        state.withLock { $0.known.contains(nonce) }
    }

    /// Notes a nonce just before it is signed with.
    public func insert(_ nonce: VirtualNonce) {
        state.withLock { state in
            guard state.known.insert(nonce).inserted else { return }
            state.order.append(nonce)
            if state.order.count > Self.capacity { state.known.remove(state.order.removeFirst()) }
        }
    }
}
