import FlipcashCore

/// Limits what users may do, beyond the ledger's own rules (payment specification §11).
protocol AntispamPolicy: Sendable {
    /// Whether `owner` may open accounts.
    func allowsOpenAccounts(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict
    /// Whether `owner` may send.
    func allowsSendPayment(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict
    /// Whether `owner` may swap.
    func allowsSwap(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict
    /// Whether `owner` may launch a currency.
    func allowsLaunch(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict
    /// Whether `owner` may collect.
    func allowsReceivePayments(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict
}

/// A policy's decision.
enum AntispamVerdict: Hashable, Sendable {
    case allowed
    /// For the operator's log; the client gets a fixed text.
    case refused(reason: String)

    var isAllowed: Bool { self == .allowed }
}

extension AntispamPolicy {
    func allowsSendPayment(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict { .allowed }
    func allowsReceivePayments(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict { .allowed }
    func allowsSwap(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict { .allowed }
    func allowsLaunch(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict { .allowed }
}

/// Lets only registered users open accounts.
struct RegisteredUsersPolicy: AntispamPolicy {
    func allowsOpenAccounts(_ owner: PublicKey, _ view: some LedgerView) throws -> AntispamVerdict {
        switch try view.isRegistered(owner) {
        case nil: .refused(reason: "public key not associated with a flipcash user")
        case false?: .refused(reason: "flipcash user has not completed iap for account creation")
        case true?: .allowed
        }
    }
}
