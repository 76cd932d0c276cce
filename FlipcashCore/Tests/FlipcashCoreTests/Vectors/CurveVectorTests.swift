import BigInt
import Foundation
import Testing

@testable import FlipcashCore

@Suite("Curve vectors", .namingVectorCases)
struct CurveVectorTests {
    private let curve = DiscreteBondingCurve()

    @Test("Every case of curve.json has the published result")
    func curveVectors_allGroups_match() throws {
        var handlers = discreteGroups
        handlers.merge(clientGroups) { first, _ in first }
        handlers.merge(chainGroups) { first, _ in first }
        handlers.merge(continuousGroups) { first, _ in first }
        try VectorFile.run("curve", handlers)
    }

    private var discreteGroups: [String: VectorFile.Handler] {
        [
            "table": { vector in
                let step = try vector.input["step"].int()
                try #require(CurveTable.shared.prices.indices.contains(step), "there is no step \(step)")
                #expect(String(step * 100) == (try vector.out["supplyTokens"].string()))
                #expect(String(CurveTable.shared.prices[step]) == (try vector.out["price"].string()))
                #expect(String(CurveTable.price(step: step)) == (try vector.out["price"].string()))
                let cumulative = CurveTable.shared.cumulative[step]
                #expect(String(cumulative) == (try vector.out["cumulative"].string()))
            },
            "spotPrice": { vector in
                let supply = UInt64(exactly: try vector.input["supplyTokens"].double())
                let price = supply.flatMap { curve.spotPrice18(supply: $0) }
                #expect(price.map { String($0) } == vector.out["price"].optionalString)
                let value = supply.flatMap { curve.spotPrice(supply: $0) }
                #expect(value?.text(places: 18) == vector.out["value"].optionalString)
            },
            "tokensToValue": { vector in
                let supply = try vector.input["supplyQuarks"].uint64()
                let tokens = try vector.input["tokenQuarks"].uint64()
                let value = curve.tokensToValue(supplyQuarks: supply, tokenQuarks: tokens)
                #expect(value?.text(places: 40) == vector.out["value"].optionalString)
                let onChain = curve.chainTokensToValue18(supplyQuarks: supply, tokenQuarks: tokens)
                #expect(onChain.map { String($0) } == vector.out["onChain18"].optionalString)
            },
            "valueToTokens": { vector in
                let supply = try vector.input["supplyQuarks"].uint64()
                let value = try vector.input["valueQuarks"].uint64()
                let tokens = curve.valueToTokens(supplyQuarks: supply, valueQuarks: value)
                #expect(tokens?.text(places: 20) == vector.out["tokens"].optionalString)
                let quarks = tokens?.scaledMagnitude(places: 10, .halfUp).description
                #expect(quarks == vector.out["tokenQuarksHalfUp"].optionalString)
                let onChain = curve.chainValueToTokens18(supplyQuarks: supply, valueQuarks: value)
                #expect(onChain.map { String($0) } == vector.out["onChain18"].optionalString)
            },
            "serverSell": { vector in
                let sale = curve.serverSell(
                    supplyQuarks: try vector.input["supplyQuarks"].uint64(),
                    tokenQuarks: try vector.input["tokenQuarks"].uint64(),
                    feeBps: try bps(vector.input["feeBps"]))
                #expect(sale?.net == (try vector.out["net"].optionalUInt64()))
                #expect(sale?.fee == (try vector.out["fee"].optionalUInt64()))
            },
            "serverBuy": { vector in
                let tokens = curve.serverBuy(
                    supplyQuarks: try vector.input["supplyQuarks"].uint64(),
                    usdcQuarks: try vector.input["usdcQuarks"].uint64())
                #expect(tokens == (try vector.out["tokenQuarks"].uint64()))
            },
        ]
    }

