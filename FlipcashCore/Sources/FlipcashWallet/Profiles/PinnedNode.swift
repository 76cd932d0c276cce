public import FlipcashCore

/// The node that a profile trusts: whose proofs it believes and under whose virtual machine its vaults lie.
///
/// It is learnt at first contact and never changes silently (payment specification §2.1).
public struct PinnedNode: Hashable, Sendable {
    /// The key that signs exchange proofs.
    public let key: PublicKey
    /// The mint that counts as one US dollar.
    public let coreMint: PublicKey
    /// The authority of the core mint's virtual machine.
    public let coreVMAuthority: PublicKey

    /// Names a node.
    public init(key: PublicKey, coreMint: PublicKey, coreVMAuthority: PublicKey) {
        self.key = key
        self.coreMint = coreMint
        self.coreVMAuthority = coreVMAuthority
    }

    /// Whether an answer about the core mint agrees with what was pinned.
    ///
    /// - Throws: `PinFailure.differs` when it does not; nothing may be signed then.
    public func verify(coreMint: PublicKey, coreVMAuthority: PublicKey) throws(PinFailure) {
        guard coreMint == self.coreMint, coreVMAuthority == self.coreVMAuthority else {
            throw .differs(pinned: self.coreVMAuthority, answered: coreVMAuthority)
        }
    }
}

/// Why a node is not trusted.
public enum PinFailure: WalletFailure, Equatable {
    /// The node is not the one that this profile met first.
    case differs(pinned: PublicKey, answered: PublicKey)
    /// The call names another service than the profile does, and that one is another node.
    case differsElsewhere(pinned: PublicKey, answered: PublicKey)
    /// The node does not say under which authority the core mint's accounts lie.
    case noAuthority

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
    /// The same failure of a call that names another service than the profile does: the pin is right, and must stay.
    var atAnotherEndpoint: PinFailure {
        switch self {
        case .differs(let pinned, let answered): .differsElsewhere(pinned: pinned, answered: answered)
        case .differsElsewhere, .noAuthority: self
        }
    }
}
