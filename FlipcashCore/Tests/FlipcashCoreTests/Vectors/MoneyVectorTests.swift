import Foundation
import Testing

@testable import FlipcashCore

@Suite("Money vectors", .namingVectorCases)
struct MoneyVectorTests {
    /// A mint that is neither USDF nor USDC.
    let bonded = try? PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")

    typealias Handlers = [String: VectorFile.Handler]

    @Test("Every case of money.json has the published result")
    func moneyVectors_allGroups_match() throws {
        var handlers = quarksGroups
        for groups in [exchangeGroups, feeGroups, textGroups, entryGroups, validatorGroups, chartGroups] {
            handlers.merge(groups) { first, _ in first }
        }
        try VectorFile.run("money", handlers)
    }
}

// Reads values from the vectors.
extension MoneyVectorTests {
    func decimal(_ value: VectorValue) throws -> Decimal {
        try #require(Decimal(plainText: try value.string()))
    }

    func currency(_ input: VectorValue) throws -> CurrencyCode {
        try CurrencyCode(currencyCode: try input["currency"].string())
    }

    func locale(_ input: VectorValue) throws -> NumberLocale {
        try #require(NumberLocale(identifier: try input["locale"].string()))
    }

    func rate(_ input: VectorValue) throws -> Rate {
        input["fx"].isNull ? .oneToOne : Rate(fx: try decimal(input["fx"]), currency: try currency(input))
    }

    func mint(_ input: VectorValue) throws -> PublicKey {
        try input["mint"].string() == "usdf" ? .usdf : try #require(bonded)
    }

    func quarks(_ input: VectorValue) throws -> Quarks {
        Quarks(
            quarks: try input["quarks"].uint64(),
            currencyCode: input["currency"].isNull ? .usd : try currency(input), decimals: try decimals(input))
    }

    private func decimals(_ input: VectorValue) throws -> Int {
        let decimals = try input["decimals"].int()
        try #require(Quarks.supportedDecimals.contains(decimals), "no amount can have \(decimals) decimals")
        return decimals
    }

    /// Compares at the twelve decimals of the vectors.
    func expectNative(_ amount: FiatAmount, _ expected: VectorValue) throws {
        #expect(try ExactRational(amount.value).text(places: 12) == expected.optionalString.map(canonical))
    }

    /// Removes trailing zeros, which the vectors keep in some inputs.
    func canonical(_ text: String) -> String {
        DecimalText(text)?.description ?? text
    }

    func expectExchanged(_ value: ExchangedFiat, _ expected: VectorValue) throws {
        #expect(value.quarks == (try expected["quarks"].uint64()))
        try expectNative(value.nativeAmount, expected["native"])
    }
}
