import FlipcashCore
import FlipcashNode
import FlipcashWallet
import GRPCCore

extension CommandFailure {
    /// Converts any error into the failure that ends a command. Only this place assigns exit codes to errors.
    init(describing error: any Error) {
        switch error {
        case let failure as CommandFailure: self = failure
        case let failure as SessionError: self.init(failure)
        case SwapFailure.session(let failure): self.init(failure)
        case let failure as any WalletFailure: self.init(failure.report)
        case let failure as LogExportFailure: self.init(failure)
        case let failure as LogFileFailure:
            self.init(
                "file_error", .inputOutput,
                Self.message(Self.sentence(failure.description), advice: Self.correctAndRetry))
        case let failure as NodeError: self.init(failure)
        case let failure as StoreError: self.init(failure)
        case let failure as RPCFailure: self.init(failure)
        case let failure as IntentMetadataError: self.init(failure)
        case let failure as RPCError:
            let converted = RPCFailure(failure)
            if case .unknown = converted {
                self.init("generic", .unexpected, converted.report.message, isRetryable: true)
            } else {
                self.init(converted)
            }
        case is CancellationError: self = .stopped
        default:
            self =
                CommandFailure(drawing: error) ?? CommandFailure(goals: error) ?? CommandFailure(split: error)
                ?? CommandFailure(
                    "generic", .unexpected,
                    "Unexpected error: \(DisplayText.sanitized(String(describing: error))). Please report it.")
        }
    }

    private init(_ report: FailureReport) {
        var details = OutputObject()
        for (name, value) in report.details.sorted(by: { $0.key < $1.key }) { details[name] = .string(value) }
        self.init(
            // Removes line breaks too, so that a server cannot add lines of its own.
            report.code.rawValue, ExitStatus(report.kind),
            DisplayText.sanitized(Self.message(report.message, advice: report.advice?.sentence)),
            isRetryable: report.isRetryable, details: details, pending: Self.pending(report))
    }

    /// The object printed despite the failure when a payment's outcome is unknown.
    private static func pending(_ report: FailureReport) -> OutputObject? {
        guard report.kind == .outcomeUnknown else { return nil }
        let (id, vault) = (report.details["id"], report.details["vault"])
        guard id != nil || vault != nil else { return nil }
        var schema = vault == nil ? "transfer" : "link"
        if case .followSwap? = report.advice { schema = "swap" }
        // A link whose cancellation is unclear is identified by its vault.
        var pending = OutputObject(schema: schema)
        pending["id"] = id.map(OutputValue.string)
        pending["vault"] = vault.map(OutputValue.string)
        pending["state"] = .string(vault == nil ? "pending" : "unknown")
        return pending
    }

    /// Adds the shortfall as an amount.
    private init(_ error: SessionError) {
        let plain = CommandFailure(error.report)
        guard case .insufficientBalance(let shortfall?) = error else {
            self = plain
            return
        }
        var details = OutputObject()
        details["shortfall"] = MoneyText(locale: .enUS, isPlain: false).value(shortfall.nativeAmount)
        self.init(plain.code, plain.status, plain.message, isRetryable: plain.isRetryable, details: details)
    }

    private init(_ error: RPCFailure) {
        if error == .cancelled {
            self = .stopped
        } else {
            self.init(error.report)
        }
    }

    private init(_ error: IntentMetadataError) {
        switch error {
        case .notFound:
            self.init(
                "not_found", .notFound, "The service has no payment with this id. List ids with: flipcash history")
        case .denied:
            self.init(
                "refused", .refused, "This payment belongs to other people. You can look up only your own payments.")
        case .malformed: self.init("generic", .unexpected, "The service sent an invalid answer. Try again later.")
        case .rpc(let failure): self.init(failure)
        }
    }

    /// What to do when the system refuses access to a file.
    private static let correctAndRetry = "Correct that and try again."

    private init(_ error: LogExportFailure) {
        switch error {
        case .nothingToExport:
            self.init("no_logs", .notFound, Self.message(error.description, advice: "Run another command first."))
        case .unreadable:
            self.init("file_error", .inputOutput, Self.message(error.description, advice: Self.correctAndRetry))
        }
    }

    private init(_ error: NodeError) {
        let status: ExitStatus
        switch error {
        case .folderInUse: status = .conflict
        case .insecureFile, .insecureFolder, .unreadableKey, .missingKey, .missingDatabase, .unusableTLSFile,
            .invalidSettings, .invalidDatabaseAddress, .missingDatabaseLibrary, .tlsRequired, .socketPathTooLong:
            status = .configuration
        case .unusableBackup, .folderHasNode: status = .badInput
        case .fileSystem: status = .inputOutput
        case .cannotListen, .notRunning: status = .network
        case .rateSource: status = .rateUnavailable
        case .adminProtocol, .closedWithoutAnswer: status = .unexpected
        case .refused, .noNode: status = .refused
        }
        self.init("node", status, Self.message(Self.sentence(error.description), advice: error.advice?.sentence))
    }

    private init(_ error: StoreError) {
        let status: ExitStatus
        switch error {
        case .notADatabase, .foreignDatabase, .corrupted, .unavailable, .invalidValue, .writesSuspended:
            status = .inputOutput
        case .newerSchema, .obsoleteSchema, .notDurable: status = .configuration
        case .amountTooLarge: status = .badInput
        case .refusedRecord: status = .unexpected
        }
        self.init("node_store", status, Self.message(Self.sentence(error.description), advice: error.advice?.sentence))
    }
}

extension ExitStatus {
    /// The exit status for a kind of failure.
    init(_ kind: FailureKind) {
        switch kind {
        case .unexpected: self = .unexpected
        case .declined: self = .declined
        case .notFound: self = .notFound
        case .locked: self = .locked
        case .notPossible: self = .notPossible
        case .refused: self = .refused
        case .rateUnavailable: self = .rateUnavailable
        case .network: self = .network
        case .conflict: self = .conflict
        case .outcomeUnknown: self = .outcomeUnknown
        case .unusableHere: self = .unusableHere
        case .badInput: self = .badInput
        case .cannotRead: self = .cannotRead
        case .cannotCreate: self = .cannotCreate
        case .inputOutput: self = .inputOutput
        case .configuration: self = .configuration
        }
    }
}
