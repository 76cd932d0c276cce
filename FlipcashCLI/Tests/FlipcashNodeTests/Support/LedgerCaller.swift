import FlipcashAPI
import FlipcashCore
import GRPCCore
import GRPCNIOTransportHTTP2
import ProtobufCodec

@testable import FlipcashNode

/// A client that is connected to a world's ledger over HTTP/2. It tells every answer with its code.
struct LedgerCaller: Sendable {
    typealias Outcome = LedgerWorld.Outcome
    typealias Request = LedgerWorld.Request
    typealias Response = LedgerWorld.Response
    typealias SwapResponse = LedgerWorld.SwapResponse

    let world: LedgerWorld
    let client: Ocp_Transaction_V1_Transaction.Client<HTTP2ClientTransport.Posix>

    // MARK: Intents

    /// Submits as an honest client does.
    func submit(_ actions: Request.SubmitActions, signers: [Payer]) async -> Outcome {
        await submit(actions) { LedgerWorld.signatures(actions, $0, signers) }
    }

    /// Submits `actions`, and answers the parameters with the signatures that `answer` returns.
    func submit(
        _ actions: Request.SubmitActions,
        answer: @escaping @Sendable (Response.ServerParameters) async -> [Signature]
    ) async -> Outcome {
        let answers = AsyncStream<Request>.makeStream()
        return await outcome {
            try await client.submitIntent { writer in
                try await writer.write(.with { $0.submitActions = actions })
                for await message in answers.stream { try await writer.write(message) }
            } onResponse: { response in
                defer { answers.continuation.finish() }
                var last = Outcome.status(.internalError, "nothing came")
                for try await message in response.messages {
                    switch message.response {
                    case .serverParameters(let parameters)?:
                        let signatures = await answer(parameters)
                        answers.continuation.yield(
                            .with { $0.submitSignatures.signatures = signatures.map(\.wire) })
                    case .success?: last = .success
                    case .error(let error)?: last = Outcome(error)
                    case nil: break
                    }
                }
                return last
            }
        } status: {
            .status($0.code, $0.message)
        }
    }

    /// Takes a cash link back.
    func void(_ vault: PublicKey, by person: Payer) async throws -> Ocp_Transaction_V1_VoidGiftCardResponse.Result {
        var request = Ocp_Transaction_V1_VoidGiftCardRequest.with {
            $0.owner = person.owner.accountID
            $0.giftCardVault = vault.accountID
        }
        request.signature = person.key.sign(try request.serializedBytes()).wire
        return try await client.voidGiftCard(request).result
    }

    /// Asks for an intent as one of its sides does.
    func metadata(
        _ id: IntentID, by person: Payer
    ) async throws -> Ocp_Transaction_V1_GetIntentMetadataResponse.Result {
        var request = Ocp_Transaction_V1_GetIntentMetadataRequest.with {
            $0.intentID.value = id.bytes
            $0.owner = person.owner.accountID
        }
        request.signature = person.key.sign(try request.serializedBytes()).wire
        return try await client.getIntentMetadata(request).result
    }

    // MARK: Swaps

    /// Starts a swap as an honest client does, or with other signatures.
    ///
    /// - Parameter seeing: called with the node's parameters before they are signed.
    func start(
        _ order: SwapOrder, by owner: Payer, signatures: [Signature]? = nil,
        seeing: @escaping @Sendable (SwapResponse.ServerParameters) -> Void = { _ in }
    ) async -> SwapOutcome {
        let answers = AsyncStream<LedgerWorld.SwapRequestMessage>.makeStream()
        return await outcome {
            try await client.statefulSwap { writer in
                try await writer.write(.with { $0.initiate = order.request(by: owner) })
                for await message in answers.stream { try await writer.write(message) }
            } onResponse: { response in
                defer { answers.continuation.finish() }
                var last = SwapOutcome.status(.internalError, "nothing came")
                for try await message in response.messages {
                    switch message.response {
                    case .serverParameters(let parameters)?:
                        seeing(parameters)
                        let signed = try signatures ?? world.signatures(order, owner, parameters)
                        answers.continuation.yield(
                            .with { $0.submitSignatures.transactionSignatures = signed.map(\.wire) })
                    case .success?: last = .success
                    case .error(let error)?: last = SwapOutcome(error)
                    case nil: break
                    }
                }
                return last
            }
        } status: {
            .status($0.code, $0.message)
        }
    }

    /// The state of a swap that the service tells its owner.
    func state(
        of order: SwapOrder, by owner: Payer
    ) async throws -> Ocp_Transaction_V1_SwapMetadata.State {
        var request = Ocp_Transaction_V1_GetSwapRequest.with {
            $0.id.value = order.id.bytes
            $0.owner = owner.owner.accountID
        }
        request.signature = owner.key.sign(try request.serializedBytes()).wire
        return try await client.getSwap(request).swap.state
    }

    private func outcome<Value>(
        _ call: () async throws -> Value, status: (RPCError) -> Value
    ) async -> Value {
        do {
            return try await call()
        } catch let error as RPCError {
            return status(error)
        } catch {
            return status(RPCError(code: .unknown, message: "\(error)"))
        }
    }
}

extension LedgerWorld {
    /// Serves the ledger over HTTP/2 on a port of the loopback interface for as long as `body` runs.
    func serving<Value: Sendable>(
        _ body: @escaping @Sendable (LedgerCaller) async throws -> Value
    ) async throws -> Value {
        let transport = HTTP2ServerTransport.Posix(
            address: .ipv4(host: "127.0.0.1", port: 0), transportSecurity: .plaintext,
            config: .defaults { $0.connection.flushCoalescing = nil })
        return try await withGRPCServer(
            transport: transport, services: [TransactionServiceProvider(ledger: ledger)],
            interceptors: [CallInterceptor(meter: CallMeter(clock: clock))]
        ) { _ in
            let port = try await transport.listeningAddress.ipv4?.port ?? 0
            return try await withGRPCClient(
                transport: try .http2NIOPosix(
                    target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
            ) { try await body(LedgerCaller(world: self, client: .init(wrapping: $0))) }
        }
    }
}
