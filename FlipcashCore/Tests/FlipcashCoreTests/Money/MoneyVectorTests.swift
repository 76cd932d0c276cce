import Foundation
import Testing

@testable import FlipcashCore

@Suite("Money vectors")
struct MoneyVectorTests {
    /// A mint that is neither USDF nor USDC.
    private let bonded = try? PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")

    @Test("Every case of money.json comes out as written, except those of phone numbers and charts")
    func moneyVectors_allGroups_match() throws {
        var handlers = quarksGroups
        for groups in [exchangeGroups, feeGroups, textGroups, entryGroups, validatorGroups] {
            handlers.merge(groups) { first, _ in first }
        }
        // Phone numbers and charts have no code yet.
        try MoneyVectors.run("money", elsewhere: ["phone", "resample"], handlers)
    }

    private typealias Handlers = [String: (MoneyVectors.Case) throws -> Void]

    private var quarksGroups: Handlers {
        [
            "quarksScaled": { vector in
                let quarks = try quarks(vector.input)
                let to = try vector.input["to"].int()
                try expect(vector.out, vector) { try quarks.scaled(to: to) }
            },
            "decimalToQuarks": { vector in
                let value = try decimal(vector.input["value"])
                let decimals = try vector.input["decimals"].int()
                try expect(vector.out, vector) {
                    try Quarks(fiatDecimal: value, currencyCode: .usd, decimals: decimals)
                }
            },
            "quarksArithmetic": { vector in
                let left = try quarks(vector.input["lhs"])
                let right = try quarks(vector.input["rhs"])
                try expect(vector.out["adding"], vector) { try left.adding(right) }
                try expect(vector.out["subtracting"], vector) { try left.subtracting(right) }
                try expect(vector.out["subtractingScaled"], vector) { try left.subtractingScaled(right) }
            },
            "quarksCompare": { vector in
                let currency = try currency(vector.input)
                let sides = try ["lhs", "rhs"].map { side in
                    Quarks(
                        quarks: try vector.input[side]["quarks"].uint64(), currencyCode: currency,
                        decimals: try vector.input[side]["decimals"].int())
                }
                let order = try vector.out["order"].int()
                #expect(try sides[0].compare(to: sides[1]) == order, "\(vector)")
                #expect((sides[0] < sides[1]) == (order < 0), "\(vector)")
                #expect((sides[0] > sides[1]) == (order > 0), "\(vector)")
            },
            "calculateFee": { vector in
                let quarks = Quarks(
                    quarks: try vector.input["quarks"].uint64(), currencyCode: .usd, decimals: 6)
                let bps = try vector.input["bps"].int()
                try expect(vector.out, vector) { try quarks.calculateFee(bps: bps) }
            },
        ]
    }

    private var exchangeGroups: Handlers {
        [
            "usdfFromQuarks": { vector in
                let value = try ExchangedFiat.computeFromQuarks(
                    quarks: try vector.input["quarks"].uint64(), mint: .usdf, rate: try rate(vector.input),
                    supplyFromBonding: nil)
                try expectNative(value.nativeAmount, vector.out["native"], vector)
                #expect(value.nativeAmount.formatted() == (try vector.out["formatted"].string()), "\(vector)")
            },
            "usdfFromNative": { vector in
                let native = FiatAmount(
                    value: try decimal(vector.input["native"]), currency: try currency(vector.input))
                let value = try ExchangedFiat(nativeAmount: native, rate: try rate(vector.input))
                #expect(value.quarks == (try vector.out["quarks"].uint64()), "\(vector)")
                try expectNative(try value.usdfValue, vector.out["usd"], vector)
            },
            "bondedFromQuarks": { vector in
                let value = try ExchangedFiat.computeFromQuarks(
                    quarks: try vector.input["quarks"].uint64(), mint: try #require(bonded),
                    rate: try rate(vector.input), supplyFromBonding: try vector.input["supplyQuarks"].optionalUInt64())
                try expectExchanged(value, vector.out, vector)
            },
            "fromEntered": { vector in
                let amount = FiatAmount(
                    value: try decimal(vector.input["amount"]), currency: try currency(vector.input))
                let value = try ExchangedFiat.computeFromEntered(
                    amount: amount, rate: try rate(vector.input), mint: try mint(vector.input),
                    supplyFromBonding: try vector.input["supplyQuarks"].optionalUInt64(),
                    balanceUSD: vector.input["balanceUSD"].isNull ? nil : try decimal(vector.input["balanceUSD"]),
                    tokenBalanceQuarks: try vector.input["tokenBalanceQuarks"].optionalUInt64())
                #expect((value == nil) == vector.out.isNull, "\(vector)")
                if let value { try expectExchanged(value, vector.out, vector) }
            },
            "sufficientFunds": { vector in
                let native = FiatAmount(
                    value: try decimal(vector.input["requested"]), currency: try currency(vector.input))
                let requested = try ExchangedFiat(nativeAmount: native, rate: try rate(vector.input))
                let result = try SufficientFunds.check(
                    requested: requested, balanceQuarks: try vector.input["balanceQuarks"].optionalUInt64(),
                    supplyFromBonding: nil)
                let word = try vector.out["result"].string()
                switch result {
                case .sufficient(let amount):
                    #expect(word == "sufficient", "\(vector)")
                    try expectExchanged(amount, vector.out["send"], vector)
                case .insufficient(let shortfall):
                    #expect(word == "insufficient", "\(vector)")
                    #expect((shortfall == nil) == vector.out["shortfall"].isNull, "\(vector)")
                    if let shortfall { try expectExchanged(shortfall, vector.out["shortfall"], vector) }
                }
            },
            "serverCheck": { vector in
                let supply = try vector.input["supplyQuarks"].uint64()
                let failure = ExchangeDataRules.check(
                    quarks: try vector.input["quarks"].uint64(),
                    nativeAmount: try vector.input["nativeAmount"].double(), rate: try vector.input["rate"].double(),
                    currencyCode: try vector.input["currency"].string(),
                    pricing: vector.input["mint"].optionalString == "usdf"
                        ? .core : .launchpad(supplyFromBonding: supply))
                #expect((failure?.message ?? "ok") == (try vector.out["result"].string()), "\(vector)")
            },
        ]
    }

