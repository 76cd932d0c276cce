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
                self.init(
                    "goal_state", .conflict,
                    Self.message(
                        Self.goalSentence("Not possible: \(refusal)"),
                        advice: "See all goals with: flipcash goals list --all"))
            case .execution(let failure): self.init(failure)
            case .store(let failure): self.init(failure)
            }
        case let error as ExecutionFailure: self.init(error)
        case let error as ChainFailure: self.init(error)
        case let error as RateFailure: self.init(error)
        case let error as ImportFailure:
            self.init(
                "import_invalid", .badInput,
                Self.message(Self.goalSentence("\(error)"), advice: "Correct the file and import it again."))
        case let error as TimerFiles.BadPath:
            self.init(
                "bad_path", .badInput,
                Self.message(Self.goalSentence("\(error)"), advice: "Start flipcash by its whole path."))
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
        let advice: String? =
            switch error {
            case .goalNotFound: "List them with: flipcash goals list --all"
            case .assetNotFound: "List them with: flipcash goals asset list"
            case .exceedsTotal:
                "Use a smaller amount, or free some: see flipcash goals allocations. The stored balance is updated by: "
                    + "flipcash balance"
            case .rateUnavailable: "Try again later, or use another currency."
            case .notEnoughPoints: "Try again when the goal has changed on another day."
            case .negativeAmount, .contributionNotPositive, .paymentDay, .factorRange, .unknownStrategy,
                .budgetNotPositive, .scheduleTooLong:
                nil
            }
        self.init(
            error.code, status, Self.message(Self.goalSentence(error.description), advice: advice), details: details)
    }

    private init(_ failure: ExecutionFailure) {
        let status: ExitStatus =
            switch failure {
            case .refused: .conflict
            case .invalidPlan: .badInput
            case .nothingPlanned: .notPossible
            }
        let advice =
            switch failure {
            case .refused(.startAlreadyExecuting): "Close it with: flipcash goals execute finish"
            case .refused(.startClosedMonth): "Open it again with: flipcash goals execute undo"
            case .refused(.finishNotExecuting): "Start one with: flipcash goals execute start"
            case .refused(.undoStartExpired), .refused(.undoCompletionExpired), .refused(.recordConflict):
                "See: flipcash goals execute status"
            case .invalidPlan: "Correct it with: flipcash goals plan set"
            case .nothingPlanned: "See the plan with: flipcash goals plan"
            }
        self.init(failure.code, status, Self.message(Self.goalSentence(failure.description), advice: advice))
    }

    private init(_ failure: ChainFailure) {
        let status: ExitStatus =
            switch failure {
            case .network, .rateLimited, .badAnswer: .network
            case .unsupported, .apiKeyMissing: .configuration
            case .badAddress: .badInput
            }
        let advice: String? =
            switch failure {
            case .unsupported: "Name a service that reads it with: flipcash config set goals.chain_url ADDRESS"
            case .badAddress: "Check the address."
            case .apiKeyMissing: "Name the file of the key with: flipcash config set goals.chain_key_file FILE"
            case .network, .badAnswer: "Try again later, or check the service's address in the settings."
            case .rateLimited: nil
            }
        self.init(
            failure.code, status, Self.message(Self.goalSentence(failure.description), advice: advice),
            isRetryable: failure.isTransient)
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
        let advice: String? =
            switch failure {
            case .unavailable: "Name a service of prices with: flipcash config set goals.price_url ADDRESS"
            case .network: "Try again later, or check the service's address in the settings."
            case .apiKeyMissing: "Name the file of the key with: flipcash config set goals.price_key_file FILE"
            case .rateLimited: nil
            }
        self.init(
            failure.code, status, Self.message(Self.goalSentence(failure.description), advice: advice),
            isRetryable: status == .network)
    }
}
