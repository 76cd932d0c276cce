public import FlipcashCore
import Synchronization

/// Checks, once in a process and before anything is signed, that the service is the node that the profile trusts
/// (payment specification §2.1).
public final class NodeGate: Sendable {
    private let client: Client
    private let lock = AsyncLock()
    private let known: Mutex<PinnedNode?>
    private let verified = Mutex<PinnedNode?>(nil)
    private let isProfileEndpoint: Bool
    private let remember: @Sendable (PinnedNode) async throws -> PinnedNode

    /// Creates a gate that has not verified the node yet.
    ///
    /// - Parameters:
    ///   - client: the client that asks the node for its identity.
    ///   - pinned: the node that the profile has pinned.
    ///   - isProfileEndpoint: whether the profile names this service; false if only this call does.
    ///   - remember: stores the node at first contact, and returns the node that the profile trusts. Another program of
    ///     the profile may have pinned one first.
    public init(
        client: Client, pinned: PinnedNode?, isProfileEndpoint: Bool = true,
        remember: @escaping @Sendable (PinnedNode) async throws -> PinnedNode
    ) {
        self.client = client
        self.isProfileEndpoint = isProfileEndpoint
        known = Mutex(pinned)
        self.remember = remember
    }

    /// The pinned node; nil if the profile has none. Sends no request.
    public var pinned: PinnedNode? { known.withLock { $0 } }

    /// Asks the service for its core currency and compares the answer with the pin. The first answer becomes the pin.
    ///
    /// - Throws: `PinFailure` if the node is another one, `NodeGateFailure` if the request fails.
    @discardableResult
    public func verify() async throws -> PinnedNode {
        if let node = verified.withLock({ $0 }) { return node }
        return try await lock.withLock {
            if let node = self.verified.withLock({ $0 }) { return node }
            let node = try await self.ask()
            self.verified.withLock { $0 = node }
            return node
        }
    }

    private func ask() async throws -> PinnedNode {
        let mint: MintMetadata
        do {
            mint = try await client.fetchMint(.usdf)
        } catch {
            throw NodeGateFailure(error)
        }
        guard let authority = mint.vm?.authority else { throw PinFailure.noAuthority }
        if let pinned {
            do {
                try pinned.verify(coreMint: mint.address, coreVMAuthority: authority)
            } catch {
                throw isProfileEndpoint ? error : error.atAnotherEndpoint
            }
            return pinned
        }
        // The node's key both signs proofs and is the authority of the core currency.
        let node = PinnedNode(key: authority, coreMint: mint.address, coreVMAuthority: authority)
        let trusted = try await remember(node)
        known.withLock { $0 = trusted }
        try trusted.verify(coreMint: mint.address, coreVMAuthority: authority)
        return trusted
    }
}

/// Why the node's identity could not be fetched.
public enum NodeGateFailure: WalletFailure, Equatable {
    /// The service did not answer, or refused.
    case service(RPCFailure)
    /// The service does not know the core currency, or its description is unreadable.
    case unknownCoreMint

    init(_ error: MintsError) {
        switch error {
        case .notFound, .malformed: self = .unknownCoreMint
        case .rpc(let failure): self = .service(failure)
        }
    }

    /// A failed call, or an endpoint that is not a node for this wallet.
    public var report: FailureReport {
        switch self {
        case .service(let failure): failure.walletReport(doing: "reach the service")
        case .unknownCoreMint:
            FailureReport(
                .nodeChanged, .configuration,
                "The service does not know the core currency, so it is not a node this wallet can use. Check the "
                    + "endpoint.")
        }
    }
}
