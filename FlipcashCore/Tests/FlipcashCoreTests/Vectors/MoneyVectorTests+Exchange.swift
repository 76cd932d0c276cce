import Foundation
import Testing

@testable import FlipcashCore

extension MoneyVectorTests {
    var exchangeGroups: Handlers {
        [
            "usdfFromQuarks": { vector in
                let value = try ExchangedFiat.computeFromQuarks(
                    quarks: try vector.input["quarks"].uint64(), mint: .usdf, rate: try rate(vector.input),
                    supplyFromBonding: nil)
                try expectNative(value.nativeAmount, vector.out["native"])
                #expect(value.nativeAmount.formatted() == (try vector.out["formatted"].string()))
            },
            "usdfFromNative": { vector in
                let native = FiatAmount(
                    value: try decimal(vector.input["native"]), currency: try currency(vector.input))
                let value = try ExchangedFiat(nativeAmount: native, rate: try rate(vector.input))
                #expect(value.quarks == (try vector.out["quarks"].uint64()))
                try expectNative(try value.usdfValue, vector.out["usd"])
            },
            "bondedFromQuarks": { vector in
                let value = try ExchangedFiat.computeFromQuarks(
                    quarks: try vector.input["quarks"].uint64(), mint: try #require(bonded),
                    rate: try rate(vector.input), supplyFromBonding: try vector.input["supplyQuarks"].optionalUInt64())
                try expectExchanged(value, vector.out)
            },
            "fromEntered": { vector in
                let amount = FiatAmount(
                    value: try decimal(vector.input["amount"]), currency: try currency(vector.input))
                let value = try ExchangedFiat.computeFromEntered(
                    amount: amount, rate: try rate(vector.input), mint: try mint(vector.input),
                    supplyFromBonding: try vector.input["supplyQuarks"].optionalUInt64(),
                    balanceUSD: vector.input["balanceUSD"].isNull ? nil : try decimal(vector.input["balanceUSD"]),
                    tokenBalanceQuarks: try vector.input["tokenBalanceQuarks"].optionalUInt64())
                #expect((value == nil) == vector.out.isNull)
                if let value { try expectExchanged(value, vector.out) }
            },
            "sufficientFunds": { vector in
                let native = FiatAmount(
                    value: try decimal(vector.input["requested"]), currency: try currency(vector.input))
                let (rate, mint) = (try rate(vector.input), try mint(vector.input))
                let supply = try vector.input["supplyQuarks"].optionalUInt64()
                let requested = try #require(
                    mint.isDollarMint
                        ? try ExchangedFiat(nativeAmount: native, rate: rate)
                        : try ExchangedFiat.computeFromEntered(
                            amount: native, rate: rate, mint: mint, supplyFromBonding: supply))
                let result = try SufficientFunds.check(
                    requested: requested, balanceQuarks: try vector.input["balanceQuarks"].optionalUInt64(),
                    supplyFromBonding: supply)
                let word = try vector.out["result"].string()
                switch result {
                case .sufficient(let amount):
                    #expect(word == "sufficient")
                    try expectExchanged(amount, vector.out["send"])
                case .insufficient(let shortfall):
                    #expect(word == "insufficient")
                    #expect((shortfall == nil) == vector.out["shortfall"].isNull)
                    if let shortfall { try expectExchanged(shortfall, vector.out["shortfall"]) }
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
                #expect((failure?.message ?? "ok") == (try vector.out["result"].string()))
            },
        ]
    }

    var feeGroups: Handlers {
        [
            "launchpadSellFee": { vector in
                let amount = try ExchangedFiat(
                    onChainAmount: TokenAmount(quarks: try vector.input["quarks"].uint64(), mint: try #require(bonded)),
                    nativeAmount: FiatAmount(value: try decimal(vector.input["native"]), currency: .usd),
                    currencyRate: .oneToOne)
                let fee = try amount.launchpadSellFee(bps: try vector.input["bps"].int())
                #expect(fee.quarks == (try vector.out["feeQuarks"].uint64()))
                try expectNative(fee.nativeAmount, vector.out["feeNative"])
                let rest = try amount.subtractingFee(fee.onChainAmount)
                #expect(rest.quarks == (try vector.out["remainingQuarks"].uint64()))
                try expectNative(rest.nativeAmount, vector.out["remainingNative"])
            },
            "grossUpSellFee": { vector in
                let value = FiatAmount(value: try decimal(vector.input["value"]), currency: .usd)
                let gross = try value.grossingUpLaunchpadSellFee(bps: try vector.input["bps"].int())
                try expectNative(gross, vector.out["value"])
            },
            "spendable": { vector in
                let balance = FiatAmount(value: try decimal(vector.input["balance"]), currency: .usd)
                let bps = try vector.input["bps"].int()
                try expectNative(try balance.spendableUnderGrossedUpSellFee(bps: bps), vector.out["grossedUp"])
                try expectNative(try balance.spendableUnderSellFeeOnTop(bps: bps), vector.out["onTop"])
            },
            "entryAffordableAfterFee": { vector in
                let currency = try currency(vector.input)
                let entered = FiatAmount(value: try decimal(vector.input["entered"]), currency: currency)
                let corrected = try entered.entryAffordableAfterFee(
                    balance: FiatAmount(value: try decimal(vector.input["balance"]), currency: currency),
                    feeBps: try vector.input["bps"].int(), isFeeOnTop: try vector.input["feeOnTop"].bool())
                #expect((corrected == nil) == vector.out.isNull)
                if let corrected { try expectNative(corrected, vector.out["value"]) }
            },
            "launchPaymentSplit": { vector in
                let split = try LaunchPaymentSplit(
                    purchaseUSD: try decimal(vector.input["purchaseUSD"]), feeUSD: try decimal(vector.input["feeUSD"]),
                    rate: .oneToOne, paymentMint: try #require(bonded),
                    supplyFromBonding: try vector.input["supplyQuarks"].uint64(),
                    balanceUSD: try decimal(vector.input["balanceUSD"]))
                #expect(split?.swap.quarks == (try vector.out["swapQuarks"].optionalUInt64()))
                #expect(split?.fee.quarks == (try vector.out["feeQuarks"].optionalUInt64()))
                // Capped or not, the displayed amounts are the accepted ones.
                guard let split else { return }
                #expect(split.swap.nativeAmount.value == (try decimal(vector.input["purchaseUSD"])))
                #expect(split.fee.nativeAmount.value == (try decimal(vector.input["feeUSD"])))
            },
            "displayable": { vector in
                let amount = FiatAmount(value: try decimal(vector.input["value"]), currency: try currency(vector.input))
                #expect(amount.hasDisplayableValue == (try vector.out["hasDisplayableValue"].bool()))
                #expect(amount.isApproximatelyZero == (try vector.out["isApproximatelyZero"].bool()))
                try expectNative(try amount.flooredToSmallestUnit(), vector.out["floored"])
            },
        ]
    }
}
