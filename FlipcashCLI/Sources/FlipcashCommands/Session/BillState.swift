/// How far a bill has come.
enum BillState: String, Sendable, Hashable {
    /// Drawn, not yet known to the service.
    case shown
    /// Known to the service; the first person who scans it gets the cash.
    case waiting
    /// The service cannot be reached any more. The bill is offered again when it can be.
    case disconnected
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
    case notScannedInTime
}
