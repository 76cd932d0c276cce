extension Client {
    /// Starts a swap and returns when the service has stored it. No money moves before the swap is funded.
    ///
    /// The client builds the transaction from its own order and signs only that (payment specification §16.4). A server
    /// that stops responding is abandoned; see ``SubmissionBound``.
    ///
    /// - Throws: `StatefulSwapError`; use `progress` to find out whether the swap may have been stored nevertheless.
    public func statefulSwap(_ order: SwapOrder, progress: SubmissionProgress) async throws(StatefulSwapError) {
        let bound = SubmissionBound(clock: environment.clock, progress: progress)
        // Nonces are stored before they are used.
        try await environment.tasks.performBlocking { () async throws(StatefulSwapError) in
            try await bound.run { () async throws(StatefulSwapError) in
                try await transactions.statefulSwap(order, progress: progress)
            }
        }
    }

    /// Converts USDC in the owner's plain token account to a deposit of the core mint.
    ///
    /// - Throws: `StatelessSwapError`.
    public func statelessSwap(
        _ order: SweepOrder, progress: SubmissionProgress
    ) async throws(StatelessSwapError) -> SweepReceipt {
        let bound = SubmissionBound(clock: environment.clock, progress: progress)
        return try await bound.run { () async throws(StatelessSwapError) in
            try await transactions.statelessSwap(order, progress: progress)
        }
    }

    /// Fetches a swap, whose terms are verified under the owner's key.
    ///
    /// - Throws: `SwapLookUpError.notFound` while the service does not know it, `.denied`, `.malformed`, `.forged`,
    ///   `.rpc`.
    public func fetchSwap(_ id: SwapID, owner: KeyPair) async throws(SwapLookUpError) -> SwapMetadata {
        try await transactions.swap(id, owner: owner)
    }

    /// Fetches the swaps that wait for their funding, verified as by ``fetchSwap(_:owner:)``.
    ///
    /// - Throws: `SwapLookUpError.malformed`, `.forged`, `.rpc`.
    public func fetchPendingSwaps(owner: KeyPair) async throws(SwapLookUpError) -> [SwapMetadata] {
        try await transactions.pendingSwaps(owner: owner)
    }
}
