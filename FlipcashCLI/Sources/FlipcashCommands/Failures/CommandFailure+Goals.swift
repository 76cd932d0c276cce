import FlipcashCore
import SavingsGoals

extension CommandFailure {
    /// Converts an error of savings goals; nil for any other error (goals specification §14).
    init?(goals error: any Error) {
        switch error {
        case let error as GoalsError: self.init(error)
        case let error as GoalStoreFailure: self.init(error)
        case let error as GoalStoreError:
            switch error {
            case .rule(let error): self.init(error)
            case .lifecycle(let refusal):
                self.init("goal_state", .conflict, Self.goalSentence("Not possible: \(refusal)"))
            case .execution(let failure): self.init(failure)
            case .store(let failure): self.init(failure)
            }
        case let error as ExecutionFailure: self.init(error)
        case let error as ChainFailure: self.init(error)
        case let error as RateFailure: self.init(error)
        case let error as ImportFailure: self.init("import_invalid", .badInput, Self.goalSentence("\(error)"))
        case let error as TimerFiles.BadPath: self.init("bad_path", .badInput, Self.goalSentence("\(error)"))
        default: return nil
        }
    }

    private static func goalSentence(_ text: String) -> String {
        let text = text.prefix(1).uppercased() + text.dropFirst()
        return text.hasSuffix(".") ? text : text + "."
    }

    private init(_ error: GoalsError) {
        let status: ExitStatus =
            switch error {
            case .goalNotFound, .assetNotFound: .notFound
            case .exceedsTotal: .notPossible
            case .rateUnavailable: .rateUnavailable
            case .negativeAmount, .contributionNotPositive, .paymentDay, .factorRange, .unknownStrategy,
                .budgetNotPositive, .scheduleTooLong, .notEnoughPoints:
                .badInput
            }
        var details = OutputObject()
        if case .exceedsTotal(let shortage) = error {
            details["attempted"] = .string(shortage.attempted)
            details["available"] = .string(shortage.available)
        }
        self.init(error.code, status, Self.goalSentence(error.description), details: details)
    }

    private init(_ failure: ExecutionFailure) {
        let status: ExitStatus =
            switch failure {
            case .refused: .conflict
            case .invalidPlan: .badInput
            case .nothingPlanned: .notPossible
            }
        self.init(failure.code, status, Self.goalSentence(failure.description))
    }

    private init(_ failure: ChainFailure) {
        let status: ExitStatus =
            switch failure {
            case .network, .rateLimited, .badAnswer: .network
            case .unsupported, .apiKeyMissing: .configuration
            case .badAddress: .badInput
            }
        self.init(failure.code, status, Self.goalSentence(failure.description), isRetryable: failure.isTransient)
    }

    private init(_ failure: GoalStoreFailure) {
        switch failure {
        case .newer: self.init("goals_newer", .configuration, failure.description)
        case .busy: self.init("goals_busy", .conflict, failure.description, isRetryable: true)
        case .damaged, .unusable, .unreadable: self.init("goals_file", .inputOutput, failure.description)
        }
    }

    private init(_ failure: RateFailure) {
        let status: ExitStatus =
            switch failure {
            case .unavailable: .rateUnavailable
            case .network, .rateLimited: .network
            case .apiKeyMissing: .configuration
            }
        self.init(failure.code, status, Self.goalSentence(failure.description), isRetryable: status == .network)
    }
}
