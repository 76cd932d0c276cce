public import FlipcashCore

/// An address, resolved to the account that a payment or a withdrawal pays.
public struct PaymentDestination: Hashable, Sendable {
    /// What the address turned out to be.
    public enum Kind: Hashable, Sendable {
        /// Another user of the service. The money arrives in the user's wallet and costs no fee.
        case user
        /// An outside token account that exists, named by its own address.
        case tokenAccount
        /// The owner of an outside token account.
        case owner
    }

    /// The address as entered.
    public let address: PublicKey
    /// What the address turned out to be.
    public let kind: Kind
    /// The mint that the account receives.
    public let mint: PublicKey
    /// The account that receives.
    public let account: PublicKey
    /// The service's fee for creating `account`, in dollars; nil if the account exists.
    public let creationFee: FiatAmount?

    /// The owner that the intent names, from which the service derives the account.
    var intentOwner: PublicKey? {
        switch kind {
        case .owner: address
        case .user, .tokenAccount: nil
        }
    }
}

/// Finds out what an address is (payment specification §15).
struct PaymentDestinationFinder: Sendable {
    let context: OperationContext
    let mint: PublicKey

    /// Returns where a withdrawal to `address` goes.
    ///
    /// A user of this service is paid directly, without a fee: an outside token account of the user's key would need
    /// another program to reach the money.
    ///
    /// - Throws: `PaymentFailure.ownAddress`, `.unusable`; `SessionError`, `RPCFailure`.
    func withdrawal(to address: PublicKey) async throws -> PaymentDestination {
        let own = try await context.cluster(for: mint)
        guard !own.timelock.isOwn(address) else { throw PaymentFailure.ownAddress }
        if let user = try await user(address, in: own) { return user }
        switch try await context.client.canWithdraw(to: address, mint: mint) {
        case .unusable:
            throw PaymentFailure.unusable(address)
        case .tokenAccount:
            return PaymentDestination(
                address: address, kind: .tokenAccount, mint: mint, account: address, creationFee: nil)
        case .owner(let fee):
            let account = AssociatedTokenAccount.address(owner: address, mint: mint).address
            return PaymentDestination(address: address, kind: .owner, mint: mint, account: account, creationFee: fee)
        }
    }

    /// Returns where money for the person with `address` goes: the address of an account, or of its vault.
    ///
    /// - Throws: `PaymentFailure.ownAddress`, `.notAPerson`, `.noAccount`; `SessionError`, `RPCFailure`.
    func person(_ address: PublicKey) async throws -> PaymentDestination {
        let own = try await context.cluster(for: mint)
        guard !own.timelock.isOwn(address) else { throw PaymentFailure.ownAddress }
        if let user = try await user(address, in: own) { return user }
        // The service alone knows whether a token account is a vault, and refuses a payment to any other.
        guard !address.isOnCurve, try await context.client.canWithdraw(to: address, mint: mint) == .tokenAccount else {
            throw try await takesDollars(address)
                ? PaymentFailure.noAccount(address) : PaymentFailure.notAPerson(address)
        }
        return PaymentDestination(
            address: address, kind: .user, mint: mint, account: address, creationFee: nil)
    }

    /// Whether `address` is a user's key although the user has no vault of this mint.
    private func takesDollars(_ address: PublicKey) async throws -> Bool {
        let dollars = PaymentDestinationFinder(context: context, mint: context.node.coreMint)
        guard mint != dollars.mint else { return false }
        return try await dollars.user(address, in: try await context.cluster(for: dollars.mint)) != nil
    }

    /// The vault of the user whose key is `address`; nil if the user has no vault of this mint.
    private func user(_ address: PublicKey, in own: AccountCluster) async throws -> PaymentDestination? {
        guard address.isOnCurve else { return nil }
        let vault = TimelockAccount(owner: address, virtualMachine: own.timelock.virtualMachine).vault.address
        guard try await context.client.canWithdraw(to: vault, mint: mint) == .tokenAccount else { return nil }
        return PaymentDestination(address: address, kind: .user, mint: mint, account: vault, creationFee: nil)
    }
}

extension TimelockAccount {
    /// Returns whether money paid to `address` would come back to this account, or stay with its key.
    fileprivate func isOwn(_ address: PublicKey) -> Bool {
        let ownTokenAccount = AssociatedTokenAccount.address(owner: owner, mint: virtualMachine.mint)
        return [
            owner, vault.address, deposit.address, depositTokenAccount.address, swap.address, swapTokenAccount.address,
            ownTokenAccount.address,
        ].contains(address)
    }
}
