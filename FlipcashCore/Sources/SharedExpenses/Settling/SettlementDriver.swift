/// The wallet's side of settling: the journal, and the money (expense specification §9.5).
public protocol DebtPayer: Sendable {
    /// Writes a note to the journal. It replaces the earlier one of the same payment, and is durable on return.
    func write(_ note: SettlementNote) async throws

    /// Chooses an id for the wallet's intent, in hexadecimal digits. Submits nothing.
    func chooseIntent(for note: SettlementNote) async throws -> String

    /// Pays directly, or makes a link, under the noted intent id. A later attempt takes a fresh price.
    ///
    /// The outcome is ``PaymentSighting/Outcome/unknown`` whenever money may have moved.
    func pay(_ note: SettlementNote, attempt: Int) async -> PaymentAttempt

    /// Finds out how the noted intent ended. Never pays.
    func look(for note: SettlementNote) async -> PaymentSighting
}

/// An attempt to pay.
public struct PaymentAttempt: Sendable {
    /// Where the money is after the attempt.
    public let sighting: PaymentSighting
    /// Why nothing was paid, or why the outcome is not known.
    public let cause: (any Error)?

    /// Creates the result of an attempt; `cause` is its error, if there was one.
    public init(_ sighting: PaymentSighting, cause: (any Error)? = nil) {
        self.sighting = sighting
        self.cause = cause
    }
}

/// Where payments between people are recorded.
public protocol PaymentBook: Sendable {
    /// The stored state of a payment, with the changes that wait; nil when there is no such payment.
    func state(of payment: EntityID) async throws -> SplitPayment.State?

    /// Queues a proposed payment, and sends what waits. Does nothing when the payment is stored already.
    func propose(_ payment: SplitPayment) async throws -> SettlementCourse.Answer

    /// Queues a step of a payment. Does nothing when the payment is there already.
    func advance(_ step: PaymentAdvance) async throws
}

/// Carries out a course.
public struct SettlementDriver: Sendable {
    /// How a course ended.
    public struct Report: Sendable {
        /// The note at the end of the course.
        public let note: SettlementNote
        /// How the course ended.
        public let ending: SettlementCourse.Ending
        /// Why nothing was paid, or why the outcome is not known.
        public let cause: (any Error)?
    }

    /// A write failed. What was written stays, and the next run continues from there.
    public struct Interruption: Error {
        /// The note at that point; the journal may hold an earlier one.
        public let note: SettlementNote
        /// Whether money may have moved.
        public let mayHavePaid: Bool
        /// The error of the journal or of the book.
        public let cause: any Error
    }

    private let payer: any DebtPayer
    private let book: any PaymentBook

    /// Creates a driver that pays with `payer` and records in `book`.
    public init(payer: any DebtPayer, book: any PaymentBook) {
        self.payer = payer
        self.book = book
    }

    /// Pays `payment`, which is neither noted nor stored.
    ///
    /// - Throws: ``Interruption``.
    public func settle(_ payment: SplitPayment) async throws -> Report {
        try await run(SettlementCourse(paying: payment.id, method: payment.method), payment)
    }

    /// Continues a noted payment. It never pays.
    ///
    /// - Throws: ``Interruption``, and the errors of the book.
    public func resume(_ note: SettlementNote) async throws -> Report {
        let recorded = try await book.state(of: note.payment)
        return try await run(SettlementCourse(resuming: note, recorded: recorded), nil)
    }

    private func run(_ start: SettlementCourse, _ payment: SplitPayment?) async throws -> Report {
        var course = start
        var cause: (any Error)?
        var mayHavePaid = start.note.intent != nil
        while let action = course.action {
            if case .pay = action { mayHavePaid = true }
            do {
                let (answer, reason) = try await perform(action, of: course, payment)
                if case .seen(let sighting) = answer {
                    cause = reason
                    mayHavePaid = ![.notPaid, .stale].contains(sighting.outcome)
                }
                course.receive(answer, to: action)
            } catch {
                throw Interruption(note: course.note, mayHavePaid: mayHavePaid, cause: error)
            }
        }
        return Report(note: course.note, ending: course.ending ?? .unknown, cause: cause)
    }

    private func perform(
        _ action: SettlementCourse.Action, of course: SettlementCourse, _ payment: SplitPayment?
    ) async throws -> (SettlementCourse.Answer, (any Error)?) {
        switch action {
        case .write:
            try await payer.write(course.note)
            return (.done, nil)
        case .propose:
            guard let payment else { return (.refused(SplitFailure.Code.notFound.rawValue), nil) }
            return (try await book.propose(payment), nil)
        case .chooseIntent: return (.chosen(try await payer.chooseIntent(for: course.note)), nil)
        case .advance(let state):
            try await book.advance(course.advance(to: state))
            return (.done, nil)
        case .pay(let attempt):
            let made = await payer.pay(course.note, attempt: attempt)
            return (.seen(made.sighting), made.cause)
        case .lookUp: return (.seen(await payer.look(for: course.note)), nil)
        }
    }
}
