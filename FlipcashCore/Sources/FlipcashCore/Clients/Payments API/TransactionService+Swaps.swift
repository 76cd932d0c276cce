import FlipcashAPI
import ProtobufCodec
import GRPCCore

extension TransactionService {
    /// Starts a swap and returns when the server has stored it.
    func statefulSwap(_ order: SwapOrder, progress: SubmissionProgress) async throws(StatefulSwapError) {
        let stub = stub
        let machine = TwoStepMachine(StatefulSwapSubmission(order: order, nonces: nonces))
        try await TwoStepCall(machine: machine, progress: progress, clock: clock).run { request, handle in
            try await stub.statefulSwap(request: request, options: .streaming, onResponse: handle)
        }
    }

    /// Converts USDC to the core mint and returns when the server has sent the transaction, or when it is final.
    func statelessSwap(
        _ order: SweepOrder, progress: SubmissionProgress
    ) async throws(StatelessSwapError) -> SweepReceipt {
        let stub = stub
        let machine = TwoStepMachine(StatelessSwapSubmission(order: order))
        return try await TwoStepCall(machine: machine, progress: progress, clock: clock).run { request, handle in
            try await stub.statelessSwap(request: request, options: .streaming, onResponse: handle)
        }
    }

    /// Fetches one swap of `owner`.
    func swap(_ id: SwapID, owner: KeyPair) async throws(SwapLookUpError) -> SwapMetadata {
        let response: Ocp_Transaction_V1_GetSwapResponse
        do {
            var request = Ocp_Transaction_V1_GetSwapRequest()
            request.id = .with { $0.value = id.bytes }
            request.owner = owner.publicKey.wire
            request.signature = owner.sign(try canonicalBytes(request)).wire
            response = try await stub.getSwap(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok:
            let swap = try SwapMetadata(wire: response.swap, owner: owner.publicKey)
            // A swap of the same owner under another id is not an answer to this question.
            guard swap.id == id else { throw .malformed }
            return swap
        case .notFound: throw .notFound
        case .denied: throw .denied
        case .UNRECOGNIZED: throw .malformed
        }
    }

    /// Fetches the swaps of `owner` that wait for their funding.
    func pendingSwaps(owner: KeyPair) async throws(SwapLookUpError) -> [SwapMetadata] {
        let response: Ocp_Transaction_V1_GetPendingSwapsResponse
        do {
            var request = Ocp_Transaction_V1_GetPendingSwapsRequest()
            request.owner = owner.publicKey.wire
            request.signature = owner.sign(try canonicalBytes(request)).wire
            response = try await stub.getPendingSwaps(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok:
            var swaps: [SwapMetadata] = []
            for wire in response.swaps { swaps.append(try SwapMetadata(wire: wire, owner: owner.publicKey)) }
            return swaps
        case .notFound: return []
        case .UNRECOGNIZED: throw .malformed
        }
    }
}
