import BigInt
import Foundation
import Testing

@testable import FlipcashCore

@Suite("Curve vectors")
struct CurveVectorTests {
    private let curve = DiscreteBondingCurve()

    @Test("Every case of curve.json comes out as written")
    func curveVectors_allGroups_match() throws {
        var handlers = discreteGroups
        handlers.merge(clientGroups) { first, _ in first }
        handlers.merge(chainGroups) { first, _ in first }
        handlers.merge(continuousGroups) { first, _ in first }
        try MoneyVectors.run("curve", handlers)
    }

    private var discreteGroups: [String: (MoneyVectors.Case) throws -> Void] {
        [
            "table": { vector in
                let step = try vector.input["step"].int()
                #expect(String(step * 100) == (try vector.out["supplyTokens"].string()), "\(vector)")
                #expect(String(CurveTable.shared.prices[step]) == (try vector.out["price"].string()), "\(vector)")
                #expect(String(CurveTable.price(step: step)) == (try vector.out["price"].string()), "\(vector)")
                let cumulative = CurveTable.shared.cumulative[step]
                #expect(String(cumulative) == (try vector.out["cumulative"].string()), "\(vector)")
            },
            "spotPrice": { vector in
                let supply = UInt64(exactly: try vector.input["supplyTokens"].double())
                let price = supply.flatMap { curve.spotPrice18(supply: $0) }
                #expect(price.map { String($0) } == vector.out["price"].optionalString, "\(vector)")
                let value = supply.flatMap { curve.spotPrice(supply: $0) }
                #expect(value?.text(places: 18) == vector.out["value"].optionalString, "\(vector)")
            },
            "tokensToValue": { vector in
                let supply = try vector.input["supplyQuarks"].uint64()
                let tokens = try vector.input["tokenQuarks"].uint64()
                let value = curve.tokensToValue(supplyQuarks: supply, tokenQuarks: tokens)
                #expect(value?.text(places: 40) == vector.out["value"].optionalString, "\(vector)")
                let onChain = curve.chainTokensToValue18(supplyQuarks: supply, tokenQuarks: tokens)
                #expect(onChain.map { String($0) } == vector.out["onChain18"].optionalString, "\(vector)")
            },
            "valueToTokens": { vector in
                let supply = try vector.input["supplyQuarks"].uint64()
                let value = try vector.input["valueQuarks"].uint64()
                let tokens = curve.valueToTokens(supplyQuarks: supply, valueQuarks: value)
                #expect(tokens?.text(places: 20) == vector.out["tokens"].optionalString, "\(vector)")
                let quarks = tokens?.scaledMagnitude(places: 10, .halfUp).description
                #expect(quarks == vector.out["tokenQuarksHalfUp"].optionalString, "\(vector)")
                let onChain = curve.chainValueToTokens18(supplyQuarks: supply, valueQuarks: value)
                #expect(onChain.map { String($0) } == vector.out["onChain18"].optionalString, "\(vector)")
            },
            "serverSell": { vector in
                let sale = curve.serverSell(
                    supplyQuarks: try vector.input["supplyQuarks"].uint64(),
                    tokenQuarks: try vector.input["tokenQuarks"].uint64(),
                    feeBps: UInt16(try vector.input["feeBps"].int()))
                #expect(sale?.net == (try vector.out["net"].optionalUInt64()), "\(vector)")
                #expect(sale?.fee == (try vector.out["fee"].optionalUInt64()), "\(vector)")
            },
            "serverBuy": { vector in
                let tokens = curve.serverBuy(
                    supplyQuarks: try vector.input["supplyQuarks"].uint64(),
                    usdcQuarks: try vector.input["usdcQuarks"].uint64())
                #expect(tokens == (try vector.out["tokenQuarks"].uint64()), "\(vector)")
            },
        ]
    }

