import FlipcashAPI
import ProtobufCodec
import GRPCCore

extension CurrencyService {
    /// Returns the list of a category, best first.
    func discover(_ category: DiscoverCategory) async throws(RPCFailure) -> DiscoverRanking {
        do {
            let request = Ocp_Currency_V1_DiscoverRequest.with { $0.category = category.wire }
            var options = CallOptions.streaming
            options.timeout = CallOptions.unaryTimeout
            return try await stub.discover(request, options: options) { response in
                var ranking = DiscoverRanking(category: category)
                for try await batch in response.messages { ranking.apply(batch) }
                return ranking
            }
        } catch {
            throw RPCFailure(error)
        }
    }

    /// Returns the history of a currency's market capitalisation, ascending in time.
    func marketCapHistory(
        of mint: PublicKey, range: ChartRange, currency: CurrencyCode
    ) async throws(MarketHistoryError) -> [ChartPoint] {
        let response: Ocp_Currency_V1_GetHistoricalMintDataResponse
        do {
            let request = Ocp_Currency_V1_GetHistoricalMintDataRequest.with {
                $0.address = mint.wire
                $0.currencyCode = currency.rawValue
                $0.predefinedRange = range.wire
            }
            response = try await stub.getHistoricalMintData(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok:
            let points = response.data.map {
                ChartPoint(date: Instant(wire: $0.timestamp), value: $0.marketCap)
            }
            guard points.allSatisfy(\.value.isFinite),
                zip(points, points.dropFirst()).allSatisfy({ $0.date <= $1.date })
            else { throw .malformed }
            return points
        case .notFound: throw .notFound
        case .missingData: throw .missingData
        case .UNRECOGNIZED: throw .malformed
        }
    }
}

/// Errors from fetching the history of a currency.
public enum MarketHistoryError: ServerError, Hashable {
    /// The service does not know the currency, or it is the core mint, which has no market.
    case notFound
    /// There is no history in this range, or no rate for this currency.
    case missingData
    /// The response is malformed: a value is not a number, or the times do not ascend.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    /// True only for failed calls that may succeed later; the service's own results are final.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// An unknown currency and missing history are information; a malformed response is an error.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .notFound, .missingData: .info
        case .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
