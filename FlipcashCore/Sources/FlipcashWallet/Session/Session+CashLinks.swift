public import FlipcashCore
import Synchronization

extension Session {
    /// Turns an amount into a link, and refreshes.
    ///
    /// - Parameters:
    ///   - payload: the code of the bill that the link replaces; a bill then pays either way, but once. A fresh one
    ///     unless given.
    ///   - exchangeData: the amount, with the proof of its rate.
    /// - Throws: `CashLinkFailure`, `SessionError`.
    public func createCashLink(
        payload: CashCode.Payload? = nil, exchangedFiat exchangeData: PinnedExchangeData
    ) async throws -> CashLink {
        try await passGates()
        let code: CashCode.Payload
        if let payload { code = payload } else { code = try makePayload(for: exchangeData.amount.nativeAmount) }
        let link = try await CreateCashLinkOperation(
            context: operationContext(waitsForLock: options.waitsForLock), payload: code, exchangeData: exchangeData
        ).run()
        await updatePostTransaction()
        return link
    }

    /// Turns a bill on show into a link. Requests for its cash are dropped meanwhile; if the bill was put away or
    /// replaced by the time the link is there, the link is taken back and nothing is returned (client specification
    /// §10.3). A link whose outcome is open ends the bill: the same money must not be paid twice.
    ///
    /// - Returns: nil when the bill was put away and its cash is in the wallet.
    /// - Throws: `CashLinkFailure`, `SessionError`. Unless the bill is over after that, it is still on show.
    public func createCashLink(from bill: SendCashOperation) async throws -> CashLink? {
        switch bill.beginConversion() {
        case .isOver: return nil
        case .isTaken: throw CashLinkFailure.billTaken
        case nil: break
        }
        let link: CashLink
        do {
            link = try await createCashLink(payload: bill.payload, exchangedFiat: bill.exchangeData)
        } catch {
            if case .submission(.outcomeUnknown) = CashLinkFailure(error) {
                bill.endWithUnknownLink()
                throw error
            }
            bill.setIgnoresGrabs(false)
            if bill.isDismissed { return nil }
            throw error
        }
        bill.complete()
        guard bill.isDismissed || bill.isReplaced else { return link }
        do {
            try await void(link.vault)
        } catch {
            throw CashLinkFailure.notTakenBack(id: link.id, vault: link.vault, CashLinkFailure(error))
        }
        return nil
    }

    /// What the service says of a link; collects nothing.
    ///
    /// - Throws: `CashLinkFailure`.
    public func cashLinkInfo(_ mnemonic: Mnemonic) async throws -> CashLinkInfo {
        try await nodeGate.verify()
        return try await receiveOperation(mnemonic).info()
    }

    /// Collects a link's cash, and refreshes. A link that is being collected already is collected once, and both
    /// callers get its result.
    ///
    /// - Parameters:
    ///   - mnemonic: the link's twelve words.
    ///   - allowsOwn: whether a link made by this very account may be collected.
    /// - Throws: `CashLinkFailure`, `SessionError`, `PinFailure`, `NodeGateFailure`.
    public func receiveCashLink(_ mnemonic: Mnemonic, allowsOwn: Bool = false) async throws -> ReceivedCash {
        try await passGates()
        let key = mnemonic.key().publicKey
        let (receipt, isFirst) = linkReceipts.withLock { receipts in
            if let receipt = receipts[key] { return (receipt, false) }
            let receipt = LinkReceipt()
            receipts[key] = receipt
            return (receipt, true)
        }
        guard isFirst else { return try await receipt.wait() }
        let operation = receiveOperation(mnemonic)
        let result: Result<ReceivedCash, any Error>
        do { result = .success(try await operation.run(allowsOwn: allowsOwn)) } catch { result = .failure(error) }
        _ = linkReceipts.withLock { $0.removeValue(forKey: key) }
        receipt.finish(result)
        let received = try result.get()
        await updatePostTransaction()
        return received
    }

    /// Takes the cash of an uncollected link back, and refreshes.
    ///
    /// - Throws: `CashLinkFailure`, `SessionError`, `PinFailure`, `NodeGateFailure`.
    public func cancelCashLink(vault: PublicKey) async throws {
        try await passGates()
        try await void(vault)
    }

    private func void(_ vault: PublicKey) async throws {
        let operation = VoidCashLinkOperation(
            context: operationContext(waitsForLock: options.waitsForLock), vault: vault)
        do {
            try await operation.run()
        } catch {
            await updatePostTransaction()
            throw error
        }
        await updatePostTransaction()
    }

