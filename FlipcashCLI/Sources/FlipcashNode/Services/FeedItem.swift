import FlipcashCore
import FlipcashCoreAPI
import ProtobufCodec

/// The state of a cash link as its sender sees it.
enum CashLinkOutcome: Hashable, Sendable {
    case open
    case claimed
    case voided
    case returned
}

/// One owner's view of one intent (wire contract §8.2, payment specification §19.1).
enum FeedItem: Hashable, Sendable {
    case gave
    case sentLink(CashLinkOutcome)
    case withdrew
    case received
    case deposited
    case swapped(FeedSwap)

    /// Creates the item that `owner` sees for `intent`; nil when it is hidden.
    ///
    /// - Parameters:
    ///   - outcome: returns the state of the cash link that `intent` made; called for cash links only.
    ///   - swap: returns the swap that `intent` funds; called for funding only.
    init?(
        _ intent: IntentRecord, owner: PublicKey, outcome: () throws -> CashLinkOutcome, swap: () throws -> FeedSwap?
    ) rethrows {
        guard intent.isInHistories, intent.state != .revoked, intent.involves(owner) else { return nil }
        switch intent.type {
        case .openAccounts, .publicDistribution:
            return nil
        case .sendPublicPayment:
            if intent.initiator == owner {
                guard let sent = try FeedItem(sent: intent, outcome: outcome, swap: swap) else { return nil }
                self = sent
            } else {
                self = intent.flags.contains(.withdrawal) ? .deposited : .received
            }
        case .receivePaymentsPublicly:
            self = .received
        case .externalDeposit:
            self = .deposited
        }
    }

    private init?(
        sent intent: IntentRecord, outcome: () throws -> CashLinkOutcome, swap: () throws -> FeedSwap?
    ) rethrows {
        if intent.flags.contains(.indirectSend) {
            self = .sentLink(try outcome())
        } else if intent.flags.contains(.swapFunding) {
            guard let swap = try swap() else { return nil }
            self = .swapped(swap)
        } else {
            self = intent.flags.contains(.withdrawal) ? .withdrew : .gave
        }
    }

    /// The text of the item.
    var text: String {
        switch self {
        case .gave: "Gave"
        case .sentLink(.open): "Sending"
        case .sentLink(.claimed): "Sent"
        case .sentLink(.voided): "Cancelled"
        case .sentLink(.returned): "Returned"
        case .withdrew: "Withdrew"
        case .received: "Received"
        case .deposited: "Added"
        case .swapped(let swap): swap.text
        }
    }

    /// Whether the item changes later.
    private var isPending: Bool {
        switch self {
        case .sentLink(let outcome): outcome == .open
        case .swapped(let swap): swap.state == .pending
        case .gave, .withdrew, .received, .deposited: false
        }
    }

    /// The item on the wire. A swap has its amounts in its metadata only (wire contract §8.2).
    func notification(_ intent: IntentRecord) -> Flipcash_Activity_V1_Notification {
        .with {
            $0.id = .with { $0.value = intent.id.bytes }
            $0.localizedText = text
            $0.ts = intent.createdAt.timestamp
            $0.state = isPending ? .pending : .completed
            $0.additionalMetadata = metadata(intent)
            if case .swapped = self { return }
            if let amount = intent.amount { $0.paymentAmount = amount.paymentAmount(mint: intent.mint) }
        }
    }

    private func metadata(_ intent: IntentRecord) -> Flipcash_Activity_V1_Notification.OneOf_AdditionalMetadata {
        switch self {
        case .gave: .directlySentCrypto(.init())
        case .sentLink(let outcome):
            .indirectlySentCrypto(
                .with {
                    if let vault = intent.destination { $0.vault = vault.coreKey }
                    $0.canInitiateCancelAction = outcome == .open
                })
        case .withdrew: .withdrewCrypto(.with { $0.swapState = .none })
        case .received: .receivedCrypto(.init())
        case .deposited: .depositedCrypto(.init())
        case .swapped(let swap): .swappedCrypto(swap.metadata)
        }
    }
}

extension IntentAmount {
    func paymentAmount(mint: PublicKey) -> Flipcash_Common_V1_CryptoPaymentAmount {
        .with {
            $0.currency = currency
            $0.nativeAmount = native
            $0.quarks = quarks
            $0.mint = mint.coreKey
        }
    }
}
