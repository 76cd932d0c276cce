import FlipcashAPI
import FlipcashCore
import GRPCCore
import ProtobufCodec
import Testing

@testable import FlipcashNode

extension Ocp_Transaction_V1_Transaction.Client {
    /// Submits as an honest client does; returns the reason of a refusal, nil for success.
    func submit(
        _ actions: Ocp_Transaction_V1_SubmitIntentRequest.SubmitActions, signers: [Payer]
    ) async throws -> String? {
        let answers = AsyncStream<Ocp_Transaction_V1_SubmitIntentRequest>.makeStream()
        return try await submitIntent { writer in
            try await writer.write(.with { $0.submitActions = actions })
            for await answer in answers.stream { try await writer.write(answer) }
        } onResponse: { response in
            var refusal: String? = "nothing came"
            for try await message in response.messages {
                switch message.response {
                case .serverParameters(let parameters)?:
                    let signatures = LedgerWorld.signatures(actions, parameters, signers)
                    answers.continuation.yield(.with { $0.submitSignatures.signatures = signatures.map(\.wire) })
                case .success?: refusal = nil
                case .error(let error)?:
                    let detail = error.errorDetails.first
                    refusal = detail?.reasonString.reason ?? "\(error.code)"
                    if case .denied(let denied)? = detail?.type { refusal = denied.reason }
                case nil: break
                }
            }
            answers.continuation.finish()
            return refusal
        }
    }
}

extension Node {
    /// An amount of US dollars in the core mint, with the node's own proof.
    func dollars(_ quarks: UInt64) throws -> Ocp_Transaction_V1_VerifiedExchangeData {
        let rate = try #require(proofs.rates.first { $0.exchangeRate.currencyCode == "usd" })
        return .with {
            $0.mint = PublicKey.usdf.accountID
            $0.quarks = quarks
            $0.nativeAmount = Double(quarks) / 1_000_000
            $0.coreMintFiatExchangeRate = rate
        }
    }

    func newIntentID() -> IntentID { .generate(using: context.environment.random) }

    /// Runs one round of every worker of the ledger.
    func letWorkersRun() async throws {
        for worker in context.ledger.workers() { try await worker.tick() }
    }
}

/// The gRPC status that `call` throws, if any.
func grpcStatus(_ call: () async throws -> some Any) async -> RPCError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? RPCError
    }
}