    private var feeGroups: Handlers {
        [
            "launchpadSellFee": { vector in
                let amount = try ExchangedFiat(
                    onChainAmount: TokenAmount(quarks: try vector.input["quarks"].uint64(), mint: try #require(bonded)),
                    nativeAmount: FiatAmount(value: try decimal(vector.input["native"]), currency: .usd),
                    currencyRate: .oneToOne)
                let fee = try amount.launchpadSellFee(bps: try vector.input["bps"].int())
                #expect(fee.quarks == (try vector.out["feeQuarks"].uint64()), "\(vector)")
                try expectNative(fee.nativeAmount, vector.out["feeNative"], vector)
                let rest = try amount.subtractingFee(fee.onChainAmount)
                #expect(rest.quarks == (try vector.out["remainingQuarks"].uint64()), "\(vector)")
                try expectNative(rest.nativeAmount, vector.out["remainingNative"], vector)
            },
            "grossUpSellFee": { vector in
                let value = FiatAmount(value: try decimal(vector.input["value"]), currency: .usd)
                let gross = try value.grossingUpLaunchpadSellFee(bps: try vector.input["bps"].int())
                try expectNative(gross, vector.out["value"], vector)
            },
            "spendable": { vector in
                let balance = FiatAmount(value: try decimal(vector.input["balance"]), currency: .usd)
                let bps = try vector.input["bps"].int()
                try expectNative(try balance.spendableUnderGrossedUpSellFee(bps: bps), vector.out["grossedUp"], vector)
                try expectNative(try balance.spendableUnderSellFeeOnTop(bps: bps), vector.out["onTop"], vector)
            },
            "entryAffordableAfterFee": { vector in
                let currency = try currency(vector.input)
                let entered = FiatAmount(value: try decimal(vector.input["entered"]), currency: currency)
                let corrected = try entered.entryAffordableAfterFee(
                    balance: FiatAmount(value: try decimal(vector.input["balance"]), currency: currency),
                    feeBps: try vector.input["bps"].int(), isFeeOnTop: try vector.input["feeOnTop"].bool())
                #expect((corrected == nil) == vector.out.isNull, "\(vector)")
                if let corrected { try expectNative(corrected, vector.out["value"], vector) }
            },
            "launchPaymentSplit": { vector in
                let split = try LaunchPaymentSplit(
                    purchaseUSD: try decimal(vector.input["purchaseUSD"]), feeUSD: try decimal(vector.input["feeUSD"]),
                    rate: .oneToOne, paymentMint: try #require(bonded),
                    supplyFromBonding: try vector.input["supplyQuarks"].uint64(),
                    balanceUSD: try decimal(vector.input["balanceUSD"]))
                #expect(split?.swap.quarks == (try vector.out["swapQuarks"].optionalUInt64()), "\(vector)")
                #expect(split?.fee.quarks == (try vector.out["feeQuarks"].optionalUInt64()), "\(vector)")
            },
            "displayable": { vector in
                let amount = FiatAmount(value: try decimal(vector.input["value"]), currency: try currency(vector.input))
                #expect(amount.hasDisplayableValue == (try vector.out["hasDisplayableValue"].bool()), "\(vector)")
                #expect(amount.isApproximatelyZero == (try vector.out["isApproximatelyZero"].bool()), "\(vector)")
                try expectNative(try amount.flooredToSmallestUnit(), vector.out["floored"], vector)
            },
        ]
    }

    private var textGroups: Handlers {
        [
            "format": { vector in
                let amount = FiatAmount(value: try decimal(vector.input["value"]), currency: try currency(vector.input))
                let minimum = vector.input["minimumFractionDigits"]
                let text = amount.formatted(
                    minimumFractionDigits: minimum.isNull ? nil : try minimum.int(),
                    suffix: vector.input["suffix"].optionalString, locale: try locale(vector.input))
                #expect(text == (try vector.out["text"].string()), "\(vector)")
            },
            "compact": { vector in
                let value = try Decimal(wireValue: try vector.input["value"].double())
                let amount = FiatAmount(value: value, currency: try currency(vector.input))
                let text = amount.formattedCompact(locale: try locale(vector.input))
                #expect(text == (try vector.out["text"].string()), "\(vector)")
            },
        ]
    }

    private var entryGroups: Handlers {
        [
            "parseAmount": { vector in
                let separator = try #require(try vector.input["separator"].string().first)
                let value = AmountValidator(separator: separator).validate(try vector.input["text"].string())
                #expect(value?.plainText == vector.out["value"].optionalString, "\(vector)")
            },
            "keypad": { vector in
                var keypad = AmountKeypad(
                    maxIntegerDigits: try vector.input["maxIntegerDigits"].int(),
                    maxDecimalDigits: try vector.input["maxDecimalDigits"].int())
                for key in try vector.input["keys"].string() {
                    switch key {
                    case "<": keypad.press(.delete)
                    case ".": keypad.press(.separator)
                    default: keypad.press(.digit(try #require(key.wholeNumberValue)))
                    }
                }
                #expect(keypad.content == (try vector.out["content"].string()), "\(vector)")
            },
            "withinDisplayLimit": { vector in
                let currency = try currency(vector.input)
                let maximum = FiatAmount(value: try decimal(vector.input["max"]), currency: currency)
                let value = AmountValidator().validate(try vector.input["entered"].string())
                let isWithin = try value.map { value in
                    try FiatAmount(value: value, currency: currency).isWithinDisplayLimit(maximum)
                }
                #expect((isWithin ?? false) == (try vector.out["ok"].bool()), "\(vector)")
            },
        ]
    }

    private var validatorGroups: Handlers {
        [
            "email": { vector in
                let value = EmailValidator().validate(try vector.input["text"].string())
                #expect(value == vector.out["value"].optionalString, "\(vector)")
            },
            "length": { vector in
                let validator = LengthValidator(maxLength: try vector.input["maxLength"].int())
                let value = validator.validate(try vector.input["text"].string())
                #expect(value == vector.out["value"].optionalString, "\(vector)")
            },
            "displayName": { vector in
                let text = try vector.input["text"].string()
                #expect(DisplayNameValidator().validate(text) == vector.out["value"].optionalString, "\(vector)")
                #expect(DisplayNameValidator().remaining(in: text) == (try vector.out["remaining"].int()), "\(vector)")
            },
            "currencyName": { vector in
                let value = CurrencyNameValidator().validate(try vector.input["text"].string())
                #expect(value == vector.out["value"].optionalString, "\(vector)")
            },
        ]
    }
}

// Reading of vectors.
extension MoneyVectorTests {
    private func decimal(_ value: JSONValue) throws -> Decimal {
        try #require(Decimal(plainText: try value.string()))
    }

    private func currency(_ input: JSONValue) throws -> CurrencyCode {
        try CurrencyCode(currencyCode: try input["currency"].string())
    }

    private func locale(_ input: JSONValue) throws -> NumberLocale {
        try #require(NumberLocale(identifier: try input["locale"].string()))
    }

    private func rate(_ input: JSONValue) throws -> Rate {
        input["fx"].isNull ? .oneToOne : Rate(fx: try decimal(input["fx"]), currency: try currency(input))
    }

    private func mint(_ input: JSONValue) throws -> PublicKey {
        try input["mint"].string() == "usdf" ? .usdf : try #require(bonded)
    }

    private func quarks(_ input: JSONValue) throws -> Quarks {
        Quarks(
            quarks: try input["quarks"].uint64(),
            currencyCode: input["currency"].isNull ? .usd : try currency(input), decimals: try input["decimals"].int())
    }

    /// Compares a result or its error with `expected`.
    private func expect(
        _ expected: JSONValue, _ vector: MoneyVectors.Case, _ operation: () throws -> Quarks
    ) throws {
        do {
            let result = try operation()
            #expect(String(result.quarks) == expected["quarks"].optionalString, "\(vector)")
            if !expected["decimals"].isNull {
                #expect(result.decimals == (try expected["decimals"].int()), "\(vector)")
            }
        } catch let error as MoneyError {
            #expect("\(error.name)" == expected["error"].optionalString, "\(vector)")
        }
    }

    /// Compares at the twelve places that vectors have.
    private func expectNative(_ amount: FiatAmount, _ expected: JSONValue, _ vector: MoneyVectors.Case) throws {
        #expect(try ExactRational(amount.value).text(places: 12) == expected.optionalString.map(canonical), "\(vector)")
    }

    /// Vectors keep trailing zeros of some inputs.
    private func canonical(_ text: String) -> String {
        DecimalText(text)?.description ?? text
    }

    private func expectExchanged(_ value: ExchangedFiat, _ expected: JSONValue, _ vector: MoneyVectors.Case) throws {
        #expect(value.quarks == (try expected["quarks"].uint64()), "\(vector)")
        try expectNative(value.nativeAmount, expected["native"], vector)
    }
}

extension MoneyError {
    /// The case's name, as vectors write it.
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
