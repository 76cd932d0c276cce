import FlipcashAPI
import FlipcashCore
import ProtobufCodec

/// Gives cash face to face again and again, with every message and stream of both wallets: the giver opens the bill's
/// stream and leaves the offer, the receiver polls for it and asks for the cash, the giver pays, and the receiver polls
/// until the payment is made.
final class GiveAndGrabLoad {
    /// The outcome of a run.
    struct Outcome {
        var made = 0
        var latencies = Latencies()
        var failures: [String] = []
        var calls = 0
        var started = ContinuousClock.now
        var ended = ContinuousClock.now

        var perSecond: Double { Double(made) / (ended - started).inSeconds }
    }

    /// How often the receiver asks for the payment.
    enum Questions {
        /// As the wallet does: at once, again and again, so their number depends on the time that a payment takes.
        case untilPaid
        /// Once before the payment and once after it: the same work for every bill.
        case beforeAndAfter
    }

    private let wires: Wires
    private let questions: Questions
    private var pairs: [Pair] = []
    private(set) var outcome = Outcome()
    private var end = ContinuousClock.now
    /// Bills that may still begin.
    private var left = 0

    /// - Parameter people: an even number of owners; each two neighbours trade with each other.
    init(
        _ wires: Wires, people: [AccountCluster], cash: PinnedExchangeData, questions: Questions = .untilPaid
    ) {
        self.wires = wires
        self.questions = questions
        let count = wires.connections.count
        pairs = stride(from: 0, to: people.count - 1, by: 2).map { index in
            Pair(
                giver: people[index], receiver: people[index + 1], cash: cash,
                giving: wires.connections[index / 2 % count], taking: wires.connections[(index / 2 + 1) % count],
                load: self)
        }
    }

    /// Signs what can be signed in advance for this many bills.
    func prepare(_ count: Int) throws {
        for index in 0..<count { try pairs[index % pairs.count].prepare() }
    }

    /// Runs for `time`, or until `count` bills are begun, and lets bills under way end.
    func run(for time: Duration = .seconds(3_600), count: Int = .max) throws -> Outcome {
        outcome = Outcome()
        end = .now + time
        left = count
        for pair in pairs where left > 0 {
            left -= 1
            try pair.begin()
        }
        try wires.serve(
            until: { self.pairs.allSatisfy { !$0.isBusy } },
            due: { self.pairs.compactMap(\.pollDue).min() ?? .now + .seconds(5) },
            tick: { for pair in self.pairs { try pair.pollIfDue() } })
        outcome.ended = .now
        if let failure = outcome.failures.first {
            throw LoadFailure("\(outcome.failures.count) bills failed, such as: \(failure)")
        }
        return outcome
    }

    fileprivate func done(_ pair: Pair, since: ContinuousClock.Instant, calls: Int) {
        let now = ContinuousClock.now
        outcome.made += 1
        outcome.calls += calls
        outcome.latencies.add(now - since)
        guard left > 0, now < end, outcome.failures.isEmpty else { return }
        left -= 1
        do { try pair.begin() } catch { fail("\(error)") }
    }

    fileprivate func fail(_ reason: String) { outcome.failures.append(reason) }

    /// What both sides of one bill send, signed in advance.
    private struct Bill {
        let rendezvous: PublicKey
        let opening: [UInt8]
        let offer: [UInt8]
        let poll: [UInt8]
        let grab: [UInt8]
        let question: [UInt8]
        var payment: PreparedPayment
    }

    /// A giver and a receiver.
    final class Pair: CallOwner {
        private enum Role { case stream, offer, poll, grab, payment, question }

        private let giver: Wallet
        private let receiver: AccountCluster
        private let cash: PinnedExchangeData
        private let giving: Connection
        private let taking: Connection
        private unowned let load: GiveAndGrabLoad
        private var bills: [Bill] = []
        private var bill: Bill?
        private var roles: [Call: Role] = [:]
        private var stream: Call?
        private var hasOffered = false
        private var isGrabbed = false
        private var hasAnswer = false
        private var isPaid = false
        private var attempts = 0
        private var calls = 0
        private var since = ContinuousClock.now
        /// When the receiver asks for the payment again.
        private(set) var pollDue: ContinuousClock.Instant?

        var isBusy: Bool { bill != nil }

