import Foundation
import Testing

@testable import FlipcashCore

extension MoneyVectorTests {
    var quarksGroups: Handlers {
        [
            "quarksScaled": { vector in
                let quarks = try quarks(vector.input)
                let to = try vector.input["to"].int()
                try expect(vector.out) { try quarks.scaled(to: to) }
            },
            "decimalToQuarks": { vector in
                let value = try decimal(vector.input["value"])
                let decimals = try vector.input["decimals"].int()
                try expect(vector.out) {
                    try Quarks(fiatDecimal: value, currencyCode: .usd, decimals: decimals)
                }
            },
            "quarksArithmetic": { vector in
                let left = try quarks(vector.input["lhs"])
                let right = try quarks(vector.input["rhs"])
                try expect(vector.out["adding"]) { try left.adding(right) }
                try expect(vector.out["subtracting"]) { try left.subtracting(right) }
                try expect(vector.out["subtractingScaled"]) { try left.subtractingScaled(right) }
            },
            "quarksCompare": { vector in
                let currency = try currency(vector.input)
                let sides = try ["lhs", "rhs"].map { side in
                    let amount = try quarks(vector.input[side])
                    return Quarks(quarks: amount.quarks, currencyCode: currency, decimals: amount.decimals)
                }
                let order = try vector.out["order"].int()
                #expect(try sides[0].compare(to: sides[1]) == order)
                #expect((sides[0] < sides[1]) == (order < 0))
                #expect((sides[0] > sides[1]) == (order > 0))
            },
            "calculateFee": { vector in
                let quarks = Quarks(
                    quarks: try vector.input["quarks"].uint64(), currencyCode: .usd, decimals: 6)
                let bps = try vector.input["bps"].int()
                try expect(vector.out) { try quarks.calculateFee(bps: bps) }
            },
        ]
    }

    /// Compares a result or its error with `expected`.
    private func expect(
        _ expected: VectorValue, _ operation: () throws -> Quarks
    ) throws {
        do {
            let result = try operation()
            #expect(String(result.quarks) == expected["quarks"].optionalString)
            if !expected["decimals"].isNull {
                #expect(result.decimals == (try expected["decimals"].int()))
            }
        } catch let error as MoneyError {
            #expect("\(error.name)" == expected["error"].optionalString)
        }
    }
}

extension MoneyError {
    /// The case's name in the vectors.
    fileprivate var name: String {
        switch self {
        case .invalidNegativeValue: "invalidNegativeValue"
        case .overflow: "overflow"
        case .currencyCodeMismatch: "currencyCodeMismatch"
        case .decimalMismatch: "decimalMismatch"
        case .unsupportedDecimals: "unsupportedDecimals"
        case .invalidCurrency: "invalidCurrency"
        case .invalidRate: "invalidRate"
        case .mismatchedMint: "mismatchedMint"
        case .mismatchedRate: "mismatchedRate"
        case .feeLargerThanAmount: "feeLargerThanAmount"
        case .notANumber: "notANumber"
        case .unknownSupply: "unknownSupply"
        }
    }
}
