import FlipcashAPI
import FlipcashCore
import ProtobufCodec

extension StoreReading {
    /// The metadata of an intent that `owner` may see; without an owner, what the holder of its key may see (payment
    /// specification §8).
    func intentMetadata(_ id: IntentID, for owner: PublicKey?) throws -> Ocp_Transaction_V1_GetIntentMetadataResponse {
        guard let intent = try intent(id), intent.state != .revoked, let metadata = intent.metadata else {
            return .with { $0.result = .notFound }
        }
        if let owner, !intent.involves(owner) { return .with { $0.result = .denied } }
        return .with {
            $0.result = .ok
            $0.metadata = metadata
        }
    }
}

extension IntentRecord {
    /// The intent as clients see it; nil for kinds that clients do not ask for.
    fileprivate var metadata: Ocp_Transaction_V1_Metadata? {
        guard let amount, let source, let destination else { return nil }
        switch type {
        case .sendPublicPayment:
            return .with {
                $0.sendPublicPayment = .with {
                    $0.source = source.accountID
                    $0.destination = destination.accountID
                    $0.serverExchangeData = amount.exchangeData(mint: mint)
                    $0.isWithdrawal = flags.contains(.withdrawal)
                    $0.isIndirectSend = flags.contains(.indirectSend)
                    $0.mint = mint.accountID
                }
            }
        case .receivePaymentsPublicly:
            return .with {
                $0.receivePaymentsPublicly = .with {
                    $0.source = source.accountID
                    $0.quarks = amount.quarks
                    $0.isIndirectSend = flags.contains(.indirectSend)
                    $0.exchangeData = amount.exchangeData(mint: mint)
                    $0.mint = mint.accountID
                }
            }
        case .openAccounts, .publicDistribution, .externalDeposit:
            return nil
        }
    }
}

extension StoreReading {
    /// What `owner` may still send, per currency with a known rate (payment specification §11).
    func limits(
        of owner: PublicKey, consumedSince: Instant, time: LedgerTime, daily: DailySendLimit = DailySendLimit()
    ) throws -> Ocp_Transaction_V1_GetLimitsResponse {
        let consumed = try usdSent(by: owner, since: consumedSince.advanced(by: time.ahead))
        var response = Ocp_Transaction_V1_GetLimitsResponse.with {
            $0.result = .ok
            $0.usdTransacted = Double(consumed) / 1_000_000
        }
        for rate in try latestRates() {
            let limits = daily.advertised(currencyCode: rate.currency, rate: rate.value, consumedMicros: consumed)
            guard let limits else { continue }
            response.sendLimitsByCurrency[rate.currency] = .with {
                $0.nextTransaction = limits.nextTransaction
                $0.maxPerTransaction = limits.maxPerTransaction
                $0.maxPerDay = daily.perDay(rate: rate.value)
            }
        }
        return response
    }
}
