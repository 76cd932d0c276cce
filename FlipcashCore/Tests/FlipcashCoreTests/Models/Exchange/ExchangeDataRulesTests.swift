import FlipcashAPI
import FlipcashTestKit
import Foundation
import ProtobufCodec
import Synchronization
import Testing

@testable import FlipcashCore

@Suite("Exchange data rules")
struct ExchangeDataRulesTests {
    private func check(
        _ quarks: UInt64, _ native: Double, _ rate: Double, _ currency: String = "usd",
        _ pricing: ExchangeDataRules.Pricing = .core
    ) -> ExchangeDataFailure? {
        ExchangeDataRules.check(
            quarks: quarks, nativeAmount: native, rate: rate, currencyCode: currency, pricing: pricing)
    }

    @Test("The accepted quarks extend exactly half a unit to either side")
    func check_core_boundsAreInclusive() {
        for (native, rate, currency, range) in [
            (5.0, 1.4, "cad", 3_567_858...3_575_000), (1000, 150, "jpy", 6_663_334...6_670_000),
            (10, 1, "usd", 9_995_000...10_005_000), (0.5, 1, "usd", 495_000...505_000),
        ] as [(Double, Double, String, ClosedRange<UInt64>)] {
            #expect(check(range.lowerBound, native, rate, currency) == nil, "\(native) \(currency)")
            #expect(check(range.upperBound, native, rate, currency) == nil, "\(native) \(currency)")
            #expect(check(range.lowerBound - 1, native, rate, currency) == .coreMismatch, "\(native) \(currency)")
            #expect(check(range.upperBound + 1, native, rate, currency) == .coreMismatch, "\(native) \(currency)")
        }
    }

    @Test("Amounts below half a unit are rejected, and the lower bound is never below it")
    func check_smallAmounts_haveAMinimum() {
        #expect(check(5000, 0.004, 1) == .belowMinimum)
        #expect(check(5000, 0.005, 1) == nil)
        #expect(check(4999, 0.005, 1) == .coreMismatch)
        #expect(check(10_000, 0.005, 1) == nil)
        // The double 0.005 is slightly above five thousandths, so one quark less than half a cent is too little.
        #expect(check(1, 0.4, 1, "jpy") == .belowMinimum)
        #expect(check(500_000, 0.5, 1, "jpy") == nil)
    }

    @Test("Currencies unknown to clients have two decimals; four known ones differ from the displayed decimals")
    func decimals_serverTable_decides() {
        #expect(ExchangeDataRules.decimals(ofCurrency: "xdr") == 2)
        #expect(ExchangeDataRules.decimals(ofCurrency: "JPY") == 2)
        #expect(ExchangeDataRules.decimals(ofCurrency: "uyu") == 0)
        #expect(ExchangeDataRules.decimals(ofCurrency: "pkr") == 2)
        #expect(ExchangeDataRules.decimals(ofCurrency: "bhd") == 3)
    }

    @Test("Extreme values and values that are not numbers are rejected without a trap")
    func check_extremeNumbers_areRefused() {
        #expect(check(0, 1, 1) == .noQuarks)
        #expect(check(1, 0, 1) == .noNativeAmount)
        #expect(check(1, -1, 1) == .noNativeAmount)
        #expect(check(1, .nan, 1) == .noNativeAmount)
        #expect(check(1, .infinity, 1) == .coreMismatch)
        #expect(check(1, 1, .nan) == .rateProof(.missingRequiredFields))
        #expect(check(1, 1, .infinity) == .rateProof(.missingRequiredFields))
        #expect(check(1, 1, 0) == .rateProof(.missingRequiredFields))
        #expect(check(.max, .greatestFiniteMagnitude, .leastNonzeroMagnitude) == .coreMismatch)
        #expect(check(.max, .leastNonzeroMagnitude, .greatestFiniteMagnitude) == .belowMinimum)
        #expect(check(.max, 1, 1, "usd", .launchpad(supplyFromBonding: 0)) == .launchpadMismatch)
        #expect(check(1, 1, 1, "usd", .launchpad(supplyFromBonding: .max)) == .launchpadMismatch)
    }

