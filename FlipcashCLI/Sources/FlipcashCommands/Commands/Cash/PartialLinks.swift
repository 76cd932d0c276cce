import FlipcashWallet

/// Some of several links were made before one failed: those are paid for, whatever became of the rest.
struct PartialLinks {
    let made: Int
    let wanted: Int
    /// The links made, where they are not printed yet.
    let document: OutputObject?
    /// Why the next one was not made.
    let cause: CommandFailure

    /// The failure that ends the command. Doing the whole again would make the first ones twice, so it is never
    /// retryable, and never one that says that nothing was submitted.
    var failure: CommandFailure {
        let (status, reason): (ExitStatus, String)
        switch cause.status {
        case .rateUnavailable where cause.code == MessageCode.rateExpired.rawValue:
            (status, reason) = (.unexpected, cause.message)
        case .network, .rateUnavailable:
            (status, reason) = (.unexpected, "Then the service did not answer, or had no rate.")
        case .declined: (status, reason) = (.declined, "Then the command was stopped.")
        case .done, .unexpected, .notFound, .locked, .notPossible, .refused, .conflict, .outcomeUnknown, .unusableHere,
            .usage, .badInput, .cannotRead, .cannotCreate, .inputOutput, .configuration, .interrupted, .terminated:
            (status, reason) = (cause.status, cause.message)
        }
        var details = cause.details
        details["made"] = .integer(Int64(made))
        details["wanted"] = .integer(Int64(wanted))
        details["cause"] = .string(cause.code)
        return CommandFailure(
            "partial", status, "\(made) of \(wanted) links made. \(reason) See them with: flipcash link list",
            details: details, pending: pending, hasEffect: true)
    }

    /// What is printed in spite of the failure.
    private var pending: OutputObject? {
        guard var document else { return cause.pending }
        document["pending"] = cause.pending.map(OutputValue.object)
        return document
    }
}
