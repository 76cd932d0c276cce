import FlipcashCore
import Logging

/// Takes swaps from one state to the next until they are over (payment specification §16.6). Every step is one unit that
/// requires the state it starts from, so that any number of tasks may work on a swap, and a crash between two steps is
/// harmless.
struct SwapSettler: Sendable {
    let store: NodeStore
    let committer: GroupCommitter
    let environment: RuntimeEnvironment
    let keys: NodeKeys
    let coreMint: PublicKey
    /// Called with the changes of pools after they are durable.
    let onTrade: @Sendable ([PoolChange]) -> Void
    let log: Logger

    /// Takes a swap as far as it goes now. A failure is logged: the worker tries again.
    func advance(_ id: SwapID) async {
        do {
            try await settle(id)
        } catch {
            log.error("a swap could not be carried on", metadata: ["swap": "\(id.base58)", "error": "\(error)"])
        }
    }

    /// Takes a swap as far as it goes now.
    ///
    /// - Throws: `StoreError`, `PostingFailure`.
    func settle(_ id: SwapID) async throws {
        while let unit = try store.read({ try next(id, $0) }) {
            guard try await commit(unit) else { return }
        }
    }

    /// Cancels a swap whose funds did not come in time.
    func expire(_ id: SwapID) async throws {
        guard let swap = try store.read({ try $0.swap(id) }), swap.state == .created else { return }
        _ = try await commit(.swapStep(SwapStep(swap, to: .cancelled)))
    }

    /// Writes a unit; false when another task was first, so that the swap has to be looked at again.
    private func commit(_ unit: LedgerUnit) async throws -> Bool {
        let outcome = await committer.commit(unit) { [onTrade] receipt in
            if !receipt.pools.isEmpty { onTrade(receipt.pools) }
        }
        switch outcome {
        case .committed: return true
        case .refused(.swapMoved): return false
        case .refused(let refusal): throw StoreError.refusedRecord(reason: "a step of a swap is refused: \(refusal)")
        case .unavailable(.books(let failure)):
            guard case .swapRefund(let refund) = unit else { throw failure }
            try await fail(refund, failure)
            return false
        case .unavailable(.store(let error)): throw error
        }
    }

    /// The funds cannot go back: the operator has to look at it.
    private func fail(_ refund: SwapRefund, _ failure: PostingFailure) async throws {
        // A swap that has moved on meanwhile was refunded by another task.
        let (stuck, currency) = try store.read { reader in
            try (reader.swap(refund.swap), refund.firstPurchaseOf.flatMap(reader.currency))
        }
        guard let swap = stuck, swap.state == .cancelling,
            try await commit(.swapStep(SwapStep(swap, to: .failed, currency: currency)))
        else { return }
        log.critical(
            "the funds of a swap cannot be returned",
            metadata: ["swap": "\(swap.id.base58)", "reason": "\(failure)"])
    }

    /// The unit that takes a swap further; nil when nothing is to be done now.
    private func next(_ id: SwapID, _ reader: StoreReader) throws -> LedgerUnit? {
        guard let swap = try reader.swap(id) else { return nil }
        switch swap.state {
        case .created, .finalized, .failed, .cancelled:
            return nil
        case .funding:
            guard let intent = try reader.intent(swap.fundingID) else { return nil }
            switch intent.state {
            case .pending: return nil
            case .confirmed: return .swapStep(SwapStep(swap, to: .funded))
            case .failed, .revoked: return .swapStep(SwapStep(swap, to: .cancelled))
            }
        case .funded:
            return .swapStep(SwapStep(swap, to: try isFunded(swap, reader) ? .submitting : .cancelling))
        case .submitting:
            guard let target = try reader.mint(swap.to) else { return nil }
            let pools = [swap.from, swap.to].filter { $0 != coreMint }.sorted()
            return .swapExecution(
                SwapExecutionOrder(
                    swap: swap.id, owner: swap.owner, destination: target.timelock(of: swap.owner).vault.address,
                    pools: pools, now: environment.clock.now()))
        case .cancelling:
            return try refund(swap, reader).map(LedgerUnit.swapRefund)
        }
    }

    /// Whether the funds are in the holding account as the swap needs them.
    private func isFunded(_ swap: SwapRecord, _ reader: StoreReader) throws -> Bool {
        guard let source = try reader.mint(swap.from), let intent = try reader.intent(swap.fundingID),
            let funds = swap.funds, intent.amount?.quarks == funds, let quarks = Int64(exactly: funds)
        else { return false }
        let holding = swap.holding(source)
        guard intent.destination == holding.address else { return false }
        return try reader.balance(of: holding, mint: source.mint)?.quarks ?? 0 >= quarks
    }

    private func refund(_ swap: SwapRecord, _ reader: StoreReader) throws -> SwapRefund? {
        guard let source = try reader.mint(swap.from), let funding = try reader.intent(swap.fundingID)?.amount,
            let address = PublicKey(exactly: environment.random.bytes(PublicKey.byteCount))
        else { return nil }
        let transaction = try SwapCancellation(
            swap, source: source, nonce: VirtualNonce(withoutChain: address), keys: keys
        ).signed(reader)
        return try SwapRefund(
            swap, source: source, funding: funding, reference: transaction.id, currency: try reader.currency(swap.to),
            now: environment.clock.now())
    }
}

/// The transaction that moves a swap's funds back into the owner's virtual account (payment specification §16.6).
struct SwapCancellation: Sendable {
    let swap: SwapRecord
    let source: MintRecord
    let nonce: VirtualNonce
    let keys: NodeKeys

    init(_ swap: SwapRecord, source: MintRecord, nonce: VirtualNonce, keys: NodeKeys) {
        self.swap = swap
        self.source = source
        self.nonce = nonce
        self.keys = keys
    }

    /// The transaction with the node's signatures.
    func signed(_ reader: some StoreReading) throws -> SolanaTransaction {
        let payer = keys.node.publicKey
        let instructions = [
            SystemProgram.AdvanceNonceAccount(nonce: nonce.address, authority: payer).instruction, cancellation,
        ]
        let message = try SolanaMessage.v0(
            payer: payer, instructions: instructions, lookupTables: [], blockhash: nonce.value)
        var transaction = SolanaTransaction(message: message)
        let sealed = try reader.sealedSeed(of: source.mint)
        try keys.sign(
            &transaction, authorities: try sealed.map { [try keys.open($0, mint: source.mint)] } ?? [])
        return transaction
    }

    private var cancellation: Instruction {
        let machine = source.virtualMachine
        let swapAddress = machine.swapAddress(owner: swap.owner)
        return VirtualMachineProgram.CancelSwap(
            index: 0, amount: swap.funds ?? swap.amount, bump: swapAddress.bump, authority: machine.authority,
            vm: machine.address.address, memory: source.memoryAccount, swapper: swap.owner,
            swapAddress: swapAddress.address,
            swapTokenAccount: AssociatedTokenAccount.address(owner: swapAddress.address, mint: source.mint).address,
            omnibus: machine.omnibus.address
        ).instruction
    }
}