    private var clientGroups: [String: (MoneyVectors.Case) throws -> Void] {
        [
            "clientSell": { vector in
                let sale = curve.sell(
                    tokenQuarks: try vector.input["tokenQuarks"].uint64(), feeBps: try vector.input["feeBps"].int(),
                    supplyQuarks: try vector.input["supplyQuarks"].uint64())
                #expect(sale?.gross.text(places: 40) == vector.out["gross"].optionalString, "\(vector)")
                #expect(sale?.fees.text(places: 40) == vector.out["fees"].optionalString, "\(vector)")
                #expect(sale?.net.text(places: 40) == vector.out["net"].optionalString, "\(vector)")
            },
            "clientBuy": { vector in
                let purchase = curve.buy(
                    usdcQuarks: try vector.input["usdcQuarks"].uint64(), feeBps: try vector.input["feeBps"].int(),
                    supplyQuarks: try vector.input["supplyQuarks"].uint64())
                #expect(purchase?.gross.text(places: 20) == vector.out["grossTokens"].optionalString, "\(vector)")
                #expect(purchase?.fees.text(places: 20) == vector.out["fees"].optionalString, "\(vector)")
                #expect(purchase?.net.text(places: 20) == vector.out["netTokens"].optionalString, "\(vector)")
            },
            "tokensForValueExchange": { vector in
                let exchange = curve.tokensForValueExchange(
                    fiat: try exact(vector.input["fiat"]), fx: try exact(vector.input["fx"]),
                    supplyQuarks: try vector.input["supplyQuarks"].uint64())
                #expect(exchange?.tokens.text(places: 20) == vector.out["tokens"].optionalString, "\(vector)")
                #expect(exchange?.fx.text(places: 20) == vector.out["fx"].optionalString, "\(vector)")
                let quarks = exchange?.tokens.scaledMagnitude(places: 10, .halfUp).description
                #expect(quarks == vector.out["tokenQuarks"].optionalString, "\(vector)")
            },
            "supplyFromTVL": { vector in
                let supply = curve.supplyFromTVL(tvlQuarks: try vector.input["tvlQuarks"].uint64())
                #expect(String(supply) == (try vector.out["supplyTokens"].string()), "\(vector)")
            },
            "marketCap": { vector in
                let supply = try vector.input["supplyQuarks"].uint64()
                let client = curve.marketCap(supplyQuarks: supply)
                #expect(client?.text(places: 40) == vector.out["client"].optionalString, "\(vector)")
                let server = curve.serverMarketCap(supplyQuarks: supply)
                #expect(server.text(places: 40) == (try vector.out["serverFractional"].string()), "\(vector)")
            },
        ]
    }

    private var chainGroups: [String: (MoneyVectors.Case) throws -> Void] {
        [
            "chainBuy": { vector in
                let pool = try pool(vector.input, sellFeeBps: 0)
                let result = Result { () throws(DiscreteBondingCurve.ChainError) in
                    try curve.chainBuy(
                        pool: pool, amount: (try? vector.input["amountIn"].uint64()) ?? 0,
                        minOut: (try? vector.input["minOut"].uint64()) ?? 0)
                }
                switch result {
                case .success(let purchase):
                    #expect(purchase.amountIn == (try vector.out["amountIn"].optionalUInt64()), "\(vector)")
                    #expect(purchase.tokensOut == (try vector.out["tokensOut"].optionalUInt64()), "\(vector)")
                case .failure(let error):
                    #expect(error.rawValue == vector.out["error"].optionalString, "\(vector)")
                }
            },
            "chainSell": { vector in
                let pool = try pool(vector.input, sellFeeBps: UInt16(try vector.input["sellFeeBps"].int()))
                let result = Result { () throws(DiscreteBondingCurve.ChainError) in
                    try curve.chainSell(
                        pool: pool, tokenQuarks: (try? vector.input["tokenQuarks"].uint64()) ?? 0,
                        minOut: (try? vector.input["minOut"].uint64()) ?? 0)
                }
                switch result {
                case .success(let sale):
                    #expect(sale.net == (try vector.out["net"].optionalUInt64()), "\(vector)")
                    #expect(sale.fee == (try vector.out["fee"].optionalUInt64()), "\(vector)")
                case .failure(let error):
                    #expect(error.rawValue == vector.out["error"].optionalString, "\(vector)")
                }
            },
        ]
    }

