import FlipcashCore
import SolanaRPC
import Testing

extension SolanaRPCClientTests {
    private static let signature = String(repeating: "1", count: 64)
    private static let (payer, vault) = (
        "So11111111111111111111111111111111111111112", "5AMAA9JV9H97YYVxx8F6FsCMmTwXSuTTQneiup4RYAUQ"
    )

    private func answer(_ result: String) -> LoopbackServer.Reaction {
        .answer(status: 200, body: #"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#)
    }

    @Test("The history of an address is read with its times and failures")
    func history_entries_areRead() async throws {
        let list = #"""
            [{"signature":"\#(Self.signature)","slot":5,"blockTime":1767225600,"err":null},
             {"signature":"\#(Self.signature)","slot":4,"blockTime":null,"err":{"InstructionError":[0,"x"]}}]
            """#
        try await LoopbackServer.run([answer(list)]) { server in
            let entries = try await client(server).history(of: .usdf, limit: 5_000)
            #expect(entries.map(\.isFailed) == [false, true])
            #expect(entries.map(\.date) == [Instant(seconds: 1_767_225_600), nil])
            let body = try #require(server.requests.first?.body)
            #expect(body.contains("\"limit\":1000") && body.contains("getSignaturesForAddress"))
        }
    }

    @Test("A transaction's changes are read with all 64 bits, for accounts of lookup tables too")
    func balanceChanges_transaction_isRead() async throws {
        let transaction = #"""
            {"transaction":{"message":{"accountKeys":["\#(Self.payer)"]}},
             "meta":{"preBalances":[18446744073709551615,7],"postBalances":[18446744073709546615,7],
             "loadedAddresses":{"writable":["\#(Self.vault)"],"readonly":[]},
             "preTokenBalances":[],
             "postTokenBalances":[{"accountIndex":1,"mint":"\#(Self.vault)","uiTokenAmount":{"amount":"42"}}]}}
            """#
        try await LoopbackServer.run([answer(transaction), answer("null")]) { server in
            let (signature, client) = (try Signature(base58: Self.signature), client(server))
            let changes = try #require(try await client.balanceChanges(of: signature))
            let lamports = try #require(changes.lamports[try PublicKey(base58: Self.payer)])
            #expect(lamports.before - lamports.after == 5_000)
            #expect(changes.tokens.map(\.change) == [.init(before: 0, after: 42)])
            #expect(changes.tokens.first?.account.base58 == Self.vault)
            #expect(try await client.balanceChanges(of: signature) == nil)
        }
    }

    @Test("A transaction whose lists do not fit each other cannot be read")
    func balanceChanges_nonsense_isRefused() async throws {
        let key = #"{"transaction":{"message":{"accountKeys":["\#(Self.payer)"]}},"meta":"#
        let bad = [
            key + #"{"preBalances":[],"postBalances":[1]}}"#, key + "null}",
            key
                + #"{"preBalances":[1],"postBalances":[1],"postTokenBalances":[{"accountIndex":9,"mint":"\#(Self.vault)","#
                + #""uiTokenAmount":{"amount":"1"}}]}}"#,
            key
                + #"{"preBalances":[1],"postBalances":[1],"preTokenBalances":[{"accountIndex":0,"mint":"\#(Self.vault)","#
                + #""uiTokenAmount":{"amount":"-1"}}]}}"#,
        ]
        for result in bad {
            try await LoopbackServer.run([answer(result)]) { server in
                let (signature, client) = (try Signature(base58: Self.signature), client(server))
                let error = await failure { () async throws(SolanaRPCError) in
                    try await client.balanceChanges(of: signature)
                }
                guard case .decoding = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }
}