    private var clientGroups: [String: VectorFile.Handler] {
        [
            "clientSell": { vector in
                let sale = curve.sell(
                    tokenQuarks: try vector.input["tokenQuarks"].uint64(), feeBps: try vector.input["feeBps"].int(),
                    supplyQuarks: try vector.input["supplyQuarks"].uint64())
                #expect(sale?.gross.text(places: 40) == vector.out["gross"].optionalString)
                #expect(sale?.fees.text(places: 40) == vector.out["fees"].optionalString)
                #expect(sale?.net.text(places: 40) == vector.out["net"].optionalString)
            },
            "clientBuy": { vector in
                let purchase = curve.buy(
                    usdcQuarks: try vector.input["usdcQuarks"].uint64(), feeBps: try vector.input["feeBps"].int(),
                    supplyQuarks: try vector.input["supplyQuarks"].uint64())
                #expect(purchase?.gross.text(places: 20) == vector.out["grossTokens"].optionalString)
                #expect(purchase?.fees.text(places: 20) == vector.out["fees"].optionalString)
                #expect(purchase?.net.text(places: 20) == vector.out["netTokens"].optionalString)
            },
            "tokensForValueExchange": { vector in
                let exchange = curve.tokensForValueExchange(
                    fiat: try exact(vector.input["fiat"]), fx: try exact(vector.input["fx"]),
                    supplyQuarks: try vector.input["supplyQuarks"].uint64())
                #expect(exchange?.tokens.text(places: 20) == vector.out["tokens"].optionalString)
                #expect(exchange?.fx.text(places: 20) == vector.out["fx"].optionalString)
                let quarks = exchange?.tokens.scaledMagnitude(places: 10, .halfUp).description
                #expect(quarks == vector.out["tokenQuarks"].optionalString)
            },
            "supplyFromTVL": { vector in
                let supply = curve.supplyFromTVL(tvlQuarks: try vector.input["tvlQuarks"].uint64())
                #expect(String(supply) == (try vector.out["supplyTokens"].string()))
            },
            "marketCap": { vector in
                let supply = try vector.input["supplyQuarks"].uint64()
                let client = curve.marketCap(supplyQuarks: supply)
                #expect(client?.text(places: 40) == vector.out["client"].optionalString)
                let server = curve.serverMarketCap(supplyQuarks: supply)
                #expect(server.text(places: 40) == (try vector.out["serverFractional"].string()))
            },
        ]
    }

    private var chainGroups: [String: VectorFile.Handler] {
        [
            "chainBuy": { vector in
                let pool = try pool(vector.input, sellFeeBps: 0)
                let (amountIn, minOut) = (try vector.input["amountIn"].uint64(), try vector.input["minOut"].uint64())
                let result = Result { () throws(DiscreteBondingCurve.ChainError) in
                    try curve.chainBuy(
                        pool: pool, amount: amountIn,
                        minOut: minOut)
                }
                switch result {
                case .success(let purchase):
                    #expect(purchase.amountIn == (try vector.out["amountIn"].optionalUInt64()))
                    #expect(purchase.tokensOut == (try vector.out["tokensOut"].optionalUInt64()))
                case .failure(let error):
                    #expect(error.rawValue == vector.out["error"].optionalString)
                }
            },
            "chainSell": { vector in
                let pool = try pool(vector.input, sellFeeBps: try bps(vector.input["sellFeeBps"]))
                let (tokens, minOut) = (try vector.input["tokenQuarks"].uint64(), try vector.input["minOut"].uint64())
                let result = Result { () throws(DiscreteBondingCurve.ChainError) in
                    try curve.chainSell(
                        pool: pool, tokenQuarks: tokens,
                        minOut: minOut)
                }
                switch result {
                case .success(let sale):
                    #expect(sale.net == (try vector.out["net"].optionalUInt64()))
                    #expect(sale.fee == (try vector.out["fee"].optionalUInt64()))
                case .failure(let error):
                    #expect(error.rawValue == vector.out["error"].optionalString)
                }
            },
        ]
    }

