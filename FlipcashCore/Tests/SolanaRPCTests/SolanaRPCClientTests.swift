import FlipcashCore
import Foundation
import SolanaRPC
import Synchronization
import Testing

@Suite("Solana's JSON-RPC over HTTP")
struct SolanaRPCClientTests {
    /// A clock whose waiting takes no time and is remembered.
    final class PatientClock: WallClock {
        let pauses = Mutex<[Duration]>([])

        func now() -> Instant { Instant(seconds: 0) }

        func sleep(for duration: Duration) async throws { pauses.withLock { $0.append(duration) } }
    }

    private static let blockhash = "CzRxdSGU2ZmimjCre3omGfTyG9aNtNWfh4e8cvm123N6"

    private static let good = LoopbackServer.Reaction.answer(
        status: 200,
        body: #"{"jsonrpc":"2.0","result":{"context":{"slot":7},"value":{"blockhash":"\#(blockhash)","#
            + #""lastValidBlockHeight":18446744073709551615}},"id":1}"#)

    private func client(
        _ server: LoopbackServer, clock: PatientClock = PatientClock(), timeout: Duration = .seconds(20)
    ) -> SolanaRPCClient {
        SolanaRPCClient(endpoint: server.endpoint, patience: .init(timeout: timeout), clock: clock)
    }

    private func failure<Value>(
        _ body: () async throws(SolanaRPCError) -> Value
    ) async -> SolanaRPCError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    private static func transaction() throws -> SolanaTransaction {
        let pair = KeyPair.generate(using: SystemRandomSource())
        let memo = MemoProgram.Memo("hello").instruction
        var transaction = SolanaTransaction(message: try .legacy(payer: pair.publicKey, instructions: [memo]))
        try transaction.sign(with: [pair])
        return transaction
    }

    @Test("A call posts JSON and reads a typed answer, numbers up to 64 bits included")
    func latestBlockhash_goodAnswer_isTyped() async throws {
        try await LoopbackServer.run([Self.good]) { server in
            let latest = try await client(server).latestBlockhash()
            #expect(latest.blockhash.base58 == Self.blockhash)
            #expect(latest.lastValidBlockHeight == .max)
            #expect(latest.slot == 7)
            let request = try #require(server.requests.first)
            #expect(request.method == "POST")
            #expect(request.headers["content-type"] == "application/json")
            #expect(request.headers["accept"] == "application/json")
            let body = try JSONDecoder().decode([String: Field].self, from: Data(request.body.utf8))
            #expect(body["jsonrpc"] == .text("2.0") && body["method"] == .text("getLatestBlockhash"))
        }
    }

    private enum Field: Decodable, Equatable {
        case text(String)
        case other

        init(from decoder: any Decoder) throws {
            self = (try? decoder.singleValueContainer().decode(String.self)).map(Field.text) ?? .other
        }
    }

    @Test("A busy or broken server is asked again, with longer pauses, until it answers")
    func call_serverInTrouble_isRepeated() async throws {
        try await LoopbackServer.run([.answer(status: 503, body: "busy"), .hangUp, Self.good]) { server in
            let clock = PatientClock()
            let latest = try await client(server, clock: clock).latestBlockhash()
            #expect(latest.blockhash.base58 == Self.blockhash)
            #expect(server.requests.count == 3)
            #expect(clock.pauses.withLock { $0 } == [.milliseconds(250), .milliseconds(500)])
        }
    }

    @Test("After the last attempt the last trouble is told")
    func call_serverStaysInTrouble_throwsIt() async throws {
        let busy = LoopbackServer.Reaction.answer(status: 429, body: "")
        try await LoopbackServer.run([busy, busy, busy, Self.good]) { server in
            let client = client(server)
            #expect(
                await failure { () async throws(SolanaRPCError) in try await client.latestBlockhash() }
                    == .invalidHTTPStatus(429))
            #expect(server.requests.count == 3)
        }
        try await LoopbackServer.run([.hangUp, .hangUp, .hangUp]) { server in
            let client = client(server)
            let error = await failure { () async throws(SolanaRPCError) in try await client.latestBlockhash() }
            guard case .transport = error else {
                Issue.record("expected a transport error, got \(String(describing: error))")
                return
            }
        }
    }

    @Test("A refusal is an answer: it is told at once and not asked for again")
    func call_refusal_isNotRepeated() async throws {
        let refusal = #"{"jsonrpc":"2.0","error":{"code":-32002,"message":"no","data":{"logs":["why"]}},"id":1}"#
        try await LoopbackServer.run([.answer(status: 200, body: refusal), Self.good]) { server in
            let client = client(server)
            let transaction = try Self.transaction()
            #expect(
                await failure { () async throws(SolanaRPCError) in try await client.send(transaction) }
                    == .responseError(code: -32002, message: "no", logs: ["why"]))
            #expect(server.requests.count == 1)
        }
    }

    @Test("A server that says nothing is given up after the time-out")
    func call_silence_timesOut() async throws {
        try await LoopbackServer.run([.silence, .silence, .silence]) { server in
            let client = client(server, timeout: .milliseconds(50))
            #expect(
                await failure { () async throws(SolanaRPCError) in try await client.latestBlockhash() } == .timedOut)
            #expect(server.requests.count == 3)
        }
    }

    @Test("A transaction that would fail is not sent; one that cannot be tried is")
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

    @Test("The fee recipient of the stablecoin pool comes out of its account")
    func coinbaseFeeRecipient_ofAccount_isRead() async throws {
        let recipient = KeyPair.generate(using: SystemRandomSource()).publicKey
        let data = Data([UInt8](repeating: 1, count: 72) + recipient.bytes + [9, 9]).base64EncodedString()
        let body =
            #"{"jsonrpc":"2.0","result":{"context":{"slot":1},"value":{"data":["\#(data)","base64"],"#
            + #""executable":false,"lamports":1,"owner":"\#(Program.coinbaseStableSwapper)","rentEpoch":0}},"id":1}"#
        try await LoopbackServer.run([.answer(status: 200, body: body)]) { server in
            let found = try await client(server).coinbaseFeeRecipient()
            #expect(found == recipient)
        }
    }
}
