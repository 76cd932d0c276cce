public import FlipcashCore

/// The node that a profile trusts: the profile accepts its proofs, and its vaults are derived from its virtual machine.
///
/// The profile pins the node at first contact. The pin never changes silently (payment specification §2.1).
public struct PinnedNode: Hashable, Sendable {
    /// The key that signs exchange proofs.
    public let key: PublicKey
    /// The mint that counts as one US dollar.
    public let coreMint: PublicKey
    /// The authority of the core mint's virtual machine.
    public let coreVMAuthority: PublicKey

    /// Creates a pin.
    public init(key: PublicKey, coreMint: PublicKey, coreVMAuthority: PublicKey) {
        self.key = key
        self.coreMint = coreMint
        self.coreVMAuthority = coreVMAuthority
    }

    /// Checks that an answer about the core mint matches the pin.
    ///
    /// - Throws: `PinFailure.differs` if it does not match. The caller must then sign nothing.
    public func verify(coreMint: PublicKey, coreVMAuthority: PublicKey) throws(PinFailure) {
        guard coreMint == self.coreMint, coreVMAuthority == self.coreVMAuthority else {
            throw .differs(pinned: self.coreVMAuthority, answered: coreVMAuthority)
        }
    }
}

/// Errors from checking a node against its pin.
public enum PinFailure: WalletFailure, Equatable {
    /// The node is not the one that this profile pinned.
    case differs(pinned: PublicKey, answered: PublicKey)
    /// The call names another service than the profile does, and the node there is not the pinned one.
    case differsElsewhere(pinned: PublicKey, answered: PublicKey)
    /// The node does not name the authority of the core mint's virtual machine.
    case noAuthority

    /// Always `nodeChanged`; the details hold both keys, if there are two. Nothing was signed.
    public var report: FailureReport {
        switch self {
        case .differs(let pinned, let answered):
            FailureReport(
                .nodeChanged, .configuration,
                "This node (\(answered.base58)) is not the one this profile trusts (\(pinned.base58)). Nothing was "
                    + "signed.",
                details: ["pinned": pinned.base58, "answered": answered.base58], advice: .forgetNode)
        case .differsElsewhere(let pinned, let answered):
            FailureReport(
                .nodeChanged, .configuration,
                "The node at this endpoint (\(answered.base58)) is not the one this profile trusts "
                    + "(\(pinned.base58)). Nothing was signed.",
                details: ["pinned": pinned.base58, "answered": answered.base58], advice: .useOtherProfile)
        case .noAuthority:
            FailureReport(
                .nodeChanged, .configuration,
                "The node does not describe its core currency, so it cannot be trusted. Check the endpoint.")
        }
    }
}

extension PinFailure {
    /// The same failure for a call that names another service than the profile does. The pin is correct and must stay.
    var atAnotherEndpoint: PinFailure {
        switch self {
        case .differs(let pinned, let answered): .differsElsewhere(pinned: pinned, answered: answered)
        case .differsElsewhere, .noAuthority: self
        }
    }
}
