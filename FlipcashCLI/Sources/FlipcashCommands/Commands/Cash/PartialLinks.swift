import FlipcashWallet

/// The failure of a command that made some of several links before one failed. Those links are paid for.
struct PartialLinks {
    let made: Int
    let wanted: Int
    /// The links made; nil if they are already printed.
    let document: OutputObject?
    /// Why the next one was not made.
    let cause: CommandFailure

    /// The failure that ends the command. It is never retryable and never says that nothing was submitted, because
    /// repeating the command would make the first links twice.
    var failure: CommandFailure {
        let (status, reason): (ExitStatus, String)
        switch cause.status {
        case .rateUnavailable where cause.code == MessageCode.rateExpired.rawValue:
            (status, reason) = (.unexpected, cause.message)
        case .network, .rateUnavailable:
            (status, reason) = (.unexpected, "The next one failed: the service did not answer, or had no rate.")
        case .declined: (status, reason) = (.declined, "Then the command was stopped.")
        case .done, .unexpected, .notFound, .locked, .notPossible, .refused, .conflict, .outcomeUnknown, .unusableHere,
            .reminderDue,
            .usage, .badInput, .cannotRead, .cannotCreate, .inputOutput, .configuration, .interrupted, .terminated:
            (status, reason) = (cause.status, cause.message)
        }
        var details = cause.details
        details["made"] = .integer(Int64(made))
        details["wanted"] = .integer(Int64(wanted))
        details["cause"] = .string(cause.code)
        return CommandFailure(
            "partial", status, "\(made) of \(wanted) links made. \(reason) See the links with: flipcash link list",
            details: details, pending: pending, hasEffect: true)
    }

    /// The object that is printed despite the failure.
    private var pending: OutputObject? {
        guard var document else { return cause.pending }
        document["pending"] = cause.pending.map(OutputValue.object)
        return document
    }
}
