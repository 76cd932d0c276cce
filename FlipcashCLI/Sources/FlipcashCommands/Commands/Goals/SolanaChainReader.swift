import FlipcashCore
import SavingsGoals
import SolanaRPC

/// Reads addresses of Solana: the coin itself, and tokens in the address or in its associated token account.
struct SolanaChainReader: ChainReader {
    let name = "the Solana server"
    let client: SolanaRPCClient
    let clock: any WallClock

    /// The newest transactions that one sync looks at, so that it stays within its time.
    private static let transactionsMax = 25
    /// How long to wait when the server is busy.
    private static let pause: Duration = .seconds(60)

    func reads(_ place: Asset.ChainAddress, _ currency: AssetCurrency) -> Bool {
        place.chain == Chain.sol.rawValue && (currency == Chain.sol.coin || Self.mint(of: currency) != nil)
    }

    /// The mint of a currency on Solana; nil for the coin and for currencies of other chains.
    private static func mint(of currency: AssetCurrency) -> PublicKey? {
        switch currency.code {
        case "USDC": .usdc
        case "USDF": .usdf
        default: currency.mint
        }
    }

    /// The balance in the smallest units of the chain, which are those of `currency`; 0 for an account that does not
    /// exist.
    func balance(of place: Asset.ChainAddress, _ currency: AssetCurrency) async throws(ChainFailure) -> ExactInteger {
        let address = try Self.key(place)
        guard let mint = Self.mint(of: currency) else {
            return ExactInteger(try await account(address)?.lamports ?? 0)
        }
        return ExactInteger(try await tokenAccount(address, mint)?.amount ?? 0)
    }

    func transfers(
        of place: Asset.ChainAddress, _ currency: AssetCurrency, known: Set<String>
    ) async throws(ChainFailure) -> [ChainImport.Transfer] {
        let address = try Self.key(place)
        let mint = Self.mint(of: currency)
        var source = address
        if let mint {
            guard let holder = try await tokenAccount(address, mint) else { return [] }
            source = holder.address
        }
        let entries: [SolanaHistoryEntry]
        do { entries = try await client.history(of: source, limit: Self.transactionsMax) } catch {
            throw failure(error)
        }
        var transfers: [ChainImport.Transfer] = []
        for entry in entries {
            let id = "\(entry.signature.base58):0"
            // A failed transaction moves no tokens. Of the coin it takes its fee.
            guard !known.contains(id), let date = entry.date, mint == nil || !entry.isFailed else { continue }
            let changes: SolanaBalanceChanges?
            do { changes = try await client.balanceChanges(of: entry.signature) } catch { throw failure(error) }
            guard let change = changes?.change(of: source, mint) else { continue }
            transfers.append(
                ChainImport.Transfer(
                    externalID: id, units: ExactInteger(change.after) - ExactInteger(change.before), date: date))
        }
        return transfers
    }

    private static func key(_ place: Asset.ChainAddress) throws(ChainFailure) -> PublicKey {
        do { return try PublicKey(base58: place.address) } catch { throw .badAddress }
    }

    private struct Holder {
        let address: PublicKey
        let amount: UInt64
    }

    /// The token account at `address` itself, or the associated token account of `address`; nil if neither exists.
    private func tokenAccount(_ address: PublicKey, _ mint: PublicKey) async throws(ChainFailure) -> Holder? {
        let associated = AssociatedTokenAccount.address(owner: address, mint: mint).address
        for candidate in [address, associated] {
            guard let data = try await account(candidate)?.data, data.count == TokenAccount.byteCount,
                let account = try? TokenAccount(decoding: data), account.mint == mint
            else { continue }
            return Holder(address: candidate, amount: account.amount)
        }
        return nil
    }

    private func account(_ address: PublicKey) async throws(ChainFailure) -> SolanaAccount? {
        do { return try await client.accountInfo(of: address, commitment: .confirmed) } catch { throw failure(error) }
    }

    private func failure(_ error: SolanaRPCError) -> ChainFailure {
        switch error {
        case .invalidHTTPStatus(429): .rateLimited(clock.now().advanced(by: Self.pause))
        case .invalidHTTPStatus(401), .invalidHTTPStatus(403): .apiKeyMissing(name)
        case .transport, .timedOut, .invalidHTTPStatus, .encoding: .network(name)
        case .decoding, .missingResult, .responseError, .transactionSimulationError: .badAnswer(name)
        }
    }
}

extension SolanaBalanceChanges {
    /// The change of the coin in `account`, or of the tokens of `mint`; nil if the transaction did not change it.
    fileprivate func change(of account: PublicKey, _ mint: PublicKey?) -> Change? {
        let change =
            mint == nil ? lamports[account] : tokens.first { $0.account == account && $0.mint == mint }?.change
        guard let change, change.before != change.after else { return nil }
        return change
    }
}
