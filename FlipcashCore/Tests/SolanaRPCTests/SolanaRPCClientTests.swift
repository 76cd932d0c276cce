import FlipcashCore
import FlipcashTestKit
import Foundation
import NIOHTTP1
import SolanaRPC
import Testing

@Suite("Solana's JSON-RPC over HTTP")
struct SolanaRPCClientTests {
    static let timeout = Duration.seconds(20)

    /// A clock on which pauses between attempts are over at once, and an attempt's time is over once its server has
    /// fallen silent.
    static func clock(_ server: LoopbackServer) -> TestClock {
        TestClock.hasty { wait in
            guard wait == SolanaRPCClientTests.timeout else { return }
            await server.untilSilent()
            try Task.checkCancellation()
        }
    }

    /// The pauses between attempts.
    private func pauses(_ clock: TestClock) -> [Duration] { clock.waits.filter { $0 != Self.timeout } }

    private static let blockhash = "CzRxdSGU2ZmimjCre3omGfTyG9aNtNWfh4e8cvm123N6"

    static let good = LoopbackServer.Reaction.answer(
        status: 200,
        body: #"{"jsonrpc":"2.0","result":{"context":{"slot":7},"value":{"blockhash":"\#(blockhash)","#
            + #""lastValidBlockHeight":18446744073709551615}},"id":1}"#)

    func client(_ server: LoopbackServer, clock: TestClock? = nil) -> SolanaRPCClient {
        SolanaRPCClient(
            endpoint: server.endpoint, patience: .init(timeout: Self.timeout), clock: clock ?? Self.clock(server))
    }

    func failure<Value>(
        _ body: () async throws(SolanaRPCError) -> Value
    ) async -> SolanaRPCError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    static func transaction() throws -> SolanaTransaction {
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

    @Test("A busy or failing server is retried, with longer pauses, until it answers")
    func call_serverInTrouble_isRepeated() async throws {
        try await LoopbackServer.run([.answer(status: 503, body: "busy"), .hangUp, Self.good]) { server in
            let clock = Self.clock(server)
            let latest = try await client(server, clock: clock).latestBlockhash()
            #expect(latest.blockhash.base58 == Self.blockhash)
            #expect(server.requests.count == 3)
            #expect(pauses(clock) == [.milliseconds(250), .milliseconds(500)])
        }
    }

    @Test("After the last attempt its error is thrown")
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

    @Test("A rejection is an answer: it is thrown at once and not retried")
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

    @Test("A server that is silent, or stops in the middle, is abandoned after the time-out", .timeLimit(.minutes(1)))
    func call_silence_timesOut() async throws {
        for silence: LoopbackServer.Reaction in [.silence, .stall] {
            try await LoopbackServer.run([silence, silence, silence]) { server in
                let client = client(server)
                #expect(
                    await failure { () async throws(SolanaRPCError) in try await client.latestBlockhash() } == .timedOut
                )
                #expect(server.requests.count == 3)
            }
            try await LoopbackServer.run([silence, Self.good]) { server in
                let latest = try await client(server).latestBlockhash()
                #expect(latest.slot == 7)
            }
        }
    }

    @Test("A call whose task was cancelled ends at once, also in the middle of an answer", .timeLimit(.minutes(1)))
    func call_cancelled_ends() async throws {
        for silence: LoopbackServer.Reaction in [.silence, .stall] {
            try await LoopbackServer.run([silence, Self.good]) { server in
                let client = SolanaRPCClient(endpoint: server.endpoint)
                let call = Task {
                    await failure { () async throws(SolanaRPCError) in try await client.latestBlockhash() }
                }
                await server.untilSilent()
                call.cancel()
                #expect(await call.value == .transport("the call was cancelled"))
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test("A redirect is an answer: the request is not sent to another server")
    func call_redirect_isNotFollowed() async throws {
        for status in [301, 302, 303, 307, 308] {
            try await LoopbackServer.run([Self.good]) { other in
                let redirect = LoopbackServer.Reaction.answer(
                    status: status, body: "", headers: ["Location": other.endpoint])
                try await LoopbackServer.run([redirect, Self.good]) { server in
                    let client = client(server)
                    #expect(
                        await failure { () async throws(SolanaRPCError) in try await client.latestBlockhash() }
                            == .invalidHTTPStatus(status))
                    #expect(server.requests.count == 1 && other.requests.isEmpty)
                }
            }
        }
    }

    @Test("An answer that is too long is not requested again")
    func call_answerTooLong_isNotRepeated() async throws {
        let long = LoopbackServer.Reaction.answer(
            status: 200, body: "{", headers: ["Content-Length": "\(SolanaRPCClient.responseByteCountMax + 1)"])
        try await LoopbackServer.run([long, Self.good]) { server in
            let client = client(server)
            #expect(
                await failure { () async throws(SolanaRPCError) in try await client.latestBlockhash() }
                    == .decoding("the answer is longer than 16777216 bytes"))
            #expect(server.requests.count == 1)
        }
    }

    @Test("An invalid address is rejected at once and not retried", .timeLimit(.minutes(1)))
    func call_unusableEndpoint_isRefused() async throws {
        for endpoint in ["", "nonsense", "ftp://127.0.0.1/secret", "http:///secret"] {
            try await LoopbackServer.run([]) { server in
                let clock = Self.clock(server)
                let client = SolanaRPCClient(
                    endpoint: endpoint, patience: .init(timeout: Self.timeout), clock: clock)
                let error = try #require(
                    await failure { () async throws(SolanaRPCError) in try await client.latestBlockhash() })
                #expect(error == .transport("its address is not an HTTP address"))
                #expect(!"\(error)".contains("secret"))
                #expect(pauses(clock).isEmpty)
            }
        }
    }

    @Test("The fee recipient of the stablecoin pool is read from its account")
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
