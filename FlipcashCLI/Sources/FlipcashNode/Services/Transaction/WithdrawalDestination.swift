import FlipcashAPI
import FlipcashCore
import ProtobufCodec

/// Whether an address can receive a withdrawal (payment specification §15). A hint: submission checks everything again.
enum WithdrawalDestination: Hashable, Sendable {
    case invalid
    case tokenAccount
    /// The owner of a token account, which may have to be created first.
    case owner(requiresInitialization: Bool, isFeeDue: Bool)

    init(_ address: PublicKey, mint: PublicKey, view: some LedgerView) throws {
        guard try view.mint(mint) != nil else {
            self = .invalid
            return
        }
        if !address.isOnCurve {
            if let vault = try view.vault(address) {
                self = vault.type == .primary && vault.mint == mint ? .tokenAccount : .invalid
                return
            }
            if try view.externalAccountExists(address, mint: mint) {
                self = .tokenAccount
                return
            }
            // Of the addresses that only a program can sign for, the swap addresses of this node remain. Its deposit
            // addresses are not served: nothing sweeps them without a chain.
            guard let vault = try view.vault(derivedAddress: address), vault.timelock.swapAddress == address,
                vault.type == .primary, vault.mint == mint
            else {
                self = .invalid
                return
            }
        }
        let account = AssociatedTokenAccount.address(owner: address, mint: mint).address
        switch try view.externalAccountMint(account) {
        case mint?: self = .owner(requiresInitialization: false, isFeeDue: false)
        case nil: self = .owner(requiresInitialization: true, isFeeDue: address.isOnCurve)
        case _?: self = .invalid
        }
    }

    var response: Ocp_Transaction_V1_CanWithdrawToAccountResponse {
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
                        $0.nativeAmount = WithdrawalFee.usd
                    }
                }
            }
        }
    }
}
