public import FlipcashCore

/// A swap of this account: from the journal, from the service, or both.
public struct ListedSwap: Hashable, Sendable {
    /// The journal's record; nil for a swap that was started elsewhere.
    public let record: SwapRecord?
    /// The terms that this account signed, as the service keeps them; nil if the service was not asked or did not
    /// answer.
    public let metadata: SwapMetadata?

    /// The swap's id.
    public let id: SwapID
    /// The mint that is paid.
    public var fromMint: PublicKey? { metadata?.parameters.fromMint ?? record?.fromMint }
    /// The mint that is received.
    public var toMint: PublicKey? { metadata?.parameters.toMint ?? record?.toMint }
    /// The amount that leaves the vault, in quarks of `fromMint`.
    public var quarks: UInt64? { metadata?.parameters.fundedAmount ?? record?.quarks }

    /// Creates an entry of the list; nil without a record and without an answer.
    init?(record: SwapRecord?, metadata: SwapMetadata?) {
        guard let id = record?.swap ?? metadata?.id else { return nil }
        self.id = id
        self.record = record
        self.metadata = metadata
    }
}

extension Session {
    /// Returns the swaps that were started here, newest first, and those that wait for their payment wherever they were
    /// started.
    ///
    /// - Parameter asksService: whether to ask for the state of unfinished swaps. A swap is listed even if the service
    ///   does not return its state.
    /// - Throws: `JournalFailure`, `PinFailure`, `NodeGateFailure`.
    public func swaps(asksService: Bool) async throws -> [ListedSwap] {
        let records = try await environment.tasks.performBlocking { try journal.swaps() }
        guard asksService else { return records.compactMap { ListedSwap(record: $0, metadata: nil) } }
        try await nodeGate.verify()
        let known = Set(records.map(\.swap))
        let waiting = (try? await client.fetchPendingSwaps(owner: owner)) ?? []
        var listed = waiting.filter { !known.contains($0.id) }.compactMap { ListedSwap(record: nil, metadata: $0) }
        for record in records {
            let isOpen = record.state.isUnfinished && JournalRecord.swap(record).isKnown(to: node)
            let metadata = isOpen ? try? await client.fetchSwap(record.swap, owner: owner) : nil
            if let entry = ListedSwap(record: record, metadata: metadata) { listed.append(entry) }
        }
        return listed
    }

    /// Asks the service about one swap, whose terms are verified under this account's key.
    ///
    /// - Throws: `SwapFailure.lookUp`, `PinFailure`, `NodeGateFailure`.
    public func swap(_ id: SwapID) async throws -> ListedSwap {
        try await nodeGate.verify()
        let record = try? await swapRecord(id)
        do throws(SwapLookUpError) {
            let metadata = try await client.fetchSwap(id, owner: owner)
            guard let entry = ListedSwap(record: record, metadata: metadata) else { throw .malformed }
            return entry
        } catch {
            throw SwapFailure.lookUp(error)
        }
    }

    /// Returns the journal's record of a swap; nil for one that was started elsewhere.
    func swapRecord(_ id: SwapID) async throws -> SwapRecord? {
        try await environment.tasks.performBlocking { try journal.swaps().first { $0.swap == id } }
    }

    /// Waits for the end of a swap that is paid, and records it.
    ///
    /// - Throws: `SwapFailure.lookUp`, `PinFailure`, `NodeGateFailure`, `CancellationError`.
    public func followSwap(
        _ id: SwapID, onProgress: @escaping @Sendable (SwapProgress) -> Void = { _ in }
    ) async throws -> SwapOutcome {
        let listed = try await swap(id)
        guard let metadata = listed.metadata else { throw SwapFailure.lookUp(.notFound) }
        let record = listed.record ?? self.record(of: metadata.parameters, funding: nil)
        return try await follow(record, attempts: SwapFollower.tradeAttempts, waits: true, onProgress: onProgress)
    }

    /// A record of a swap that was started elsewhere.
    func record(of parameters: SwapParameters, funding: PinnedExchangeData?) -> SwapRecord {
        let kind = Self.kind(of: parameters, coreMint: node.coreMint)
        let intent: IntentID
        switch parameters.funding {
        case .intent(let id): intent = id
        case .externalWallet, .cardOrder: intent = IntentID(raw: parameters.id.raw)
        }
        let native = funding?.amount.nativeAmount ?? .zero(.usd)
        return SwapRecord(
            swap: parameters.id, funding: intent, kind: kind, fromMint: parameters.fromMint,
            toMint: parameters.toMint, quarks: parameters.fundedAmount, native: JournalAmount(native),
            created: environment.clock.now(), state: .running, node: node.coreVMAuthority)
    }
}

extension Session {
    /// Asks once about every unfinished swap of the journal, and records how it ended. The caller holds the writer
    /// lock.
    func recoverSwaps(_ recovered: inout RecoveredSubmissions) async throws {
        for record in try journal.swaps() where record.state.isUnfinished {
            guard JournalRecord.swap(record).isKnown(to: node), let state = await fate(of: record) else {
                recovered.openSwaps.append(record)
                continue
            }
            let ended = record.with(state)
            guard ended != record else {
                recovered.openSwaps.append(record)
                continue
            }
            // Another command may have recorded the end in the meantime.
            guard try journal.replace(.swap(record), with: .swap(ended)) else { continue }
            await noteFirstPurchase(by: ended)
            if state.isUnfinished { recovered.openSwaps.append(ended) } else { recovered.endedSwaps.append(ended) }
        }
    }

    /// How far an unfinished swap has come; nil if that is unknown now.
    private func fate(of record: SwapRecord) async -> SwapRecord.State? {
        let isOver = age(of: .swap(record)) >= SubmissionBound.timeMax
        do throws(SwapLookUpError) {
            let swap = try await client.fetchSwap(record.swap, owner: owner)
            switch swap.state {
            // Not paid yet. The service cancels it when its time is over.
            case .created: return record.state
            case .funding, .funded, .submitting, .cancelling: return .running
            case .finalized: return .done
            case .failed: return .stuck
            case .cancelled:
                guard let isPaid = await isPaid(record) else { return nil }
                return isPaid ? .returned : .failed
            }
        } catch {
            guard error == .notFound, isOver else { return nil }
            switch record.state {
            // It was never stored, so it was never paid.
            case .starting: return .failed
            case .funding, .running: return await isPaid(record) == false ? .failed : nil
            case .done, .returned, .failed, .stuck: return nil
            }
        }
    }

    /// Whether the swap's payment was committed; nil if that is unknown now.
    private func isPaid(_ record: SwapRecord) async -> Bool? {
        do throws(IntentMetadataError) {
            _ = try await client.fetchIntentMetadata(record.funding, asker: .owner(owner))
            return true
        } catch {
            switch error {
            case .notFound: return age(of: .swap(record)) >= SubmissionBound.timeMax ? false : nil
            // Another person's payment has this id, so it did not fund this swap.
            case .denied: return false
            case .malformed, .rpc: return nil
            }
        }
    }
}
