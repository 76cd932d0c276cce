import FlipcashCore

/// Money that a settlement has seen arrive from outside.
struct ArrivedDeposit: Hashable, Sendable {
    /// The name under which it is booked once, such as a transaction's signature and an index.
    let reference: String
    /// Where it arrived: a vault, its deposit address or swap address, the token account of the swap address, or the
    /// one of the owner's key. The deposit address also stands for its token account.
    let address: PublicKey
    let mint: PublicKey
    let quarks: UInt64
}

/// A settlement without a chain sees no deposits: an operator books them.
extension Settlement {
    func arrivedDeposits(limit: Int) async throws -> [ArrivedDeposit] { [] }

    func acknowledge(_ deposit: ArrivedDeposit) async throws {}
}
