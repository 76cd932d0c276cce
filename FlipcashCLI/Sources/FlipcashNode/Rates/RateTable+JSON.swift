#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension RateTable {
    /// Parses `{"usd": {"cad": "1.37", "eur": 0.92, …}}`: units for one US dollar, as text or as numbers.
    init(json: [UInt8]) throws(RateSourceError) {
        let quotes: [String: [String: Quote]]
        do {
            quotes = try JSONDecoder().decode([String: [String: Quote]].self, from: Data(json))
        } catch {
            throw RateSourceError("it is not a JSON object of the form {\"usd\": {\"cad\": \"1.37\"}}")
        }
        guard let perDollar = quotes["usd"] else { throw RateSourceError("it has no rates under \"usd\"") }
        try self.init(checking: perDollar.mapValues(\.value))
    }

    /// One rate; text that is not a number becomes NaN, which the table refuses with the rate's code.
    private struct Quote: Decodable {
        let value: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                value = number
            } else {
                value = Double(try container.decode(String.self)) ?? .nan
            }
        }
    }
}