    /// The links of this account, newest first: those in the history, each with its secret if it was made here, and
    /// those made here that the history does not show yet.
    ///
    /// - Throws: `JournalFailure`, `DatabaseFailure`.
    public func cashLinks() throws -> [ListedCashLink] {
        var records = Dictionary(uniqueKeysWithValues: try journal.links().map { ($0.vault, $0) })
        var links: [ListedCashLink] = []
        for activity in try database.getCashLinkActivities() {
            guard let link = activity.cashLink else { continue }
            links.append(
                ListedCashLink(activity: activity, link: link, record: records.removeValue(forKey: link.vault)))
        }
        for record in records.values where record.state != .failed { links.append(ListedCashLink(record: record)) }
        return links.sorted { ($1.created, $1.vault) < ($0.created, $0.vault) }
    }

    /// Notes in the journal how links ended that the history knows to be over: their secrets need not be kept for
    /// good.
    ///
    /// - Throws: `JournalFailure`, `DatabaseFailure`.
    func noteFinishedLinks() throws {
        for var record in try journal.links() where record.state == .open || record.state == .submitting {
            guard let end = try database.getActivity(cashLinkVault: record.vault)?.linkEnd else { continue }
            record.state = end
            try journal.append(.link(record))
        }
    }

    private func receiveOperation(_ mnemonic: Mnemonic) -> ReceiveCashLinkOperation {
        ReceiveCashLinkOperation(
            context: operationContext(waitsForLock: options.waitsForLock), mnemonic: mnemonic, rates: rates)
    }
}

/// A link as `link list` shows it.
public struct ListedCashLink: Sendable {
    /// Where a link stands.
    public enum State: Hashable, Sendable {
        /// Written down here, and not known to the service as far as this wallet has heard.
        case unconfirmed
        /// Waiting to be collected.
        case pending
        /// Collected, cancelled, returned or never made; ``ListedCashLink/end`` says which.
        case finished
    }

    /// The funding payment's id.
    public let id: IntentID
    /// Where the link's money lies or lay.
    public let vault: PublicKey
    /// The currency of the amount, a lower-case code.
    public let currencyCode: String
    /// Units of that currency, for showing only.
    public let nativeAmount: Double
    /// The money in quarks of `mint`.
    public let quarks: UInt64
    /// The mint of the money.
    public let mint: PublicKey
    /// When the link was made.
    public let created: Instant
    /// Where the link stands.
    public let state: State
    /// How it ended; nil while it has not, and where that is not known.
    public let end: LinkRecord.State?
    /// The service's title, such as `Sending`; nil before it has one.
    public let title: String?
    /// Whether the money can still be taken back, as far as is known.
    public let canCancel: Bool
    /// The secret, for links made here.
    public let mnemonic: Mnemonic?

    init(activity: Activity, link: Activity.CashLink, record: LinkRecord?) {
        id = activity.id
        vault = link.vault
        currencyCode = activity.payment.currencyCode
        nativeAmount = activity.payment.nativeAmount
        quarks = activity.payment.quarks
        mint = activity.payment.mint
        created = activity.date
        end = activity.linkEnd
        state = activity.state == .pending ? .pending : .finished
        title = activity.title
        canCancel = link.canCancel
        mnemonic = record.flatMap { try? Mnemonic(entropyBase58: $0.entropy) }
    }

    init(record: LinkRecord) {
        id = record.intent
        vault = record.vault
        currencyCode = record.native.currency
        nativeAmount = Double(record.native.value) ?? 0
        quarks = record.quarks
        mint = record.mint
        created = record.created
        switch record.state {
        case .submitting: state = .unconfirmed
        case .open: state = .pending
        case .claimed, .cancelled, .returned, .failed: state = .finished
        }
        end = state == .finished ? record.state : nil
        title = nil
        canCancel = record.state == .open || record.state == .submitting
        mnemonic = try? Mnemonic(entropyBase58: record.entropy)
    }

    /// The link to share, if its secret is here.
    public func link(hosts: LinkHosts) -> BearerLink? { mnemonic.map(hosts.cashLink) }
}

extension Activity {
    /// How the cash link of this entry ended; nil for one that waits to be collected or whose state is not known, and
    /// for other entries. The history tells it by its title alone (payment specification §19.1).
    var linkEnd: LinkRecord.State? {
        guard cashLink != nil, state == .completed else { return nil }
        return switch title.lowercased() {
        case "cancelled": .cancelled
        case "returned": .returned
        default: .claimed
        }
    }
}