        init(
            giver: AccountCluster, receiver: AccountCluster, cash: PinnedExchangeData, giving: Connection,
            taking: Connection, load: GiveAndGrabLoad
        ) {
            self.giver = Wallet(giver)
            self.receiver = receiver
            self.cash = cash
            self.giving = giving
            self.taking = taking
            self.load = load
        }

        // MARK: The bill

        func prepare() throws {
            let key = KeyPair.generate(using: SystemRandomSource())
            let rendezvous = Ocp_Messaging_V1_RendezvousKey.with { $0.value = key.publicKey.bytes }
            var opening = Ocp_Messaging_V1_OpenMessageStreamRequest.with { $0.rendezvousKey = rendezvous }
            opening.signature = try key.signature(of: opening)
            var poll = Ocp_Messaging_V1_PollMessagesRequest.with { $0.rendezvousKey = rendezvous }
            poll.signature = try key.signature(of: poll)
            let id = IntentID(rendezvous: key.publicKey)
            var question = Ocp_Transaction_V1_GetIntentMetadataRequest.with {
                $0.intentID.value = id.bytes
                $0.owner.value = receiver.authority.publicKey.bytes
            }
            question.signature = try receiver.authority.signature(of: question)
            func sending(_ message: RendezvousMessage) throws -> [UInt8] {
                var request = Ocp_Messaging_V1_SendMessageRequest()
                request.message = try message.wire()
                request.rendezvousKey = rendezvous
                request.signature = try key.signature(of: request.message)
                return Connection.prefixed(try request.serializedBytes())
            }
            bills.append(
                Bill(
                    rendezvous: key.publicKey,
                    opening: Connection.prefixed(
                        try Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest.with { $0.request = opening }
                            .serializedBytes()),
                    offer: try sending(.give(mint: .usdf, exchangeData: cash)),
                    poll: Connection.prefixed(try poll.serializedBytes()),
                    grab: try sending(.grab(requestorAccount: receiver.vault)),
                    question: Connection.prefixed(try question.serializedBytes()),
                    payment: try giver.prepare(cash, to: receiver.vault, id: id)))
        }

        func begin() throws {
            if bills.isEmpty { try prepare() }
            let bill = bills.removeLast()
            self.bill = bill
            (hasOffered, isGrabbed, hasAnswer, isPaid) = (false, false, false, false)
            (attempts, calls, since, pollDue) = (0, 0, .now, nil)
            stream = call(giving, Path.stream, bill.opening, isLast: false, .stream)
        }

        @discardableResult
        private func call(
            _ connection: Connection, _ path: String, _ message: [UInt8], isLast: Bool = true, _ role: Role
        ) -> Call {
            calls += 1
            let call = connection.call(path, message, isLast: isLast, owner: self)
            roles[call] = role
            return call
        }

        func receive(_ message: [UInt8], on call: Call) {
            guard bill != nil, let role = roles[call] else { return }
            do {
                switch role {
                case .stream: if call == stream { try heard(message, on: call) }
                case .offer: try offered(message)
                case .poll: try found(message)
                case .grab: try asked(message)
                case .payment: try paying(message, on: call)
                case .question: try answered(message)
                }
            } catch {
                give(up: "\(error)")
            }
        }

        func end(_ call: Call, failure: String?) {
            guard let role = roles.removeValue(forKey: call), bill != nil else { return }
            let connection = role == .stream || role == .offer || role == .payment ? giving : taking
            if let failure { return give(up: "\(role): \(failure) \(connection.status(of: call))") }
            if role == .stream, call == stream { give(up: "the stream ended: \(connection.status(of: call))") }
        }

        private func give(up reason: String) {
            bill = nil
            load.fail(reason)
        }

        // MARK: The giver

        private func heard(_ message: [UInt8], on call: Call) throws {
            let response = try Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveResponse(serializedBytes: message)
            switch response.responseOrPing {
            case .ping(let ping):
                let pong = Ocp_Messaging_V1_OpenMessageStreamWithKeepAliveRequest.with {
                    $0.pong.timestamp = ping.timestamp
                }
                giving.send(Connection.prefixed(try pong.serializedBytes()), on: call)
                guard !hasOffered, let bill else { return }
                hasOffered = true
                self.call(giving, Path.send, bill.offer, .offer)
            case .response(let response):
                for message in response.messages {
                    guard case .grab(let grab) = ReceivedMessage(message).content else { continue }
                    try grabbed(grab)
                }
            case nil: break
            }
        }

