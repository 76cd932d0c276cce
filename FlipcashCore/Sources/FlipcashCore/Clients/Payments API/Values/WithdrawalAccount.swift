import FlipcashAPI

/// What the service knows of an address as the destination of a withdrawal (payment specification §15).
///
/// It is a hint. The service checks the destination again when the withdrawal is submitted.
public enum WithdrawalAccount: Hashable, Sendable {
    /// The address cannot receive the currency.
    case unusable
    /// The address is a token account that exists.
    case tokenAccount
    /// The address owns a token account.
    ///
    /// The value is the fee for creating that account; nil if the account exists.
    case owner(FiatAmount?)

    /// Reads the answer. A fee that is not in dollars or is negative makes the address unusable, because it could not
    /// be paid.
    init(wire: Ocp_Transaction_V1_CanWithdrawToAccountResponse) {
        guard wire.isValidPaymentDestination else {
            self = .unusable
            return
        }
        switch wire.accountType {
        case .tokenAccount: self = .tokenAccount
        case .ownerAccount where !wire.requiresInitialization: self = .owner(nil)
        case .ownerAccount where !wire.hasFeeAmount: self = .owner(.zero(.usd))
        case .ownerAccount:
            let fee = try? FiatAmount(wireValue: wire.feeAmount.nativeAmount, currency: .usd)
            guard let fee, (try? fee.exact.isNegative) == false, wire.feeAmount.currency == CurrencyCode.usd.rawValue
            else {
                self = .unusable
                return
            }
            self = .owner(fee)
        case .unknown, .UNRECOGNIZED: self = .unusable
        }
    }
}
