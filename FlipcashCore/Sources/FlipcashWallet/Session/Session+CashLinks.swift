public import FlipcashCore
import Synchronization

/// The result of collecting a link, shared by all callers that collect the same link at the same time.
typealias LinkReceipt = OneTimeValue<Result<ReceivedCash, any Error>>

extension Session {
    /// Creates a cash link for an amount.
    ///
    /// - Parameters:
    ///   - payload: the code of the bill that the link replaces, so that only one of the two can be paid; by default a
    ///     new code.
    ///   - exchangeData: the amount, with the proof of its rate.
    ///   - splitPayment: the payment between people that the link settles.
    ///   - refreshes: whether to fetch balances, limits and history before the link is returned. To show the link
    ///     without delay, pass false and refresh afterwards.
    /// - Throws: `CashLinkFailure`, `SessionError`.
    public func createCashLink(
        payload: CashCode.Payload? = nil, exchangedFiat exchangeData: PinnedExchangeData, splitPayment: String? = nil,
        refreshes: Bool = true
    ) async throws -> CashLink {
        try await passGates()
        let code: CashCode.Payload
        if let payload { code = payload } else { code = try makePayload(for: exchangeData.amount.nativeAmount) }
        let link = try await CreateCashLinkOperation(
            context: operationContext(waitsForLock: options.waitsForLock), payload: code, exchangeData: exchangeData,
            splitPayment: splitPayment
        ).run()
        if refreshes { await updatePostTransaction() }
        return link
    }

    /// Turns the bill on display into a link.
    ///
    /// Requests for the bill's cash are dropped meanwhile. If the bill was dismissed or replaced by the time the link
    /// exists, the link is cancelled and the method returns nil (client specification §10.3). If the link's outcome is
    /// unknown, the bill ends, so that the same money is not paid twice.
    ///
    /// - Parameters:
    ///   - bill: the bill on display.
    ///   - refreshes: see ``createCashLink(payload:exchangedFiat:splitPayment:refreshes:)``.
    /// - Returns: nil if the bill was dismissed and its cash is in the wallet.
    /// - Throws: `CashLinkFailure`, `SessionError`. The bill stays on display unless it has ended.
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

    /// Returns the service's description of a link, without collecting it.
    ///
    /// - Throws: `CashLinkFailure`.
    public func cashLinkInfo(_ mnemonic: Mnemonic) async throws -> CashLinkInfo {
        try await nodeGate.verify()
        return try await receiveOperation(mnemonic).info()
    }

    /// Collects a link's cash, and refreshes. If the link is already being collected, the call waits for that and
    /// returns the same result.
    ///
    /// - Parameters:
    ///   - mnemonic: the link's twelve words.
    ///   - allowsOwn: whether to collect a link that this account made.
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
            // Ends in bounded time, because the collection is bounded.
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

    /// Takes back the cash of an uncollected link. Only the payments service is needed.
    ///
    /// - Parameters:
    ///   - vault: the vault that holds the link's money.
    ///   - refreshes: whether to fetch balances, limits and history before the call returns.
    /// - Throws: `CashLinkFailure`, `SessionError`, `PinFailure`, `NodeGateFailure`.
    public func cancelCashLink(vault: PublicKey, refreshes: Bool = true) async throws {
        try await passGates()
        try await void(vault, refreshes: refreshes)
    }

    private func void(_ vault: PublicKey, refreshes: Bool = true) async throws {
        let operation = VoidCashLinkOperation(
            context: operationContext(waitsForLock: options.waitsForLock), vault: vault)
        let result: Result<Void, any Error>
        do { result = .success(try await operation.run()) } catch { result = .failure(error) }
        // Also after a failure: the cancellation may have shown that the link was collected.
        await environment.tasks.performBlocking { storeEnd(ofLinkAt: vault) }
        if refreshes { await updatePostTransaction() }
        try result.get()
    }

    /// Copies the end of a link from the journal to the store, where it can be read without the account's key.
    ///
    /// Best effort: the next sync stores the end too. A link that is not in the stored history yet is skipped.
    private func storeEnd(ofLinkAt vault: PublicKey) {
        guard let link = try? cashLinks().first(where: { $0.vault == vault }), let end = link.end else { return }
        try? database.insert(cashLinkEnd: end, of: link.id)
    }

    /// Returns the account's links, newest first: those in the history, with the secrets of links made here, and links
    /// made here that the history does not show yet.
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