        private func grabbed(_ grab: GrabRequest) throws {
            guard let bill else { return }
            guard grab.isSigned(by: bill.rendezvous), grab.requestorAccount == receiver.vault else {
                throw LoadFailure("the node delivered another request")
            }
            isGrabbed = true
            switch load.questions {
            case .untilPaid: pay()
            case .beforeAndAfter: if hasAnswer { pay() }
            }
        }

        private func pay() {
            guard let bill, let stream else { return }
            giving.finish(stream)
            self.stream = nil
            call(giving, Wallet.submitIntent, bill.payment.request, isLast: false, .payment)
        }

        private func paying(_ message: [UInt8], on call: Call) throws {
            if let reply = try bill?.payment.answer(message) { return giving.send(reply, on: call) }
            giving.finish(call)
            isPaid = true
            switch load.questions {
            case .untilPaid: break
            case .beforeAndAfter: ask()
            }
        }

        // MARK: The receiver

        private func offered(_ message: [UInt8]) throws {
            let response = try Ocp_Messaging_V1_SendMessageResponse(serializedBytes: message)
            guard response.result == .ok, let bill else { throw LoadFailure("the offer was refused") }
            call(taking, Path.poll, bill.poll, .poll)
        }

        private func found(_ message: [UInt8]) throws {
            let response = try Ocp_Messaging_V1_PollMessagesResponse(serializedBytes: message)
            guard response.messages.contains(where: { if case .requestToGiveBill? = $0.kind { true } else { false } }),
                let bill
            else { throw LoadFailure("the offer is not in the mailbox") }
            call(taking, Path.send, bill.grab, .grab)
        }

        private func asked(_ message: [UInt8]) throws {
            let response = try Ocp_Messaging_V1_SendMessageResponse(serializedBytes: message)
            guard response.result == .ok else { throw LoadFailure("the request was refused") }
            ask()
        }

        private func ask() {
            guard let bill else { return }
            pollDue = nil
            attempts += 1
            call(taking, Path.metadata, bill.question, .question)
        }

        private func answered(_ message: [UInt8]) throws {
            let response = try Ocp_Transaction_V1_GetIntentMetadataResponse(serializedBytes: message)
            switch response.result {
            case .ok:
                guard isPaid || !roles.values.contains(.payment) else { return settleLater() }
                finish()
            case .notFound:
                switch load.questions {
                case .untilPaid: try askAgain()
                case .beforeAndAfter:
                    guard !isPaid else { throw LoadFailure("the payment did not come") }
                    hasAnswer = true
                    if isGrabbed { pay() }
                }
            case .denied, .UNRECOGNIZED: throw LoadFailure("the payment's metadata are denied")
            }
        }

        private func askAgain() throws {
            guard attempts < 50 else { throw LoadFailure("the payment did not come") }
            // The wallet asks ten times at once, and then with growing pauses.
            guard attempts >= 10 else { return ask() }
            pollDue = .now + .milliseconds(50 * (attempts / 10))
        }

        /// The receiver may see the payment before the giver gets the answer.
        private func settleLater() { pollDue = .now + .milliseconds(1) }

        private func finish() {
            bill = nil
            load.done(self, since: since, calls: calls)
        }

        /// Asks for the payment when it is time.
        ///
        /// - Throws: `LoadFailure` for a bill that takes longer than any, also under valgrind.
        func pollIfDue() throws {
            guard !isBusy || .now - since < .seconds(60) else { throw LoadFailure("a bill took more than a minute") }
            if let due = pollDue, due <= .now { ask() }
        }
    }

    private enum Path {
        static let stream = "/ocp.messaging.v1.Messaging/OpenMessageStreamWithKeepAlive"
        static let send = "/ocp.messaging.v1.Messaging/SendMessage"
        static let poll = "/ocp.messaging.v1.Messaging/PollMessages"
        static let metadata = "/ocp.transaction.v1.Transaction/GetIntentMetadata"
    }
}

extension KeyPair {
    /// The signature of a message without its own signature.
    func signature(of message: some Message) throws -> Ocp_Common_V1_Signature {
        let bytes = try message.serializedBytes()
        return .with { $0.value = sign(bytes).bytes }
    }
}
