import Synchronization

/// Remembers the last nonces that were signed with, so that a server cannot have two messages signed over one nonce.
public final class NonceMemory: Sendable {
    /// How many are remembered.
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

    /// A memory of what `store` holds; an empty one without a store.
    ///
    /// - Parameter store: keeps the memory beyond this process; it is read when first needed.
    public init(store: (any NonceStore)? = nil) { self.store = store }

    /// Whether this nonce and value have been signed with.
    public func contains(_ nonce: VirtualNonce) -> Bool {
        withLoadedState { $0.known.contains(nonce) }
    }

    /// Notes a nonce just before it is signed with.
    ///
    /// - Returns: false when it has been signed with before: then it must not be signed with again. Of two callers in
    ///   this process with the same nonce one only is told true.
    @discardableResult
    public func insert(_ nonce: VirtualNonce) -> Bool {
        withLoadedState { state in
            guard state.insert(nonce) else { return false }
            // One at a time: a store may read what it holds and write it back with one more.
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

/// Keeps nonces beyond one process. Losing some weakens the memory and stops nobody.
public protocol NonceStore: Sendable {
    /// The nonces kept, oldest first.
    func load() -> [VirtualNonce]
    /// Adds one. Within one memory, calls follow each other.
    func append(_ nonce: VirtualNonce)
}
