/// What can be done about a payment of a wallet whose device is gone (expense specification §9.5).
///
/// The state of the payment alone does not say whether money moved: the device queues `submitted` and may be lost
/// before it sends it. The review therefore takes what the service knows of the money.
public enum PaymentReview: Hashable, Sendable {
    /// How the payment ended is certain. The steps record it, in this order.
    case ended([PaymentAdvance])
    /// The money is in a link that can be taken back.
    case linkOpen
    /// The device may be submitting the payment now, for at most this many seconds more.
    case inFlight(seconds: Int64)
    /// The service has seen no money for the payment. Only the device that began it knows whether it can still pay. The
    /// steps void the payment.
    case undecided([PaymentAdvance])

    /// Reviews a payment that has not ended.
    ///
    /// - Parameters:
    ///   - sighting: what the service knows of the money. ``PaymentSighting/Outcome/notPaid`` says that it knows none.
    ///   - intent: the intent that moved the money, in hexadecimal digits.
    ///   - submissionTime: how many seconds after its proposal a payment may still be submitted.
    public init(
        of payment: SplitPayment, _ sighting: PaymentSighting, intent: String?, submissionTime: Int64, at now: SplitTime
    ) {
        func steps(to state: SplitPayment.State) -> [PaymentAdvance] {
            payment.state.path(to: state, method: payment.method).map { step in
                let isEvidence = step == .submitted || step == .completed
                return PaymentAdvance(
                    payment: payment.id, state: step, intent: isEvidence ? intent : nil,
                    giftCardVault: isEvidence ? sighting.vault : nil, paid: step == .completed ? sighting.paid : nil)
            }
        }
        switch sighting.outcome {
        case .paid, .claimed: self = .ended(steps(to: .completed))
        case .voided: self = .ended(steps(to: .voided))
        case .expired: self = .ended(steps(to: .expired))
        case .open: self = .linkOpen
        case .notPaid, .stale, .unknown:
            let left = payment.createdAt.seconds + submissionTime - now.seconds
            self = left > 0 ? .inFlight(seconds: left) : .undecided(steps(to: .voided))
        }
    }
}

extension SplitPayment.State {
    /// The states through which a payment gets from here to `target`. Empty if it is there, or can no longer get there.
    func path(to target: Self, method: SplitPayment.Method) -> [Self] {
        guard self != target else { return [] }
        for steps in [[target], [.submitted, target]] {
            var reached: Self? = self
            for step in steps { reached = reached?.event(to: step, method: method) == nil ? nil : step }
            if reached == target { return steps }
        }
        return []
    }
}

extension SplitPayment {
    /// Whether a wallet has begun to pay, and the payee does not have the money yet. The service learns of a payment as
    /// proposed, so the money of a proposed payment may have moved.
    public var isUnderWay: Bool {
        switch state {
        case .submitted: true
        case .proposed: method == .direct || method == .cashLink
        case .completed, .failed, .voided, .expired: false
        }
    }
}
