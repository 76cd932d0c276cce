import FlipcashCore
import FlipcashTestKit
import Foundation
import SavingsGoals
import SolanaRPC
import Testing

@testable import FlipcashCommands

@Suite("Addresses of Solana")
struct SolanaChainReaderTests {
    private static let wallet = "So11111111111111111111111111111111111111112"
    private static let signature = String(repeating: "1", count: 64)
    private let place = Asset.ChainAddress(chain: "SOL", address: wallet)
    private let clock = TestClock()
    private let sol = AssetCurrency("SOL") ?? .usd

    private func answer(_ result: String) -> LoopbackServer.Reaction {
        .answer(status: 200, body: #"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#)
    }

    private func account(lamports: String, data: [UInt8] = []) -> LoopbackServer.Reaction {
        let text = Data(data).base64EncodedString()
        return answer(
            #"{"context":{"slot":1},"value":{"data":["\#(text)","base64"],"executable":false,"lamports":\#(lamports),"#
                + #""owner":"11111111111111111111111111111111"}}"#)
    }

    /// A reader that asks once.
    private func reader(_ server: LoopbackServer) -> SolanaChainReader {
        SolanaChainReader(
            client: SolanaRPCClient(endpoint: server.endpoint, patience: .init(attempts: 1), clock: clock),
            clock: clock)
    }

    @Test("The coin is counted in lamports with all 64 bits; a missing account has nothing")
    func balance_coin_isExact() async throws {
        try await LoopbackServer.run([
            account(lamports: "18446744073709551615"), answer(#"{"context":{"slot":1},"value":null}"#),
        ]) { server in
            let balances = [
                try await reader(server).balance(of: place, sol), try await reader(server).balance(of: place, sol),
            ]
            #expect(balances == [ExactInteger("18446744073709551615"), 0])
        }
    }

    @Test("Tokens are read from the address itself or from its associated account, of their mint only")
    func balance_token_isReadFromItsAccount() async throws {
        var holder = TokenAccount(
            mint: .usdc, owner: try PublicKey(base58: Self.wallet), amount: 5_000, state: .initialized)
        let right = account(lamports: "1", data: holder.encoded)
        holder.mint = .usdf
        let wrong = account(lamports: "1", data: holder.encoded)
        let usdc = AssetCurrency("USDC") ?? .usd
        for (script, expected) in [([right], 5_000), ([wrong, right], 5_000), ([wrong, wrong], 0)]
            as [([LoopbackServer.Reaction], ExactInteger)]
        {
            try await LoopbackServer.run(script) { server in
                let balance = try await reader(server).balance(of: place, usdc)
                #expect(balance == expected)
                #expect(server.requests.count == script.count)
            }
        }
    }

    @Test("A transaction becomes one transfer with its net amount; known ones are not asked for")
    func transfers_history_isImported() async throws {
        let list = answer(
            #"[{"signature":"\#(Self.signature)","blockTime":1767225600,"err":null}]"#)
        let changes = answer(
            #"{"transaction":{"message":{"accountKeys":["\#(Self.wallet)"]}},"#
                + #""meta":{"preBalances":[100],"postBalances":[1100]}}"#)
        try await LoopbackServer.run([list, changes, list]) { server in
            let transfers = try await reader(server).transfers(of: place, sol, known: [])
            #expect(transfers.map(\.externalID) == ["\(Self.signature):0"] && transfers.map(\.units) == [1_000])
            #expect(transfers.map(\.date) == [Instant(seconds: 1_767_225_600)])
            let again = try await reader(server).transfers(of: place, sol, known: ["\(Self.signature):0"])
            #expect(again.isEmpty && server.requests.count == 3)
        }
    }

    @Test("A server that is busy, gone or talks nonsense is a failure of its kind")
    func balance_badServer_isAFailure() async throws {
        let name = "the Solana server"
        let end = clock.now().advanced(by: .seconds(60))
        let cases: [(LoopbackServer.Reaction, ChainFailure)] = [
            (.answer(status: 429, body: ""), .rateLimited(end)), (.hangUp, .network(name)),
            (.answer(status: 500, body: ""), .network(name)), (.answer(status: 200, body: "<html>"), .badAnswer(name)),
            (.answer(status: 403, body: ""), .apiKeyMissing(name)),
        ]
        for (reaction, expected) in cases {
            try await LoopbackServer.run([reaction]) { server in
                _ = await #expect(throws: expected) { try await reader(server).balance(of: place, sol) }
            }
        }
        try await LoopbackServer.run([]) { server in
            let odd = Asset.ChainAddress(chain: "SOL", address: "0xabc")
            await #expect(throws: ChainFailure.badAddress) { try await reader(server).balance(of: odd, sol) }
            #expect(!reader(server).reads(place, AssetCurrency("BTC") ?? .usd) && reader(server).reads(place, .usdf))
        }
    }
}
