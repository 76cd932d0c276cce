import FlipcashCore
import Foundation
import Testing

@Suite("Payloads of circular codes", .namingVectorCases)
struct CashCodePayloadTests {
    @Test("Every payload of circular-code.json is read and written as published, and so is the currency table")
    func payloadVectors_allGroups_match() throws {
        let figure: Set = [
            "rings", "dot_diameter", "encode", "reed_solomon", "invalid_frames", "geometry", "svg",
        ]
        // The scanner's tests cover the figure and its encoding.
        try VectorFile.run(
            "circular-code", otherSuites: figure, ["payloads": checkPayload, "currencies": checkCurrency])
    }

    private func checkPayload(_ vector: VectorCase) throws {
        if try vector["kind"].int() == 2 {
            try checkTip(vector)
        } else {
            try checkCash(vector)
        }
    }

    private func checkCash(_ vector: VectorCase) throws {
        let published = try #require(Hexadecimal.decode(try vector["payload"].string()))
        guard case .cash(let payload)? = ScannedPayload(published) else {
            Issue.record("not read as cash")
            return
        }
        #expect(payload.bytes == published)
        #expect(Int(payload.kind.rawValue) == (try vector["kind"].int()))
        #expect(Int(payload.currencyIndex) == (try vector["currency_index"].int()))
        #expect(payload.unverifiedCurrency?.rawValue == vector["currency"].optionalString)
        #expect(payload.quarks == (try vector["quarks"].uint64()))
        #expect(Hexadecimal.encode(payload.nonceBytes) == (try vector["nonce"].string()))
        #expect(
            Hexadecimal.encode(payload.rendezvous.publicKey.bytes) == (try vector["rendezvous_public_key"].string()))
        #expect(payload.rendezvous.publicKey.base58 == (try vector["rendezvous_address"].string()))
        #expect(Hexadecimal.encode(Hash(sha256: published).bytes) == (try vector["rendezvous_seed"].string()))
        guard let nonce = CashCode.Nonce(payload.nonceBytes) else {
            #expect(payload.nonceBytes.last == 0)
            return
        }
        let currency = try #require(payload.unverifiedCurrency)
        let written = try CashCode.Payload(kind: payload.kind, currency: currency, quarks: payload.quarks, nonce: nonce)
        #expect(written == payload)
        let amount = try #require(payload.unverifiedAmount)
        #expect(try CashCode.Payload(kind: payload.kind, fiat: amount, nonce: nonce) == payload)
    }

    private func checkTip(_ vector: VectorCase) throws {
        let userID = try #require(UUID(uuidString: try vector["user_id"].string()))
        let published = try #require(Hexadecimal.decode(try vector["payload"].string()))
        #expect(ScannedPayload(published) == .tip(TipCode.Payload(userID: userID)))
        #expect(TipCode.Payload(userID: userID).bytes == published)
    }

    private func checkCurrency(_ vector: VectorCase) throws {
        #expect(CurrencyCode(rawValue: try vector.value.string()).map { Int($0.index) } == vector.index)
    }

    @Test("A payload never prints its bytes, which are the private key of the rendezvous")
    func description_payload_redacted() throws {
        let payload = try #require(CashCode.Payload([UInt8](repeating: 1, count: 20)))
        for text in ["\(payload)", String(reflecting: payload), "\(ScannedPayload.cash(payload))"] {
            #expect(text.contains("redacted"), "\(text)")
            #expect(!text.contains("1, 1"), "\(text)")
        }
        var dumped = ""
        dump(payload, to: &dumped)
        #expect(!dumped.contains("- 1"), "\(dumped)")
    }

    @Test("Short payloads are padded; long and unknown ones are ignored")
    func scannedPayload_oddInput_isPaddedOrNil() throws {
        #expect(ScannedPayload([]) == nil)
        #expect(ScannedPayload([9]) == nil)
        #expect(ScannedPayload([UInt8](repeating: 0xFF, count: 20)) == nil)
        #expect(ScannedPayload([UInt8](repeating: 0xFF, count: 40)) == nil)
        #expect(ScannedPayload([UInt8](repeating: 1, count: 21)) == nil)
        let short = try #require(CashCode.Payload([1, 142, 5]))
        #expect(short.bytes == [1, 142, 5] + [UInt8](repeating: 0, count: 17))
        #expect(short.quarks == 5)
        let tip = try #require(TipCode.Payload([2]))
        #expect(tip.userID.uuidString == "00000000-0000-0000-0000-000000000000")
    }

    @Test("A payload with a currency beyond the table is valid and keeps the raw index")
    func payload_unknownCurrency_staysReadable() throws {
        let payload = try #require(CashCode.Payload([1, 200, 1, 0, 0, 0, 0, 0, 0, 9]))
        #expect(payload.currencyIndex == 200)
        #expect(payload.unverifiedCurrency == nil && payload.unverifiedAmount == nil)
        #expect(payload.quarks == 1 + 9 << 56)
    }

    @Test("The amount hint of a code is exact, whatever its eight bytes are")
    func unverifiedAmount_allBytes_isExact() throws {
        let usd = CurrencyCode.usd.index
        let most = try #require(CashCode.Payload([1, usd] + [UInt8](repeating: 0xFF, count: 8)))
        #expect(most.unverifiedAmount?.value.plainText == "18446744073709.551615")
        let none = try #require(CashCode.Payload([1, usd]))
        #expect(none.unverifiedAmount == .zero(.usd))
    }

    @Test(
        "Amounts are millionths, halves rounded away from zero",
        arguments: [
            ("1000", CurrencyCode.jpy, 1_000_000_000 as UInt64), ("2.345", .bhd, 2_345_000), ("0", .usd, 0),
            ("0.0000004", .usd, 0), ("0.0000005", .usd, 1), ("19.9999995", .eur, 20_000_000),
            ("72057594037.927935", .usd, (1 << 56) - 1),
        ])
    func init_fiat_rounds(text: String, currency: CurrencyCode, quarks: UInt64) throws {
        let nonce = try #require(CashCode.Nonce(1...10))
        let value = try #require(Decimal(string: text))
        let payload = try CashCode.Payload(fiat: FiatAmount(value: value, currency: currency), nonce: nonce)
        #expect(payload.quarks == quarks && payload.kind == .multiMint)
        #expect(payload.unverifiedCurrency == currency)
    }

    @Test("Negative amounts and amounts of 2⁵⁶ millionths or more cannot be encoded")
    func init_impossibleAmount_throws() throws {
        let nonce = try #require(CashCode.Nonce(1...10))
        #expect(throws: CashCode.PayloadError.amountTooLarge) {
            try CashCode.Payload(currency: .usd, quarks: 1 << 56, nonce: nonce)
        }
        for (value, error) in [
            (Decimal(-1), CashCode.PayloadError.negativeAmount), (Decimal(100_000_000_000), .amountTooLarge),
            (Decimal.nan, .amountTooLarge), (Decimal(string: "1e30") ?? 0, .amountTooLarge),
            (Decimal(string: "-0.0000001") ?? 0, .negativeAmount), (Decimal(string: "-1e30") ?? 0, .negativeAmount),
        ] {
            #expect(throws: error) {
                try CashCode.Payload(fiat: FiatAmount(value: value, currency: .usd), nonce: nonce)
            }
        }
    }

    @Test("A nonce never ends in zero, even if the source returns zeros")
    func nonce_drawing_redrawsFinalZero() throws {
        #expect(CashCode.Nonce([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]) == nil)
        #expect(CashCode.Nonce([1, 2]) == nil)
        let nonce = CashCode.Nonce(drawing: FinalZeroTwice())
        #expect(nonce.bytes == [7, 7, 7, 7, 7, 7, 7, 7, 7, 3])
    }
}

/// Returns two nonces that end in zero, then a valid one.
private final class FinalZeroTwice: RandomSource, @unchecked Sendable {
    private var calls = 0  // used by only one test on one thread

    func bytes(_ count: Int) -> [UInt8] {
        calls += 1
        return [UInt8](repeating: 7, count: count - 1) + [calls < 3 ? 0 : UInt8(calls)]
    }
}