    @Test("The server accepts the amounts that a client computes", arguments: [1, 2, 3] as [UInt64])
    func check_computedFromEntered_isAccepted(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bonded = try PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")
        for _ in 0..<300 {
            let wireRate = Double.random(in: 0.3...2000, using: &generator)
            let currency: CurrencyCode = [.cad, .eur, .jpy, .bhd, .krw].randomElement(using: &generator) ?? .cad
            let rate = try Rate(wireValue: wireRate, currencyCode: currency.rawValue)
            let units = UInt64.random(in: 1...1_000_000, using: &generator)
            let native = FiatAmount(
                value: try ExactRational(quarks: units, decimals: currency.digits).decimal, currency: currency)
            let supply = UInt64.random(in: 0...DiscreteBondingCurve.maxSupplyQuarks, using: &generator)
            for mint in [PublicKey.usdf, bonded] {
                let exchanged = try ExchangedFiat.computeFromEntered(
                    amount: native, rate: rate, mint: mint, supplyFromBonding: supply)
                guard let exchanged, exchanged.quarks > 0, exchanged.nativeAmount == native else { continue }
                let failure = check(
                    exchanged.quarks, native.wireValue, wireRate, currency.rawValue,
                    mint == .usdf ? .core : .launchpad(supplyFromBonding: supply))
                // Above this rate a core quark, or at a high price a token quark, can be worth more than the tolerance.
                let isFine = wireRate / 1_000_000 < 0.5 / pow(10, Double(currency.serverDigits)) && mint == .usdf
                if isFine { #expect(failure == nil, "\(native) at \(wireRate)") }
                if mint == bonded, failure != nil {
                    let unit =
                        try ExactRational(wireRate == 0 ? 0 : try Decimal(wireValue: wireRate))
                        * ExactRational(quarks: 101, decimals: 6)
                    #expect(
                        unit > ExactRational(quarks: 5, decimals: currency.serverDigits + 1), "\(native) at \(wireRate)"
                    )
                }
            }
        }
    }

    @Test("Dollar values round to the nearest millionth, halves up")
    func usdMicros_rounds() {
        #expect(ExchangeDataRules.usdMicros(nativeAmount: 5, rate: 1.4) == 3_571_429)
        #expect(ExchangeDataRules.usdMicros(nativeAmount: 0.0000005, rate: 1) == 0)
        #expect(ExchangeDataRules.usdMicros(nativeAmount: 0.5, rate: 1) == 500_000)
        #expect(ExchangeDataRules.usdMicros(nativeAmount: 1e300, rate: 1) == nil)
        #expect(ExchangeDataRules.usdMicros(nativeAmount: 1, rate: 0) == nil)
        #expect(ExchangeDataRules.usdMicros(nativeAmount: .nan, rate: 1) == nil)
    }
}

@Suite("Exchange data proofs")
struct ExchangeDataProofTests {
    private let node: KeyPair
    private let mint: PublicKey
    private let now = Instant(seconds: 1_767_225_600)

    init() throws {
        node = try KeyPair(seed: [UInt8](repeating: 7, count: 32))
        mint = try PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")
    }

    private var policy: ExchangeDataRules.ProofPolicy { .init(nodeKey: node.publicKey) }

    private func rateProof(age: Int64 = 0) throws -> Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate {
        let rate = Ocp_Currency_V1_CoreMintFiatExchangeRate.with {
            $0.currencyCode = "cad"
            $0.exchangeRate = 1.4
            $0.timestamp = .init(seconds: now.seconds - age)
        }
        let signature = node.sign(try rate.serializedBytes() as [UInt8])
        return .with {
            $0.exchangeRate = rate
            $0.signature = .with { $0.value = signature.bytes }
        }
    }

    private func reserveProof(
        age: Int64 = 0, supply: UInt64 = 10_000_000_000_000_000
    ) throws -> Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState {
        let state = Ocp_Currency_V1_LaunchpadCurrencyReserveState.with {
            $0.mint = .with { $0.value = mint.bytes }
            $0.supplyFromBonding = supply
            $0.timestamp = .init(seconds: now.seconds - age)
        }
        let signature = node.sign(try state.serializedBytes() as [UInt8])
        return .with {
            $0.reserveState = state
            $0.signature = .with { $0.value = signature.bytes }
        }
    }

