import Foundation
import Testing

@testable import FlipcashCore

@Suite("Transaction vectors", .namingVectorCases)
struct TransactionVectorTests {
    typealias Handlers = [String: VectorFile.Handler]

    @Test("Every case of transactions.json has the published result")
    func transactionVectors_allGroups_match() throws {
        // The steps of the simulation depend on each other: one ledger runs through all of them.
        let simulation = LedgerSimulation()
        var handlers = wireGroups
        handlers.merge(rpcGroup) { first, _ in first }
        handlers["swap_flow"] = { try SwapFlowVector($0).check() }
        handlers["vm_simulation"] = { try simulation.run($0) }
        try VectorFile.run("transactions", handlers)
    }

    private var wireGroups: Handlers {
        [
            "shortvec": { vector in
                let (length, bytes) = (try vector["length"].int(), try vector["bytes"].hexBytes())
                #expect(ShortVector.encode(length) == bytes)
                #expect(ShortVector.decode(bytes) == length)
            },
            "shortvec_reject": { vector in
                let bytes = try vector["bytes"].hexBytes()
                #expect(ShortVector.decode(bytes) == nil, "\(vector["why"])")
            },
            "decode_reject": { vector in
                let bytes = try vector["hex"].hexBytes()
                #expect(throws: SolanaDecodingError.self, "\(vector["why"])") { try SolanaTransaction(decoding: bytes) }
            },
            "instruction": { vector in
                let instruction = try vector.value.instruction()
                let name = try vector["name"].string()
                let call = try #require(KnownCalls.all[name], "no call \(name)")
                #expect(try call.recode(instruction) == instruction)
                try call.expectRefusals(of: instruction)
            },
            "transaction": { try CompiledVector($0).check() },
            "compact_message": { vector in
                let nonce = VirtualNonce(
                    address: try vector["nonce"].key(), value: try vector["nonce_value"].hexHash())
                let message = try Self.message(vector, nonce: nonce)
                #expect(try message.bytes == vector["message"].hexBytes())
                #expect(try message.hash == vector["hash"].hexHash())
                let signer = try vector["signer_seed"].pair()
                #expect(try message.sign(with: signer).bytes == vector["signature"].hexBytes())
                #expect(message.isSigned(by: signer.publicKey, signature: message.sign(with: signer)))
            },
            "unlock_at": { vector in
                let (now, end) = (Int64(try vector["now"].int()), Int64(try vector["unlock_at"].int()))
                #expect(UnlockAccount.end(now: now, lockDays: try vector["lock_days"].uint8()) == end)
            },
        ]
    }

    private static func message(_ vector: VectorCase, nonce: VirtualNonce) throws -> CompactMessage {
        let source = try vector["source_vault"].key()
        switch try vector["kind"].string() {
        case "transfer":
            return .transfer(
                source: source, destination: try vector["destination"].key(), amount: try vector["amount"].uint64(),
                nonce: nonce)
        case "withdraw":
            return .withdraw(source: source, destination: try vector["destination"].key(), nonce: nonce)
        case "airdrop":
            let owners = try vector["destination_owners"].array().map { try $0.key() }
            return .airdrop(source: source, owners: owners, amount: try vector["amount"].uint64(), nonce: nonce)
        case let kind: throw VectorValue.Mismatch(description: "unknown kind \(kind)")
        }
    }

    private var rpcGroup: Handlers {
        [
            "rpc": { vector in
                let body = try Array(JSONEncoder().encode(vector["response"]))
                let status = vector["http_status"].isNull ? 200 : try vector["http_status"].int()
                switch try vector["method"].string() {
                case "getLatestBlockhash":
                    try Self.check(vector, .latestBlockhash(commitment: .finalized), status, body) { answer in
                        let blockhash = try vector["result"].hash()
                        #expect(answer.blockhash == blockhash)
                    }
                case "getAccountInfo":
                    let request: SolanaRPCRequest<SolanaAccount?> = .accountInfo(
                        of: .coinbasePool, commitment: .finalized)
                    try Self.check(vector, request, status, body) { account in
                        guard !vector["result"].isNull else {
                            #expect(account == nil)
                            return
                        }
                        #expect(try account?.data == vector["result"].hexBytes())
                        guard !vector["pool_fee_recipient"].isNull else { return }
                        let pool = try CoinbasePoolAccount(decoding: #require(account).data)
                        #expect(try pool.feeRecipient == vector["pool_fee_recipient"].key())
                    }
                case "simulateTransaction":
                    let request: SolanaRPCRequest<SimulationLogs> = .simulateTransaction(
                        try Self.transaction(vector), commitment: .confirmed, replaceRecentBlockhash: true)
                    try Self.check(vector, request, status, body) { logs in
                        guard
                            case .array(let lines) = vector["result"]["logs"].isNull
                                ? vector["logs"] : vector["result"]["logs"]
                        else { return }
                        let expected = try lines.map { try $0.string() }
                        #expect(logs.lines == expected)
                    }
                default:
                    try Self.check(vector, .sendTransaction(Self.transaction(vector)), status, body) { signature in
                        let expected = try vector["result"].string()
                        #expect(signature.base58 == expected)
                    }
                }
            }
        ]
    }

    /// Returns the transaction of a call; any transaction for a case that has only a response.
    private static func transaction(_ vector: VectorCase) throws -> SolanaTransaction {
        let parameters = (try? vector["request"]["params"].array()) ?? []
        guard let text = parameters.first?.optionalString, let bytes = Data(base64Encoded: text) else {
            return SolanaTransaction(message: try .legacy(payer: .usdf, instructions: []))
        }
        return try SolanaTransaction(decoding: bytes)
    }

    private static func check<Response>(
        _ vector: VectorCase, _ request: SolanaRPCRequest<Response>, _ status: Int, _ body: [UInt8],
        _ accept: (Response) throws -> Void
    ) throws {
        if !vector["request"].isNull {
            let sent = try JSONDecoder().decode(VectorValue.self, from: Data(request.body()))
            #expect(sent == vector["request"])
        }
        switch Result(catching: { () throws(SolanaRPCError) in try request.response(status: status, body: body) }) {
        case .success(let response):
            #expect(vector["throws"].isNull)
            try accept(response)
        case .failure(let error):
            let logs = vector["logs"].isNull ? [] : try vector["logs"].array().map { try $0.string() }
            let expected = try vector["throws"].string()
            switch error {
            case .transactionSimulationError(let lines):
                #expect(expected == "transactionSimulationError" && lines == logs)
            case .responseError(let code, _, let lines):
                #expect(try expected == "responseError" && code == vector["code"].int() && (lines ?? []) == logs)
            case .invalidHTTPStatus(let code):
                #expect(try expected == "invalidHTTPStatus" && code == vector["code"].int())
            case .decoding: #expect(expected == "decoding")
            case .missingResult: #expect(expected == "missingResult")
            case .transport, .timedOut, .encoding: Issue.record(error)
            }
        }
    }
}
