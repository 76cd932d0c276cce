/// A submission in two steps: what the client proposes, what it signs, and how it reads the answers (payment
/// specification §4, §16.1).
///
/// `SubmitIntent`, `StatefulSwap` and `StatelessSwap` have the same shape: the client proposes, the server sends
/// parameters, the client signs what it has built from its own values, and the server confirms.
package protocol TwoStepSubmission: Sendable {
    /// A message of the client.
    associatedtype Request: Sendable
    /// A message of the server.
    associatedtype Response: Sendable
    /// What the server sends for the client to sign over.
    associatedtype Parameters: Sendable
    /// What the server confirms.
    associatedtype Success: Sendable
    /// The errors of this submission.
    associatedtype Failure: TwoStepFailure

    /// What a message of the server means.
    typealias Answer = TwoStepAnswer<Parameters, Success, Failure>

    /// Whether the server can commit only after signatures.
    var needsSignatures: Bool { get }

    /// Returns the signed first message.
    func proposal() throws -> Request

    /// Returns what a message of the server means.
    func meaning(of response: Response) -> Answer

    /// Checks the server's parameters and returns the message with the signatures.
    func signatures(over parameters: Parameters) throws(Failure) -> Request
}

/// The meaning of a server's message on a two-step stream.
package enum TwoStepAnswer<Parameters, Success, Refusal> {
    /// The parameters to sign over.
    case parameters(Parameters)
    /// The submission is committed.
    case success(Success)
    /// The server refuses.
    case refusal(Refusal)
    /// The message has no content that this client knows.
    case unreadable
}

/// The next step of the client on a two-step stream.
package enum TwoStepTurn<Request, Success> {
    case send(Request)
    case finish(Success)
}

/// Errors of a two-step submission that the machine itself reports.
package protocol TwoStepFailure: ServerError, Equatable {
    /// The server sent a message that is not valid at this point.
    static var unexpectedMessage: Self { get }
    /// The submission could not be encoded.
    static var encoding: Self { get }
    /// The call failed.
    static func rpc(_ failure: RPCFailure) -> Self
}

/// The client's side of a two-step stream as a pure state machine.
package struct TwoStepMachine<Submission: TwoStepSubmission>: Sendable {
    /// The current state of the exchange.
    private(set) var state: State = .idle
    private let submission: Submission

    enum State: Hashable {
        case idle
        case proposed
        case signed
        /// The server has confirmed.
        case done
        /// The server has refused.
        case refused
        /// This client has rejected a message of the server.
        case failed
    }

    package typealias Step = TwoStepTurn<Submission.Request, Submission.Success>

    package init(_ submission: Submission) { self.submission = submission }

    /// Whether the client has no further message to send.
    var hasSentLastMessage: Bool {
        switch state {
        case .idle: false
        case .proposed: !submission.needsSignatures
        case .signed, .done, .refused, .failed: true
        }
    }

    /// Whether the server has given its answer, so that only the end of the stream may follow.
    var isAnswered: Bool {
        switch state {
        case .idle, .proposed, .signed, .failed: false
        case .done, .refused: true
        }
    }

    /// Returns the first message.
    package mutating func start() throws -> Submission.Request {
        let proposal = try submission.proposal()
        state = .proposed
        return proposal
    }

    /// Handles a message from the server.
    package mutating func receive(_ response: Submission.Response) throws(Submission.Failure) -> Step {
        switch (submission.meaning(of: response), state) {
        case (.refusal(let failure), _):
            state = .refused
            throw failure
        case (.parameters(let parameters), .proposed) where submission.needsSignatures:
            return .send(try sign(parameters))
        case (.success(let success), .proposed) where !submission.needsSignatures:
            return finish(success)
        case (.success(let success), .signed):
            return finish(success)
        case (.parameters, _), (.success, _), (.unreadable, _):
            // Money cannot move without signatures, so a success before them is false.
            state = .failed
            throw .unexpectedMessage
        }
    }

    private mutating func finish(_ success: Submission.Success) -> Step {
        state = .done
        return .finish(success)
    }

    private mutating func sign(_ parameters: Submission.Parameters) throws(Submission.Failure) -> Submission.Request {
        do throws(Submission.Failure) {
            let request = try submission.signatures(over: parameters)
            state = .signed
            return request
        } catch {
            state = .failed
            throw error
        }
    }
}
