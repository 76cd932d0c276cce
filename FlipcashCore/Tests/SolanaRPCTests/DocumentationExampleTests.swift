import FlipcashCore
import SolanaRPC
import Testing

/// The example of the article `SolanaRPC.md`, line by line. `Scripts/check-examples.py` compares the two.
@Suite("The example of the documentation")
struct DocumentationExampleTests {
    @Test("A transaction is made from the latest block hash, signed and sent", .timeLimit(.minutes(1)))
    func article_firstExample_works() async throws {
        let payer = KeyPair.generate(using: SystemRandomSource())
        let blockhash = Hash(sha256: "a block".utf8)
        let value = #"{"blockhash":"\#(blockhash.base58)","lastValidBlockHeight":9}"#
        let expected = try signedMemo(payer: payer, blockhash: blockhash)
        let answers: [LoopbackServer.Reaction] = [
            .answer(status: 200, body: #"{"jsonrpc":"2.0","result":{"context":{"slot":7},"value":\#(value)},"id":1}"#),
            .answer(status: 200, body: #"{"jsonrpc":"2.0","result":"\#(expected.id.base58)","id":1}"#),
        ]
        try await LoopbackServer.run(answers) { server in
            let endpoint = server.endpoint
            let client = SolanaRPCClient(endpoint: endpoint)

            // A transaction rests on a recent block hash.
            let latest = try await client.latestBlockhash()
            let memo = MemoProgram.Memo("hello").instruction
            let message = try SolanaMessage.legacy(
                payer: payer.publicKey, instructions: [memo], blockhash: latest.blockhash)

            // Sign it, and send it.
            var transaction = SolanaTransaction(message: message)
            try transaction.sign(with: [payer])
            let id = try await client.send(transaction)

            #expect(id == expected.id)
            #expect(server.requests.count == 2)
        }
    }

    private func signedMemo(payer: KeyPair, blockhash: Hash) throws -> SolanaTransaction {
        let memo = MemoProgram.Memo("hello").instruction
        var transaction = SolanaTransaction(
            message: try .legacy(payer: payer.publicKey, instructions: [memo], blockhash: blockhash))
        try transaction.sign(with: [payer])
        return transaction
    }
}
