import FlipcashCore

/// A bill that is on show and can be scanned.
protocol ShownBill: Sendable {
    /// What its code says.
    var payload: CashCode.Payload { get }
    /// What happens to it, as it happens; ends with the bill.
    var states: AsyncStream<BillState> { get }
    /// Waits for its end. A transfer that has been submitted is waited for even when the task is cancelled.
    func outcome() async throws -> BillOutcome
    /// Takes it back, unless somebody has already got it.
    func takeBack() async
    /// The same because nobody came.
    func giveUp() async
    /// Makes a link of it, unless somebody has already got it; the bill stays up when that moves nothing.
    func turnIntoLink() async throws
}

/// How far a bill has come.
enum BillState: String, Sendable, Hashable {
    /// Drawn, not yet known to the service.
    case shown
    /// Known to the service; whoever scans it now gets the cash.
    case waiting
    /// Somebody asked for it.
    case grabRequested = "grab_requested"
    /// The payment is on its way.
    case transferring
}

/// How a bill ended.
enum BillOutcome: Sendable {
    case given(TransferView)
    case link(LinkView)
    case takenBack
    case nobodyCame
}

/// An amount that has been found affordable, with the quote it was computed against.
struct PreparedCash: Sendable {
    let pinned: PinnedExchangeData
    let token: TokenView

    /// What people see.
    var amount: FiatAmount { pinned.amount.nativeAmount }
}
