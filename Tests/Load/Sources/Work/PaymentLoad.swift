import FlipcashCore

/// Pays between known owners over open connections: as many payments at a time as there are payers.
final class PaymentLoad {
    /// When the payments begin.
    enum Rhythm {
        /// The next one when the one before is made.
        case closed
        /// So many a second, at fixed times. A payment that must wait for a free payer counts from its time.
        case open(perSecond: Double)
    }

    /// The outcome of a run.
    struct Outcome {
        var made = 0
        var latencies = Latencies()
        var failures: [String] = []
        var signedLate = 0
        var started = ContinuousClock.now
        var ended = ContinuousClock.now

        var perSecond: Double { Double(made) / (ended - started).inSeconds }
    }

    private let wires: Wires
    private let cash: PinnedExchangeData
    private let receivers: [PublicKey]
    private var payers: [Payer] = []
    private var nextReceiver = 0
    private var waiting: [ContinuousClock.Instant] = []
    private var waitingStart = 0
    private(set) var outcome = Outcome()

    /// - Parameter payers: each makes one payment at a time, on the next of the connections.
    init(_ wires: Wires, payers: [AccountCluster], receivers: [PublicKey], cash: PinnedExchangeData) {
        self.wires = wires
        self.cash = cash
        self.receivers = receivers
        self.payers = payers.enumerated().map { index, cluster in
            Payer(Wallet(cluster), on: wires.connections[index % wires.connections.count], load: self)
        }
    }

    /// Signs the requests of this many payments.
    func prepare(_ count: Int) throws {
        for index in 0..<count { try prepare(payers[index % payers.count]) }
    }

    /// Signs one more payment of `payer`, to another owner each time.
    fileprivate func prepare(_ payer: Payer) throws {
        repeat { nextReceiver = (nextReceiver + 7) % receivers.count } while receivers[nextReceiver] == payer.vault
        try payer.prepare(cash, to: receivers[nextReceiver])
    }

    /// Runs until the time is over or the number of payments is made, and lets payments under way end.
    func run(_ rhythm: Rhythm, for time: Duration = .seconds(3_600), count: Int = .max) throws -> Outcome {
        outcome = Outcome()
        let start = ContinuousClock.now
        let end = start + time
        var begun = 0
        outcome.started = start
        switch rhythm {
        case .closed:
            limit = (end, count)
            for payer in payers where begun < count {
                begun += 1
                try payer.begin(since: .now)
            }
            self.begun = begun
            try wires.serve(until: { self.payers.allSatisfy { !$0.isPaying } })
        case .open(let rate):
            limit = (start, 0)
            var next = 0
            try wires.serve(
                until: {
                    let now = ContinuousClock.now
                    let due = min(count, Int((min(now, end) - start).inSeconds * rate) + 1)
                    while next < due {
                        waiting.append(start + .seconds(Double(next) / rate))
                        next += 1
                    }
                    beginWaiting()
                    return now >= end && waitingStart == waiting.count && payers.allSatisfy { !$0.isPaying }
                },
                due: { ContinuousClock.now < end ? start + .seconds(Double(next) / rate) : .now + .milliseconds(5) })
        }
        outcome.ended = .now
        if let failure = outcome.failures.first {
            throw LoadFailure("\(outcome.failures.count) payments failed, such as: \(failure)")
        }
        return outcome
    }

    private var limit: (end: ContinuousClock.Instant, count: Int) = (.now, 0)
    private var begun = 0

    private func beginWaiting() {
        while waitingStart < waiting.count, let payer = payers.first(where: { !$0.isPaying }) {
            do { try payer.begin(since: waiting[waitingStart]) } catch { outcome.failures.append("\(error)") }
            waitingStart += 1
        }
    }

    fileprivate func paid(_ payer: Payer, since: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        outcome.made += 1
        outcome.latencies.add(now - since)
        guard begun < limit.count, now < limit.end, outcome.failures.isEmpty else { return }
        begun += 1
        do { try payer.begin(since: now) } catch { outcome.failures.append("\(error)") }
    }

    fileprivate func failed(_ reason: String) { outcome.failures.append(reason) }

    fileprivate func signLate(_ payer: Payer) throws {
        outcome.signedLate += 1
        try prepare(payer)
    }

    /// One owner who pays again and again.
    final class Payer: CallOwner {
        private let wallet: Wallet
        private let connection: Connection
        private unowned let load: PaymentLoad
        private var prepared: [PreparedPayment] = []
        private var current: PreparedPayment?
        private var call: Call?
        private var since = ContinuousClock.now

        var isPaying: Bool { current != nil }
        var vault: PublicKey { wallet.cluster.vault }

        init(_ wallet: Wallet, on connection: Connection, load: PaymentLoad) {
            self.wallet = wallet
            self.connection = connection
            self.load = load
        }

        func prepare(_ cash: PinnedExchangeData, to receiver: PublicKey) throws {
            prepared.append(try wallet.prepare(cash, to: receiver, id: .generate(using: SystemRandomSource())))
        }

        func begin(since: ContinuousClock.Instant) throws {
            if prepared.isEmpty { try load.signLate(self) }
            let payment = prepared.removeLast()
            current = payment
            self.since = since
            call = connection.call(Wallet.submitIntent, payment.request, isLast: false, owner: self)
        }

        func receive(_ message: [UInt8], on call: Call) {
            do {
                if let reply = try current?.answer(message) {
                    connection.send(reply, on: call)
                } else {
                    connection.finish(call)
                    current = nil
                    load.paid(self, since: since)
                }
            } catch {
                current = nil
                load.failed("\(error)")
            }
        }

        func end(_ call: Call, failure: String?) {
            // The call of a payment that is made ends after it, when the payer already has another call.
            guard call == self.call, current != nil else { return }
            current = nil
            load.failed("\(failure ?? "") \(connection.status(of: call))")
        }
    }
}
