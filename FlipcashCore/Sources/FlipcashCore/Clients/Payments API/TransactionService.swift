import FlipcashAPI
import ProtobufCodec
import GRPCCore

/// `ocp.transaction.v1.Transaction`: intents, their outcome, swaps, limits, and taking cash links back.
struct TransactionService: Sendable {
    let stub: any Ocp_Transaction_V1_Transaction.ClientProtocol
    let nonces: NonceMemory
    let clock: any WallClock

    init(_ stub: any Ocp_Transaction_V1_Transaction.ClientProtocol, nonces: NonceMemory, clock: any WallClock) {
        self.stub = stub
        self.nonces = nonces
        self.clock = clock
    }

    /// Submits an intent and returns when the server has committed it.
    func submitIntent(_ intent: Intent, progress: SubmissionProgress) async throws(SubmitIntentError) {
        let stub = stub
        let machine = SubmitIntentMachine(intent: intent, nonces: nonces)
        try await TwoStepCall(machine: machine, progress: progress, clock: clock).run { request, handle in
            try await stub.submitIntent(request: request, options: .streaming, onResponse: handle)
        }
    }

    /// Fetches a committed intent, as its initiator or receiver, or with the rendezvous key that equals its id.
    func intentMetadata(
        _ id: IntentID, asker: IntentAsker, timeout: Duration = CallOptions.unaryTimeout
    ) async throws(IntentMetadataError) -> CommittedIntent {
        let response: Ocp_Transaction_V1_GetIntentMetadataResponse
        do {
            var request = Ocp_Transaction_V1_GetIntentMetadataRequest()
            request.intentID = id.wire
            if case .owner(let owner) = asker { request.owner = owner.publicKey.wire }
            request.signature = asker.key.sign(try canonicalBytes(request)).wire
            var options = CallOptions.unaryDefault
            options.timeout = timeout
            response = try await stub.getIntentMetadata(request, options: options)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok:
            guard let intent = CommittedIntent(id: id, wire: response.metadata) else { throw .malformed }
            return intent
        case .notFound: throw .notFound
        case .denied: throw .denied
        case .UNRECOGNIZED: throw .malformed
        }
    }

    /// Fetches what may still be sent, counted from `consumedSince`.
    func limits(owner: KeyPair, consumedSince: Instant, now: Instant) async throws(RPCFailure) -> Limits {
        do {
            var request = Ocp_Transaction_V1_GetLimitsRequest()
            request.owner = owner.publicKey.wire
            request.consumedSince = consumedSince.wire
            request.signature = owner.sign(try canonicalBytes(request)).wire
            let response = try await stub.getLimits(request, options: .unaryDefault)
            return Limits(wire: response, since: consumedSince, fetched: now)
        } catch {
            throw RPCFailure(error)
        }
    }

    /// Fetches what the service knows of an address as the destination of a withdrawal.
    func canWithdraw(to account: PublicKey, mint: PublicKey) async throws(RPCFailure) -> WithdrawalAccount {
        do {
            let request = Ocp_Transaction_V1_CanWithdrawToAccountRequest.with {
                $0.account = account.wire
                $0.mint = mint.wire
            }
            return WithdrawalAccount(wire: try await stub.canWithdrawToAccount(request, options: .unaryDefault))
        } catch {
            throw RPCFailure(error)
        }
    }

    /// Takes back the money of an uncollected cash link.
    func voidGiftCard(vault: PublicKey, owner: KeyPair) async throws(VoidGiftCardError) {
        let response: Ocp_Transaction_V1_VoidGiftCardResponse
        do {
            var request = Ocp_Transaction_V1_VoidGiftCardRequest()
            request.owner = owner.publicKey.wire
            request.giftCardVault = vault.wire
            request.signature = owner.sign(try canonicalBytes(request)).wire
            response = try await stub.voidGiftCard(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok: return
        case .denied: throw .denied
        case .claimedByOtherUser: throw .claimedByOtherUser
        case .notFound: throw .notFound
        case .UNRECOGNIZED(let code): throw .unrecognized(code)
        }
    }
}

/// The key that requests an intent's metadata.
public enum IntentAsker: Sendable {
    /// The intent's initiator or the receiving owner.
    case owner(KeyPair)
    /// The key pair whose public key is the intent's id.
    case rendezvous(KeyPair)

    var key: KeyPair {
        switch self {
        case .owner(let key), .rendezvous(let key): key
        }
    }
}
