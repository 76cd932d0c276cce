public import FlipcashCore
import Synchronization

/// How the collection of a link ends, for all who ask for the same link meanwhile.
typealias LinkReceipt = OneTimeValue<Result<ReceivedCash, any Error>>

extension Session {
    /// Turns an amount into a link.
    ///
    /// - Parameters:
    ///   - payload: the code of the bill that the link replaces; a bill then pays either way, but once. A fresh one
    ///     unless given.
    ///   - exchangeData: the amount, with the proof of its rate.
    ///   - refreshes: whether balances, limits and history are fetched before the link is returned. A caller that
    ///     shows the link to a person passes false and refreshes afterwards: the link is worth money, and the
    ///     refresh may take long.
    /// - Throws: `CashLinkFailure`, `SessionError`.
    public func createCashLink(
        payload: CashCode.Payload? = nil, exchangedFiat exchangeData: PinnedExchangeData, refreshes: Bool = true
    ) async throws -> CashLink {
        try await passGates()
        let code: CashCode.Payload
        if let payload { code = payload } else { code = try makePayload(for: exchangeData.amount.nativeAmount) }
        let link = try await CreateCashLinkOperation(
            context: operationContext(waitsForLock: options.waitsForLock), payload: code, exchangeData: exchangeData
        ).run()
        if refreshes { await updatePostTransaction() }
        return link
    }

    /// Turns a bill on show into a link. Requests for its cash are dropped meanwhile; if the bill was put away or
    /// replaced by the time the link is there, the link is taken back and nothing is returned (client specification
    /// §10.3). A link whose outcome is open ends the bill: the same money must not be paid twice.
    ///
    /// - Parameters:
    ///   - bill: the bill on show.
    ///   - refreshes: as of ``createCashLink(payload:exchangedFiat:refreshes:)``.
    /// - Returns: nil when the bill was put away and its cash is in the wallet.
    /// - Throws: `CashLinkFailure`, `SessionError`. Unless the bill is over after that, it is still on show.
    public func createCashLink(from bill: SendCashOperation, refreshes: Bool = true) async throws -> CashLink? {
        switch bill.beginConversion() {
        case .isOver: return nil
        case .isTaken: throw CashLinkFailure.billTaken
        case nil: break
        }
        let link: CashLink
        do {
            link = try await createCashLink(
                payload: bill.payload, exchangedFiat: bill.exchangeData, refreshes: refreshes)
        } catch {
            if case .unclear = CashLinkFailure(error) {
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
        guard isFirst else {
            // The result comes in bounded time, since the collection itself is bounded.
            guard let result = await receipt.wait(endsWhenCancelled: false) else { throw CancellationError() }
            return try result.get()
        }
        let operation = receiveOperation(mnemonic)
        let result: Result<ReceivedCash, any Error>
        do { result = .success(try await operation.run(allowsOwn: allowsOwn)) } catch { result = .failure(error) }
        _ = linkReceipts.withLock { $0.removeValue(forKey: key) }
        receipt.set(result)
        let received = try result.get()
        await updatePostTransaction()
        return received
    }

    /// Takes the cash of an uncollected link back. This needs the payments service alone.
    ///
    /// - Parameters:
    ///   - vault: where the link's money lies.
    ///   - refreshes: whether balances, limits and history are fetched before this returns.
    /// - Throws: `CashLinkFailure`, `SessionError`, `PinFailure`, `NodeGateFailure`.
    public func cancelCashLink(vault: PublicKey, refreshes: Bool = true) async throws {
        try await passGates()
        try await void(vault, refreshes: refreshes)
    }

    private func void(_ vault: PublicKey, refreshes: Bool = true) async throws {
        let operation = VoidCashLinkOperation(
            context: operationContext(waitsForLock: options.waitsForLock), vault: vault)
        do {
            // Also after a failure: the link may turn out to be collected.
            defer { storeEnd(ofLinkAt: vault) }
            try await operation.run()
        } catch {
            if refreshes { await updatePostTransaction() }
            throw error
        }
        if refreshes { await updatePostTransaction() }
    }

    /// Copies the end of a link from the journal to the store, where it can be read without the account's key.
    ///
    /// Best effort: the next sync stores the end as well. A link that the stored history does not show yet has no place
    /// for it.
    private func storeEnd(ofLinkAt vault: PublicKey) {
        guard let link = try? cashLinks().first(where: { $0.vault == vault }), let end = link.end else { return }
        try? database.insert(cashLinkEnd: end, of: link.id)
    }

    /// The links of this account, newest first: those in the history, each with its secret if it was made here, and
    /// those made here that the history does not show yet.
    ///
    /// - Throws: `JournalFailure`, `DatabaseFailure`.
    public func cashLinks() throws -> [ListedCashLink] {
        var records = Dictionary(try journal.links().map { ($0.vault, $0) }) { first, _ in first }
        let ends = try database.getCashLinkEnds()
        var links: [ListedCashLink] = []
        for activity in try database.getCashLinkActivities() {
            guard let link = activity.cashLink else { continue }
            let record = records.removeValue(forKey: link.vault)
            links.append(
                ListedCashLink(activity: activity, link: link, record: record, end: record?.end ?? ends[activity.id]))
        }
        for record in records.values where record.state != .failed { links.append(ListedCashLink(record: record)) }
        return links.sorted { ($1.created, $1.vault) < ($0.created, $0.vault) }
    }

    private func receiveOperation(_ mnemonic: Mnemonic) -> ReceiveCashLinkOperation {
        ReceiveCashLinkOperation(
            context: operationContext(waitsForLock: options.waitsForLock), mnemonic: mnemonic, rates: rates)
    }
}