    private var continuousGroups: [String: VectorFile.Handler] {
        let curve = BondingCurve()
        return [
            "contSpot": { vector in
                let supply = try decimal(vector.input["supplyTokens"])
                try expectClose(try curve.spotPrice(supply: supply), vector.out["price"])
            },
            "contCostToBuy": { vector in
                let cost = try curve.costToBuy(
                    quarks: try vector.input["tokenQuarks"].uint64(), supply: try vector.input["supplyQuarks"].uint64())
                try expectClose(cost, vector.out["cost"])
            },
            "contValueFromSelling": { vector in
                let value = try curve.valueFromSelling(
                    quarks: try vector.input["tokenQuarks"].uint64(), tvl: try vector.input["tvlQuarks"].uint64())
                try expectClose(value, vector.out["value"])
            },
            "contTokensBought": { vector in
                let tokens = try curve.tokensBought(
                    withUSDC: try vector.input["usdcQuarks"].uint64(), tvl: try vector.input["tvlQuarks"].uint64())
                try expectClose(tokens, vector.out["tokens"])
            },
            "contBuy": { vector in
                let purchase = try curve.buy(
                    usdcQuarks: try vector.input["usdcQuarks"].uint64(), feeBps: try vector.input["feeBps"].int(),
                    tvl: try vector.input["tvlQuarks"].uint64())
                try expectClose(purchase.netTokens, vector.out["netTokens"])
                try expectClose(purchase.fees, vector.out["fees"])
            },
            "contSell": { vector in
                let sale = try curve.sell(
                    quarks: try vector.input["tokenQuarks"].uint64(), feeBps: try vector.input["feeBps"].int(),
                    tvl: try vector.input["tvlQuarks"].uint64())
                try expectClose(sale.netUSDC, vector.out["netUSDC"])
                try expectClose(sale.fees, vector.out["fees"])
            },
            "contTokensForValueExchange": { vector in
                let (fiat, fx) = (try decimal(vector.input["fiat"]), try decimal(vector.input["fx"]))
                let tvl = try vector.input["tvlQuarks"].uint64()
                let result = Result { () throws(BondingCurveError) in
                    try curve.tokensForValueExchange(fiat: fiat, fiatRate: fx, tvl: tvl)
                }
                switch result {
                case .success(let exchange):
                    try expectClose(exchange.tokens, vector.out["tokens"])
                    try expectClose(exchange.fx, vector.out["fx"])
                case .failure(let error): #expect(error.name == vector.out["error"].optionalString)
                }
            },
        ]
    }

    private func pool(_ input: VectorValue, sellFeeBps: UInt16) throws -> DiscreteBondingCurve.Pool {
        let supply = try input["supplyQuarks"].uint64()
        try #require(supply <= DiscreteBondingCurve.maxSupplyQuarks, "no pool can have sold \(supply)")
        return DiscreteBondingCurve.Pool(
            targetVault: DiscreteBondingCurve.maxSupplyQuarks - supply,
            baseVault: try input["baseVault"].uint64(), feesAccumulated: try input["feesAccumulated"].uint64(),
            sellFeeBps: sellFeeBps)
    }

    private func bps(_ value: VectorValue) throws -> UInt16 { try #require(UInt16(exactly: try value.int())) }

    private func decimal(_ value: VectorValue) throws -> Decimal {
        try #require(Decimal(plainText: try value.string()))
    }

    private func exact(_ value: VectorValue) throws -> ExactRational {
        try #require(DecimalText(try value.string())).rational
    }

    /// Compares with the expected value at a relative tolerance of 10⁻²⁵.
    private func expectClose(_ actual: Decimal, _ expected: VectorValue) throws {
        let wanted = try exact(expected)
        let difference = (try ExactRational(actual) - wanted).magnitude
        let tolerance = ExactRational(numerator: .one, denominator: .powerOfTen(25)) * wanted.magnitude
        #expect(difference <= tolerance, "\(actual) is not \(expected)")
    }
}

extension BondingCurveError {
    /// The case's name in the vectors.
    fileprivate var name: String {
        switch self {
        case .nonPositiveValue: "nonPositiveValue"
        case .valueTooLargeForLiquidityCap: "valueTooLargeForLiquidityCap"
        case .money: "money"
        }
    }
}
