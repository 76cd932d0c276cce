import FlipcashAPI
import FlipcashCore
import ProtobufCodec

/// Whether an address can receive a withdrawal (payment specification §15). A hint: submission checks everything again.
enum WithdrawalDestination: Hashable, Sendable {
    case invalid
    case tokenAccount
    /// The owner of a token account, which may have to be created first.
    case owner(requiresInitialization: Bool, isFeeDue: Bool)

    /// The node's own records of an address.
    private enum Record: Hashable {
        case decided(WithdrawalDestination)
        /// An address that only a program can sign for, and that is not an address of this node.
        case program
        /// The deposit or swap address of a PRIMARY vault of the mint, which can own a token account as a person can.
        case derived(isSwapAddress: Bool)
        /// A person's own key.
        case owner
    }

    /// Classifies `address` by the node's records and by what the settlement finds there.
    ///
    /// - Throws: UNAVAILABLE when the settlement cannot answer; `StoreError`.
    static func find(_ address: PublicKey, mint: PublicKey, ledger: LedgerCore) async throws -> Self {
        let hasChain = ledger.settings.hasChain
        switch try ledger.store.read({ try record(of: address, mint: mint, view: $0, hasChain: hasChain) }) {
        case .decided(let destination):
            return destination
        case .program:
            let presence = try await ledger.ask { try await $0.tokenAccount(address, mint: mint) }
            return presence == .exists ? .tokenAccount : .invalid
        case .derived(let isSwapAddress):
            return try await owner(address, mint: mint, paysFee: !isSwapAddress, ledger: ledger)
        case .owner:
            return try await owner(address, mint: mint, paysFee: true, ledger: ledger)
        }
    }

    /// - Parameter paysFee: whether creating the token account costs a fee.
    private static func owner(
        _ address: PublicKey, mint: PublicKey, paysFee: Bool, ledger: LedgerCore
    ) async throws -> Self {
        let account = AssociatedTokenAccount.address(owner: address, mint: mint).address
        return switch try await ledger.ask({ try await $0.tokenAccount(account, mint: mint) }) {
        case .exists: .owner(requiresInitialization: false, isFeeDue: false)
        case .missing: .owner(requiresInitialization: true, isFeeDue: paysFee)
        case .invalid: .invalid
        }
    }

    private static func record(
        of address: PublicKey, mint: PublicKey, view: some LedgerView, hasChain: Bool
    ) throws -> Record {
        guard try view.mint(mint) != nil else { return .decided(.invalid) }
        guard !address.isOnCurve else {
            return try !hasChain && view.lacksVault(address, mint: mint) ? .decided(.invalid) : .owner
        }
        if let vault = try view.vault(address) {
            return .decided(vault.type == .primary && vault.mint == mint ? .tokenAccount : .invalid)
        }
        guard let derived = try view.derivedAddress(address), derived.kind.isOwner else { return .program }
        guard derived.vault.type == .primary, derived.vault.mint == mint else { return .decided(.invalid) }
        return .derived(isSwapAddress: derived.kind == .swap)
    }

    func response(fee: WithdrawalFee) -> Ocp_Transaction_V1_CanWithdrawToAccountResponse {
        .with {
            switch self {
            case .invalid:
                $0.accountType = .unknown
            case .tokenAccount:
                $0.isValidPaymentDestination = true
                $0.accountType = .tokenAccount
            case .owner(let requiresInitialization, let isFeeDue):
                $0.isValidPaymentDestination = true
                $0.accountType = .ownerAccount
                $0.requiresInitialization = requiresInitialization
                if isFeeDue {
                    $0.feeAmount = .with {
                        $0.currency = "usd"
                        $0.nativeAmount = fee.usd
                    }
                }
            }
        }
    }
}
