import FlipcashCore

/// An amount that has been found affordable, with the quote it was computed against.
struct PreparedCash: Sendable {
    let pinned: PinnedExchangeData
    let token: TokenView

    /// What people see.
    var amount: FiatAmount { pinned.amount.nativeAmount }
}
