import FlipcashCore
import NIOHTTP1
import SolanaRPC
import Testing

// Sending transactions.
extension SolanaRPCClientTests {
    /// The answer to a rejected transaction.
    private static func refusal(_ code: Int, _ message: String) -> LoopbackServer.Reaction {
        .answer(
            status: 200, body: #"{"jsonrpc":"2.0","error":{"code":\#(code),"message":"\#(message)"},"id":1}"#)
    }

    private static let processed = (
        -32002, "Transaction simulation failed: This transaction has already been processed"
    )
    private static let expired = (-32002, "Transaction simulation failed: Blockhash not found")

    @Test("A transaction that was executed although its answer was lost counts as sent", .timeLimit(.minutes(1)))
    func send_processedBefore_isSent() async throws {
        let transaction = try Self.transaction()
        let busy = LoopbackServer.Reaction.answer(status: 503, body: "")
        for lost: [LoopbackServer.Reaction] in [[.hangUp], [.silence], [.stall], [busy], [.hangUp, .silence]] {
            try await LoopbackServer.run(lost + [Self.refusal(Self.processed.0, Self.processed.1)]) { server in
                let id = try await client(server).send(transaction)
                #expect(id == transaction.id)
                #expect(server.requests.count == lost.count + 1)
            }
        }
        // No transaction of ours can have been executed yet.
        try await LoopbackServer.run([Self.refusal(Self.processed.0, Self.processed.1)]) { server in
            let client = client(server)
            #expect(
                await failure { () async throws(SolanaRPCError) in try await client.send(transaction) }
                    == .responseError(code: Self.processed.0, message: Self.processed.1, logs: nil))
        }
    }

    @Test("An ambiguous rejection after a lost answer leaves the outcome open", .timeLimit(.minutes(1)))
    func send_refusedAfterLostAnswer_isOpen() async throws {
        let transaction = try Self.transaction()
        let untold = [Self.expired, (-32005, "Node is behind by 42 slots"), (-32603, "Internal error")]
        for (code, message) in untold {
            try await LoopbackServer.run([.silence, Self.refusal(code, message)]) { server in
                let client = client(server)
                #expect(
                    await failure { () async throws(SolanaRPCError) in try await client.send(transaction) } == .timedOut
                )
            }
            try await LoopbackServer.run([Self.refusal(code, message)]) { server in
                let client = client(server)
                #expect(
                    await failure { () async throws(SolanaRPCError) in try await client.send(transaction) }
                        == .responseError(code: code, message: message, logs: nil))
            }
        }
        for (code, message) in [(-32003, "Transaction signature verification failure"), (-32002, "Account not found")] {
            try await LoopbackServer.run([.silence, Self.refusal(code, message)]) { server in
                let client = client(server)
                #expect(
                    await failure { () async throws(SolanaRPCError) in try await client.send(transaction) }
                        == .responseError(code: code, message: message, logs: nil))
            }
        }
    }

    @Test("Other calls throw the rejection, whatever happened before")
    func call_refusedAfterTrouble_isRefused() async throws {
        try await LoopbackServer.run([.hangUp, Self.refusal(Self.expired.0, Self.expired.1)]) { server in
            let client = client(server)
            #expect(
                await failure { () async throws(SolanaRPCError) in try await client.latestBlockhash() }
                    == .responseError(code: Self.expired.0, message: Self.expired.1, logs: nil))
        }
    }

    @Test("An answer with another transaction's id is an error")
    func send_otherID_isRefused() async throws {
        let (transaction, other) = (try Self.transaction(), try Self.transaction())
        let answer = #"{"jsonrpc":"2.0","result":"\#(other.id.base58)","id":1}"#
        try await LoopbackServer.run([.answer(status: 200, body: answer), Self.good]) { server in
            let client = client(server)
            #expect(
                await failure { () async throws(SolanaRPCError) in try await client.send(transaction) }
                    == .decoding("it has another transaction's id"))
            #expect(server.requests.count == 1)
        }
    }

    @Test("Only a simulation's verdict on the transaction prevents sending")
    func sendUnlessRejected_refusedRehearsal_isJudgedByItsCode() async throws {
        let transaction = try Self.transaction()
        let sent = LoopbackServer.Reaction.answer(
            status: 200, body: #"{"jsonrpc":"2.0","result":"\#(transaction.id.base58)","id":1}"#)
        for code in [-32601, -32005, -32603, -32602] {
            try await LoopbackServer.run([Self.refusal(code, "no"), sent]) { server in
                let id = try await client(server).sendUnlessRejected(transaction)
                #expect(id == transaction.id)
                #expect(server.requests.count == 2)
            }
        }
        for code in [-32002, -32003] {
            try await LoopbackServer.run([Self.refusal(code, "no"), sent]) { server in
                let client = client(server)
                #expect(
                    await failure { () async throws(SolanaRPCError) in try await client.sendUnlessRejected(transaction)
                    }
                        == .responseError(code: code, message: "no", logs: nil))
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test("A transaction that would fail is not sent; one that cannot be simulated is sent")
    func sendUnlessRejected_onlyRejectionStops() async throws {
        let transaction = try Self.transaction()
        let fails = #"{"jsonrpc":"2.0","result":{"context":{"slot":1},"value":{"err":"X","logs":["failed"]}},"id":1}"#
        try await LoopbackServer.run([.answer(status: 200, body: fails)]) { server in
            let client = client(server)
            #expect(
                await failure { () async throws(SolanaRPCError) in try await client.sendUnlessRejected(transaction) }
                    == .transactionSimulationError(logs: ["failed"]))
            #expect(server.requests.count == 1)
        }
        let sent = #"{"jsonrpc":"2.0","result":"\#(transaction.id.base58)","id":1}"#
        try await LoopbackServer.run([
            .answer(status: 404, body: ""), .answer(status: 200, body: sent),
        ]) { server in
            let id = try await client(server).sendUnlessRejected(transaction)
            #expect(id == transaction.id)
            #expect(server.requests.count == 2)
        }
    }
}