    private var continuousGroups: [String: (MoneyVectors.Case) throws -> Void] {
        let curve = BondingCurve()
        return [
            "contSpot": { vector in
                let supply = try decimal(vector.input["supplyTokens"])
                try expectClose(try curve.spotPrice(supply: supply), vector.out["price"], vector)
            },
            "contCostToBuy": { vector in
                let cost = try curve.costToBuy(
                    quarks: try vector.input["tokenQuarks"].uint64(), supply: try vector.input["supplyQuarks"].uint64())
                try expectClose(cost, vector.out["cost"], vector)
            },
            "contValueFromSelling": { vector in
                let value = try curve.valueFromSelling(
                    quarks: try vector.input["tokenQuarks"].uint64(), tvl: try vector.input["tvlQuarks"].uint64())
                try expectClose(value, vector.out["value"], vector)
            },
            "contTokensBought": { vector in
                let tokens = try curve.tokensBought(
                    withUSDC: try vector.input["usdcQuarks"].uint64(), tvl: try vector.input["tvlQuarks"].uint64())
                try expectClose(tokens, vector.out["tokens"], vector)
            },
            "contBuy": { vector in
                let purchase = try curve.buy(
                    usdcQuarks: try vector.input["usdcQuarks"].uint64(), feeBps: try vector.input["feeBps"].int(),
                    tvl: try vector.input["tvlQuarks"].uint64())
                try expectClose(purchase.netTokens, vector.out["netTokens"], vector)
                try expectClose(purchase.fees, vector.out["fees"], vector)
            },
            "contSell": { vector in
                let sale = try curve.sell(
                    quarks: try vector.input["tokenQuarks"].uint64(), feeBps: try vector.input["feeBps"].int(),
                    tvl: try vector.input["tvlQuarks"].uint64())
                try expectClose(sale.netUSDC, vector.out["netUSDC"], vector)
                try expectClose(sale.fees, vector.out["fees"], vector)
            },
            "contTokensForValueExchange": { vector in
                let exchange = try curve.tokensForValueExchange(
                    fiat: try decimal(vector.input["fiat"]), fiatRate: try decimal(vector.input["fx"]),
                    tvl: try vector.input["tvlQuarks"].uint64())
                try expectClose(exchange.tokens, vector.out["tokens"], vector)
                try expectClose(exchange.fx, vector.out["fx"], vector)
            },
        ]
    }

    private func pool(_ input: JSONValue, sellFeeBps: UInt16) throws -> DiscreteBondingCurve.Pool {
        DiscreteBondingCurve.Pool(
            targetVault: DiscreteBondingCurve.maxSupplyQuarks - (try input["supplyQuarks"].uint64()),
            baseVault: try input["baseVault"].uint64(), feesAccumulated: try input["feesAccumulated"].uint64(),
            sellFeeBps: sellFeeBps)
    }

    private func decimal(_ value: JSONValue) throws -> Decimal {
        try #require(Decimal(plainText: try value.string()))
    }

    private func exact(_ value: JSONValue) throws -> ExactRational {
        try ExactRational(try decimal(value))
    }

    /// Within 10⁻²⁵ of the expected value, relatively.
    private func expectClose(_ actual: Decimal, _ expected: JSONValue, _ vector: MoneyVectors.Case) throws {
        let wanted = try exact(expected)
        let difference = (try ExactRational(actual) - wanted).magnitude
        let tolerance = ExactRational(numerator: .one, denominator: .powerOfTen(25)) * wanted.magnitude
        #expect(difference <= tolerance, "\(vector): \(actual) is not \(expected)")
    }
}
