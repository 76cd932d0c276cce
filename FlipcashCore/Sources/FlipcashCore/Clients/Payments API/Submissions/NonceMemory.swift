import Synchronization

/// Remembers the latest used nonces, so that a server cannot obtain signatures of two messages with one nonce.
public final class NonceMemory: Sendable {
    /// The number of nonces that are remembered.
    public static let capacity = 1_000

    private struct State {
        var order: [VirtualNonce] = []
        var known: Set<VirtualNonce> = []
        var isLoaded = false

        mutating func insert(_ nonce: VirtualNonce) -> Bool {
            guard known.insert(nonce).inserted else { return false }
            order.append(nonce)
            if order.count > NonceMemory.capacity { known.remove(order.removeFirst()) }
            return true
        }
    }

    private let store: (any NonceStore)?
    private let state = Mutex(State())

    /// Creates a memory with the nonces of `store`, or an empty one.
    ///
    /// - Parameter store: keeps the nonces after this process ends; it is read at the first use.
    public init(store: (any NonceStore)? = nil) { self.store = store }

    /// Whether this client has signed with this nonce and value.
    public func contains(_ nonce: VirtualNonce) -> Bool {
        withLoadedState { $0.known.contains(nonce) }
    }

    /// Records a nonce just before signing with it.
    ///
    /// - Returns: false when the nonce was used before and must not be signed with again. If two callers in this
    ///   process insert the same nonce, only one gets true.
    @discardableResult
    public func insert(_ nonce: VirtualNonce) -> Bool {
        withLoadedState { state in
            guard state.insert(nonce) else { return false }
            // One call at a time: a store may read its contents and write them back with one more nonce.
            store?.append(nonce)
            return true
        }
    }

    private func withLoadedState<Value>(_ body: (inout State) -> Value) -> Value {
        state.withLock { state in
            if !state.isLoaded {
                state.isLoaded = true
                for nonce in store?.load() ?? [] { _ = state.insert(nonce) }
            }
            return body(&state)
        }
    }
}

/// Keeps nonces after a process ends. Losing some weakens the protection but blocks no payment.
public protocol NonceStore: Sendable {
    /// Returns the stored nonces, oldest first.
    func load() -> [VirtualNonce]
    /// Adds a nonce. One memory never makes two calls at the same time.
    func append(_ nonce: VirtualNonce)
}
