import FlipcashCoreAPI
import ProtobufCodec

extension Activity {
    /// Reads a notification; nil when it has no intent id or no valid amount of at least zero.
    ///
    /// Kinds of a newer protocol become `unknown`.
    init?(wire: Flipcash_Activity_V1_Notification) {
        guard let id = IntentID(exactly: wire.id.value) else { return nil }
        let details = Details(wire)
        let own = wire.hasPaymentAmount ? Payment(wire: wire.paymentAmount) : nil
        guard let payment = own ?? details.swap?.from else { return nil }
        self.init(
            id: id, kind: details.kind, state: State(wire: wire.state), title: Self.title(wire), payment: payment,
            date: Instant(seconds: wire.ts.seconds, nanoseconds: Int64(wire.ts.nanos)), cashLink: details.cashLink,
            swap: details.swap, counterparty: details.counterparty)
    }

    /// Returns the title with `{0}`, `{1}` … replaced by their fallbacks, as names are not known here.
    private static func title(_ wire: Flipcash_Activity_V1_Notification) -> String {
        var title = wire.localizedText
        for (index, substitution) in wire.textSubstitutions.enumerated() {
            title = title.replacing("{\(index)}", with: substitution.fallback)
        }
        return title
    }

    /// The details from the metadata.
    private struct Details {
        var kind = Kind.unknown
        var cashLink: CashLink?
        var swap: Swap?
        var counterparty: Counterparty?

        init(_ wire: Flipcash_Activity_V1_Notification) {
            switch wire.additionalMetadata {
            case .directlySentCrypto(let metadata):
                kind = .gave
                switch metadata.destinationIdentifier {
                case .phone(let phone): counterparty = .phone(phone.value)
                case .userID(let user): counterparty = UserID(user.value).map(Counterparty.user)
                case nil: break
                }
            case .receivedCrypto(let metadata):
                kind = .received
                switch metadata.sourceIdentifier {
                case .phone(let phone): counterparty = .phone(phone.value)
                case .userID(let user): counterparty = UserID(user.value).map(Counterparty.user)
                case nil: break
                }
            case .withdrewCrypto(let metadata):
                kind = .withdrew
                if metadata.hasSwapMetadata { swap = Swap(wire: metadata.swapMetadata) }
            case .indirectlySentCrypto(let metadata):
                kind = .cashLink
                cashLink = PublicKey(coreWire: metadata.vault).map {
                    CashLink(vault: $0, canCancel: metadata.canInitiateCancelAction)
                }
            case .depositedCrypto: kind = .deposited
            case .boughtCrypto: kind = .bought
            case .soldCrypto: kind = .sold
            case .swappedCrypto(let metadata):
                kind = .swapped
                swap = Swap(wire: metadata)
            case nil: break
            }
        }
    }
}

extension Activity.Payment {
    init?(wire: Flipcash_Common_V1_CryptoPaymentAmount) {
        guard let mint = PublicKey(coreWire: wire.mint), wire.nativeAmount.isFinite, wire.nativeAmount >= 0
        else { return nil }
        self.init(
            currencyCode: wire.currency, nativeAmount: wire.nativeAmount, quarks: wire.quarks, mint: mint)
    }
}

extension Activity.Swap {
    init?(wire: Flipcash_Activity_V1_SwappedCryptoNotificationMetadata) {
        guard let from = Activity.Payment(wire: wire.from), wire.fee.nativeAmount.isFinite else { return nil }
        let to: Activity.Payment?
        let toMint: PublicKey
        switch wire.to {
        case .toMint(let mint):
            guard let mint = PublicKey(coreWire: mint) else { return nil }
            (to, toMint) = (nil, mint)
        case .toAmount(let amount):
            guard let payment = Activity.Payment(wire: amount) else { return nil }
            (to, toMint) = (payment, payment.mint)
        case nil: return nil
        }
        self.init(
            from: from, toMint: toMint, to: to, feeNativeAmount: wire.fee.nativeAmount,
            feeCurrencyCode: wire.fee.currency, state: Activity.SwapState(wire: wire.swapState))
    }
}

extension Activity.State {
    fileprivate init(wire: Flipcash_Activity_V1_NotificationState) {
        self =
            switch wire {
            case .pending: .pending
            case .completed: .completed
            case .unknown, .UNRECOGNIZED: .unknown
            }
    }
}

extension Activity.SwapState {
    fileprivate init(wire: Flipcash_Activity_V1_SwapState) {
        self =
            switch wire {
            case .pending: .pending
            case .succeeded: .succeeded
            case .failed: .failed
            case .none: .none
            case .unknown, .UNRECOGNIZED: .unknown
            }
    }
}
