import FlipcashCore
import SharedExpenses

extension CommandFailure {
    /// Converts an error of shared expenses; nil for any other error.
    init?(split error: any Error) {
        switch error {
        case let error as SplitFailure: self.init(split: error)
        case let error as SplitStoreFailure: self.init(error)
        case let error as ServiceFailure: self.init(error)
        case let error as SharedExpensesSync.Failure:
            switch error {
            case .service(let failure): self.init(failure)
            case .store(let failure): self.init(failure)
            case .snapshot(let code):
                self.init(
                    code.rawValue, .network, "The service's data changed while it was read. Try again.",
                    isRetryable: true)
            }
        case let error as DisplayNameError: self.init(error)
        default: return nil
        }
    }

    private init(_ error: DisplayNameError) {
        switch error {
        case .invalid:
            self.init("name_invalid", .badInput, "The service does not accept this name. Choose another one.")
        case .flagged:
            self.init("name_denied", .refused, "The service does not allow this name. Choose another one.")
        case .denied:
            self.init(
                "denied", .refused,
                "The service has no account with this key. Log in again with: flipcash account login")
        case .malformed:
            self.init("malformed", .unexpected, "The service sent an answer that cannot be read. Update flipcash.")
        case .rpc(let failure): self.init(describing: failure)
        }
    }

    /// The failure for a rule that is broken.
    init(split error: SplitFailure) {
        var details = OutputObject()
        for (name, detail) in error.details.sorted(by: { $0.key < $1.key }) {
            switch detail {
            case .number(let number): details[name] = .string(String(number))
            case .text(let text): details[name] = .string(text)
            }
        }
        self.init(error.code.rawValue, error.code.result.status, error.sentence, details: details)
    }

    private init(_ failure: SplitStoreFailure) {
        switch failure {
        case .otherOwner:
            self.init(
                "split_file", .configuration,
                "The file of shared expenses belongs to another account or environment. Restore the right file.")
        case .newerVersion:
            self.init(
                "split_newer", .configuration,
                "A newer version of flipcash wrote the file of shared expenses. Update flipcash.")
        case .unusable(let path, let reason):
            self.init(
                "split_file", .inputOutput, "The file \(path) cannot be used: \(reason). Correct that and try again.")
        case .damaged(let place):
            self.init(
                "split_file", .inputOutput,
                "The file of shared expenses is damaged (\(place)). Restore it from a backup.")
        case .unsendable(let place):
            self.init("split_unsendable", .badInput, "The change cannot be sent: \(place) is not valid. Correct it.")
        case .clearing:
            self.init(
                "clearing", .conflict, "Your shared expenses are being cleared. Finish it with: flipcash split sync")
        }
    }

    private init(_ failure: ServiceFailure) {
        switch failure {
        case .denied:
            self.init(
                "denied", .refused,
                "The service has no shared expenses for this account, or they were deleted. Ask its operator.")
        case .invalidTimestamp:
            self.init(
                "clock", .refused, "This machine's clock is more than five minutes off. Set it and try again.")
        case .clearing:
            self.init("clearing", .conflict, "Your shared expenses are being cleared. Try again.", isRetryable: true)
        case .invalidCursor, .resync:
            self.init(
                "split_sync", .network, "The service's data changed while it was read. Try again.", isRetryable: true)
        case .notFound:
            self.init(
                "not_found", .notFound,
                "The service does not know this. Fetch what is new with: flipcash split sync")
        case .refused(let code): self.init(split: SplitFailure(code))
        case .invalidRequest:
            self.init(
                "invalid_request", .refused, "The service does not accept the form of this request. Update flipcash.")
        case .malformed:
            self.init("malformed", .unexpected, "The service sent an answer that cannot be read. Update flipcash.")
        case .unreachable:
            self.init("network", .network, "The service did not answer; try again later.", isRetryable: true)
        case .notOffered:
            self.init(
                "split_not_offered", .network,
                "The service does not offer shared expenses. Use another service with --profile NAME.")
        }
    }
}

extension OperationResult.Code {
    /// The exit status of a command after this result of the service (client specification §12.6).
    var status: ExitStatus {
        switch self {
        case .ok, .unchanged: .done
        case .inProgress, .rateLimited: .network
        case .invalid, .splitMismatch, .unsupportedCurrency, .aliasCycle, .selfClaim, .limitExceeded: .badInput
        case .notFound: .notFound
        case .forbidden, .notConfirmedFriend, .foreignExpense: .refused
        case .conflict, .lockedBySettlement, .alreadyClaimed, .aliasConflict, .outstandingBalance, .targetUnavailable,
            .notPending, .expired:
            .conflict
        }
    }
}