    private func coreData(age: Int64 = 0) throws -> Ocp_Transaction_V1_VerifiedExchangeData {
        let proof = try rateProof(age: age)
        return .with {
            $0.mint = .with { $0.value = PublicKey.usdf.bytes }
            $0.quarks = 3_571_429
            $0.nativeAmount = 5
            $0.coreMintFiatExchangeRate = proof
        }
    }

    private func failure(_ data: Ocp_Transaction_V1_VerifiedExchangeData?) -> ExchangeDataFailure? {
        let received = data.map { ReceivedExchangeData($0) }
        do {
            _ = try ExchangeDataRules.checked(received, policy: policy, now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test("Valid core data passes, and the result has the proven values")
    func checked_core_passes() throws {
        let data = ReceivedExchangeData(try coreData())
        let exchange = try ExchangeDataRules.checked(data, policy: policy, now: now)
        #expect(exchange.mint == .usdf)
        #expect(exchange.quarks == 3_571_429)
        #expect(exchange.nativeAmount == 5)
        #expect(exchange.currencyCode == "cad")
        #expect(exchange.rate == 1.4)
        #expect(exchange.supplyFromBonding == nil)
        #expect(exchange.usdMicros == 3_571_429)
    }

    @Test("A proof that was found valid is not verified again, but its age and any change of it are checked")
    func checked_knownProof_isVerifiedOnce() throws {
        let checks = Mutex(0)
        let memory = ProofMemory(capacity: 8) { key, bytes, signature in
            checks.withLock { $0 += 1 }
            return key.verify(signature: signature, data: bytes)
        }
        func failure(
            _ data: Ocp_Transaction_V1_VerifiedExchangeData, at time: Instant, by key: PublicKey? = nil
        ) -> ExchangeDataFailure? {
            let policy = ExchangeDataRules.ProofPolicy(nodeKey: key ?? self.policy.nodeKey)
            do {
                _ = try ExchangeDataRules.checked(
                    ReceivedExchangeData(data), policy: policy, now: time, memory: memory)
                return nil
            } catch {
                return error
            }
        }
        let data = try coreData()
        for _ in 0..<3 { #expect(failure(data, at: now) == nil) }
        #expect(checks.withLock { $0 } == 1)
        #expect(failure(data, at: now.advanced(by: .seconds(901))) == .rateProof(.stale))

        var forged = data
        forged.coreMintFiatExchangeRate.exchangeRate.exchangeRate = 1.5
        var resigned = data
        resigned.coreMintFiatExchangeRate.signature.value[0] ^= 1
        for changed in [forged, resigned, forged] {
            #expect(failure(changed, at: now) == .rateProof(.invalidSignature))
        }
        #expect(failure(data, at: now, by: .usdf) == .rateProof(.invalidSignature))
        #expect(checks.withLock { $0 } == 5)
        #expect(memory.count == 1)
    }

    @Test("A memory of proofs is bounded, and forgets the oldest proof first")
    func isSigned_moreProofsThanRoom_forgetsTheOldest() throws {
        let checks = Mutex(0)
        let memory = ProofMemory(capacity: 2) { _, _, _ in
            checks.withLock { $0 += 1 }
            return true
        }
        let signature = node.sign([0] as [UInt8])
        for byte in [1, 2, 3, 2, 3, 1, 1, 3, 2] as [UInt8] {
            #expect(memory.isSigned([byte], by: .usdf, signature))
        }
        // 1, 2 and 3 are new; 1 was forgotten for 3, then 2 for 1, and then 3 for 2.
        #expect(checks.withLock { $0 } == 5)
        #expect(memory.count == 2)
    }

    @Test("Each violated rule has its message, in the server's order")
    func checked_brokenRules_areNamed() throws {
        #expect(failure(nil)?.message == "verified exchange data is required")
        #expect(failure(.init())?.message == "mint is required")
        var data = try coreData()
        data.mint = .with { $0.value = [1, 2, 3] }
        #expect(failure(data)?.message == "invalid mint")
        data = try coreData()
        data.quarks = 0
        data.nativeAmount = 0
        #expect(failure(data)?.message == "quarks must be greater than zero")
        data.quarks = 1
        #expect(failure(data)?.message == "native amount must be greater than zero")
        data.nativeAmount = 1
        data.clearCoreMintFiatExchangeRate()
        #expect(failure(data)?.message == "core mint fiat exchange rate is required")
        data = try coreData()
        data.launchpadCurrencyReserveState = try reserveProof()
        #expect(failure(data)?.message == "launchpad currency reserve state is not required for core mint")
        data = try coreData()
        data.quarks = 1
        #expect(failure(data)?.message == "native amount and quark value mismatch")
    }

    @Test("A rate proof must be complete, dated, fresh and signed; its age is checked before its signature")
    func checked_rateProof_isVerified() throws {
        let prefix = "exchange rate validation failed: "
        var data = try coreData()
        data.coreMintFiatExchangeRate.clearSignature()
        #expect(failure(data)?.message == prefix + "missing required fields")
        data = try coreData()
        data.coreMintFiatExchangeRate.exchangeRate.clearTimestamp()
        #expect(failure(data)?.message == prefix + "missing timestamp")
        data = try coreData(age: 901)
        data.coreMintFiatExchangeRate.signature.value = [UInt8](repeating: 0, count: 64)
        #expect(failure(data)?.message == prefix + "exchange rate is stale")
        #expect(failure(data)?.isStale == true)
        #expect(failure(try coreData(age: 900)) == nil)
        #expect(failure(try coreData(age: -60)) == nil)
        #expect(failure(try coreData(age: -61))?.message == prefix + "exchange rate is stale")
        data = try coreData()
        data.coreMintFiatExchangeRate.exchangeRate.exchangeRate = 1.5
        #expect(failure(data)?.message == prefix + "invalid signature")
        #expect(failure(data)?.isStale == false)
        data = try coreData()
        data.coreMintFiatExchangeRate.signature.value = [1]
        #expect(failure(data)?.message == prefix + "invalid signature")
    }

    @Test("A date outside the range of clocks is stale, past or future", arguments: [Int64.min, .min + 1, .max])
    func checked_absurdDate_isStale(seconds: Int64) throws {
        for nanos in [0, Int32.min, .max] {
            var data = try coreData()
            data.coreMintFiatExchangeRate.exchangeRate.timestamp = .init(seconds: seconds, nanos: nanos)
            #expect(failure(data)?.message == "exchange rate validation failed: exchange rate is stale")
        }
    }

    @Test("A value beyond the range of the records is out of range, not too small")
    func checked_hugeValue_isOutOfRange() throws {
        var data = try coreData()
        data.quarks = 10_000_000_000_000_000_000
        data.nativeAmount = 1.4 * 1e13
        #expect(failure(data) == .valueOutOfRange)
        #expect(failure(data)?.message == "native amount is out of range" && failure(data)?.isStale == false)
        data.quarks = 9_000_000_000_000_000_000
        data.nativeAmount = 1.4 * 9e12
        #expect(failure(data) == nil)
    }

    @Test("A launchpad payment needs a reserve proof of its own currency and its value on the curve")
    func checked_launchpad_isValuedAtTheProvenSupply() throws {
        let rate = try Rate(wireValue: 1.4, currencyCode: "cad")
        let exchanged = try #require(
            try ExchangedFiat.computeFromEntered(
                amount: FiatAmount(value: 5, currency: .cad), rate: rate, mint: mint,
                supplyFromBonding: 10_000_000_000_000_000))
        var data = try coreData()
        data.mint = .with { $0.value = mint.bytes }
        data.quarks = exchanged.quarks
        #expect(failure(data)?.message == "reserve state is required for launchpad currencies")
        data.launchpadCurrencyReserveState = try reserveProof()
        #expect(failure(data) == nil)
        data.launchpadCurrencyReserveState = try reserveProof(age: 901)
        #expect(failure(data)?.message == "reserve state validation failed: reserve state is stale")
        data.launchpadCurrencyReserveState = try reserveProof()
        data.launchpadCurrencyReserveState.reserveState.supplyFromBonding += 1
        #expect(failure(data)?.message == "reserve state validation failed: invalid signature")
        data.launchpadCurrencyReserveState = try reserveProof(supply: 20_000_000_000_000_000)
        #expect(failure(data)?.message == "native amount does not match expected sell value")
        data.mint = .with { $0.value = PublicKey.usdc.bytes }
        data.launchpadCurrencyReserveState = try reserveProof()
        #expect(failure(data)?.message == "reserve state mint does not match expected mint")
    }
}

@Suite("Send limits")
struct SendLimitTests {
    @Test("Payments are rejected above the currency's limit, above the enforced daily total, and without a limit")
    func allows_bounds_areInclusive() {
        func allows(_ native: Double, _ currency: String, _ usd: Int64, _ consumed: Int64) -> Bool {
            SendLimitRules.allows(
                nativeAmount: native, currencyCode: currency, usdMicros: usd, consumedUSDMicros: consumed)
        }
        #expect(allows(250, "usd", 250_000_000, 0))
        #expect(!allows(250.01, "usd", 250_010_000, 0))
        #expect(allows(1, "usd", 1_000_000, 1_199_000_000))
        #expect(!allows(1, "usd", 1_000_001, 1_199_000_000))
        #expect(!allows(1, "zwg", 1_000_000, 0))
        #expect(allows(8, "clf", 1_000_000, 0))
        #expect(!allows(.nan, "usd", 0, 0))
        #expect(!allows(1, "usd", .max, 1))
    }

    @Test("A day has room up to its last micro-dollar, and none on overflow")
    func fitsDay_bounds_areInclusive() {
        #expect(SendLimitRules.fitsDay(usdMicros: 1_200_000_000, consumedUSDMicros: 0))
        #expect(!SendLimitRules.fitsDay(usdMicros: 1_200_000_001, consumedUSDMicros: 0))
        #expect(!SendLimitRules.fitsDay(usdMicros: 1, consumedUSDMicros: 1_200_000_000))
        #expect(!SendLimitRules.fitsDay(usdMicros: .max, consumedUSDMicros: 1))
    }

    @Test("Advertised limits decrease with the amount sent and never fall below zero")
    func advertised_afterSpending_shrinks() throws {
        let fresh = try #require(SendLimitRules.advertised(currencyCode: "cad", rate: 1.4, consumedUSDMicros: 0))
        #expect(fresh.nextTransaction == 250)
        #expect(fresh.maxPerTransaction == 250)
        #expect(fresh.maxPerDay == 1400)
        let late = try #require(
            SendLimitRules.advertised(currencyCode: "cad", rate: 1.4, consumedUSDMicros: 900_000_000))
        #expect(late.nextTransaction == 140)
        let spent = try #require(
            SendLimitRules.advertised(currencyCode: "cad", rate: 1.4, consumedUSDMicros: 1_100_000_000))
        #expect(spent.nextTransaction == 0)
        #expect(SendLimitRules.advertised(currencyCode: "kid", rate: 1, consumedUSDMicros: 0) == nil)
        #expect(SendLimitRules.advertised(currencyCode: "cad", rate: .nan, consumedUSDMicros: 0) == nil)
    }

    @Test("A missing currency allows no payment, and limits become stale after fifteen minutes")
    func limits_missingCurrency_isZero() throws {
        let start = Instant(seconds: 1000)
        let cad = try SendLimit(wireNext: 140.5, maxPerTransaction: 250, maxPerDay: 1400, currency: .cad)
        let limits = Limits(sinceDate: start, fetchDate: start, sendLimits: [.cad: cad])
        #expect(limits.sendLimit(for: .cad).nextTransaction.value.plainText == "140.5")
        #expect(limits.sendLimit(for: .usd) == .zero(.usd))
        #expect(!limits.isStale(at: Instant(seconds: 1900)))
        #expect(!limits.isStale(at: start) && limits.isStale(at: Instant(seconds: 999)))
        #expect(limits.isStale(at: Instant(seconds: 1901)))
        let bound = try EntryFlow.giveOrSend.bound(cad)
        #expect(bound == cad.nextTransaction)
        #expect(try EntryFlow.maxEnterAmount(balance: .zero(.cad), bound: bound) == .zero(.cad))
        let rich = FiatAmount(value: 1000, currency: .cad)
        #expect(try EntryFlow.maxEnterAmount(balance: rich, bound: bound) == bound)
        let foreign = FiatAmount(value: 1, currency: .usd)
        #expect(try EntryFlow.maxEnterAmount(balance: rich, bound: foreign) == rich)
        #expect(try EntryFlow.withdraw.bound(cad) == nil)
    }
}
