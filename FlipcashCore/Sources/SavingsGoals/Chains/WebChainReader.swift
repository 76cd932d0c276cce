public import AsyncHTTPClient
public import FlipcashCore
import Foundation

/// Reads addresses through a web service of the person's choice (goals specification §4.5).
///
/// The service answers `GET <endpoint>/<chain>/<address>/<symbol>/balance` with `{"units":"123","decimals":18}`, and
/// `…/transfers` with a list of `{"hash","index","units","decimals","date","counterparty"}`. Units are integers of the
/// token's own base unit, negative for a transfer out; dates are RFC 3339. A key goes into the header `Authorization`.
public struct WebChainReader: ChainReader {
    /// The same for all endpoints, so they share one waiting time after `rateLimited`.
    public let name = "the chain service"
    private let service: JSONService

    /// Creates a reader.
    ///
    /// - Parameter key: the key that the service wants; it never appears in messages.
    public init(endpoint: String, key: String? = nil, http: HTTPClient = Self.defaultHTTP, clock: any WallClock) {
        service = JSONService(
            endpoint: endpoint, headers: key.map { [("Authorization", "Bearer \($0)")] } ?? [], http: http,
            clock: clock)
    }

    /// The default HTTP client, which follows no redirects.
    public static let defaultHTTP = HTTPClient(configuration: .init(redirectConfiguration: .disallow))

    /// Whether the place is on a known ``Chain`` and the currency is named by a symbol, not by a mint.
    public func reads(_ place: Asset.ChainAddress, _ currency: AssetCurrency) -> Bool {
        Chain(name: place.chain) != nil && currency.mint == nil
    }

    private struct Balance: Decodable {
        let units: String
        let decimals: Int
    }

    private struct Transfer: Decodable {
        let hash: String
        let index: Int?
        let units: String
        let decimals: Int
        let date: String
        let counterparty: String?
    }

    /// The decimals that a token may have.
    private static let decimals = 0...36
    /// The longest hash, which becomes an id.
    private static let hashLengthMax = 200

    /// Returns the balance in units of `currency`, rounded down.
    ///
    /// - Throws: ``ChainFailure``; `badAnswer` also for more than 36 decimals.
    public func balance(
        of place: Asset.ChainAddress, _ currency: AssetCurrency
    ) async throws(ChainFailure) -> ExactInteger {
        let balance: Balance = try await read("balance", place, currency)
        guard let units = ExactInteger(balance.units), Self.decimals.contains(balance.decimals) else {
            throw .badAnswer(name)
        }
        return Self.units(units, decimals: balance.decimals, in: currency)
    }

    /// Returns the transfers that the service lists, in its order; `known` is ignored. Each id is `HASH:INDEX`.
    ///
    /// - Throws: ``ChainFailure``; `badAnswer` for a single transfer that cannot be read.
    public func transfers(
        of place: Asset.ChainAddress, _ currency: AssetCurrency, known: Set<String>
    ) async throws(ChainFailure) -> [ChainImport.Transfer] {
        let transfers: [Transfer] = try await read("transfers", place, currency)
        var read: [ChainImport.Transfer] = []
        for transfer in transfers {
            guard let units = ExactInteger(transfer.units), Self.decimals.contains(transfer.decimals),
                let date = Self.instant(transfer.date), !transfer.hash.isEmpty,
                transfer.hash.utf8.count <= Self.hashLengthMax,
                transfer.hash.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") })
            else { throw .badAnswer(name) }
            read.append(
                ChainImport.Transfer(
                    externalID: "\(transfer.hash):\(transfer.index ?? 0)",
                    units: Self.units(units, decimals: transfer.decimals, in: currency), date: date,
                    counterparty: transfer.counterparty.map { String($0.prefix(Self.hashLengthMax)) }))
        }
        return read
    }

    /// Reads RFC 3339 in UTC, with milliseconds or without a fraction.
    private static func instant(_ text: String) -> Instant? {
        TimestampText.instant(rfc3339: text) ?? TimestampText.instant(rfc3339: text.replacing("Z", with: ".000Z"))
    }

    private func read<Answer: Decodable>(
        _ what: String, _ place: Asset.ChainAddress, _ currency: AssetCurrency
    ) async throws(ChainFailure) -> Answer {
        let allowed = CharacterSet.alphanumerics
        guard let address = place.address.addingPercentEncoding(withAllowedCharacters: allowed), !address.isEmpty else {
            throw .badAddress
        }
        let body: [UInt8]
        do throws(JSONService.Failure) {
            body = try await service.answer(path: "\(place.chain)/\(address)/\(currency.code)/\(what)")
        } catch {
            switch error {
            case .unreachable: throw .network(name)
            case .busy(let end): throw .rateLimited(end)
            case .refused: throw .apiKeyMissing(name)
            case .missing: throw .unsupported("\(currency.code) on \(place.chain)")
            }
        }
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(body)) else { throw .badAnswer(name) }
        return answer
    }
}
