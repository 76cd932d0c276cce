import FlipcashCore
import Foundation
import Testing

@Suite("Payloads of circular codes")
struct CashCodePayloadTests {
    @Test("Every cash payload of the vectors reads and writes as published, with its rendezvous")
    func payload_everyCashVector_matches() throws {
        for (index, vector) in try PayloadVectors.shared.get().payloads.enumerated() where vector.kind <= 1 {
            let name: Comment = "payloads[\(index)] \(vector.name)"
            let published = try #require(bytes(hex: vector.payload))
            guard case .cash(let payload)? = ScannedPayload(published) else {
                Issue.record("payloads[\(index)] \(vector.name) is not read as cash")
                continue
            }
            #expect(payload.bytes == published, name)
            #expect(payload.kind.rawValue == vector.kind, name)
            #expect(payload.currencyIndex == vector.currency_index, name)
            #expect(payload.unverifiedCurrency?.rawValue == vector.currency, name)
            #expect(payload.quarks == vector.quarks, name)
            #expect(hex(payload.nonceBytes) == vector.nonce, name)
            #expect(hex(payload.rendezvous.publicKey.bytes) == vector.rendezvous_public_key, name)
            #expect(payload.rendezvous.publicKey.base58 == vector.rendezvous_address, name)
            #expect(hex(Hash(sha256: published).bytes) == vector.rendezvous_seed, name)
            guard let nonce = CashCode.Nonce(payload.nonceBytes) else {
                #expect(payload.nonceBytes.last == 0, name)
                continue
            }
            let currency = try #require(payload.unverifiedCurrency)
            let written = try CashCode.Payload(
                kind: payload.kind, currency: currency, quarks: payload.quarks, nonce: nonce)
            #expect(written == payload, name)
            let amount = try #require(payload.unverifiedAmount)
            #expect(try CashCode.Payload(kind: payload.kind, fiat: amount, nonce: nonce) == payload, name)
        }
    }

    @Test("A payload prints nothing of its bytes, which are the rendezvous' private half")
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

    @Test("Every tip payload of the vectors reads and writes as published")
    func payload_everyTipVector_matches() throws {
        for (index, vector) in try PayloadVectors.shared.get().payloads.enumerated() where vector.kind == 2 {
            let userID = try #require(UUID(uuidString: vector.user_id ?? ""))
            let published = try #require(bytes(hex: vector.payload))
            #expect(ScannedPayload(published) == .tip(TipCode.Payload(userID: userID)), "payloads[\(index)]")
            #expect(TipCode.Payload(userID: userID).bytes == published, "payloads[\(index)]")
        }
    }

    @Test("The currency table is the published one, in its order")
    func currencyIndex_everyVector_matches() throws {
        let currencies = try PayloadVectors.shared.get().currencies
        #expect(currencies == CurrencyCode.allCases.map(\.rawValue))
        for (index, code) in currencies.enumerated() {
            #expect(CurrencyCode(rawValue: code)?.index == UInt8(index))
        }
    }

    @Test("Short payloads are padded, long and foreign ones ignored")
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

    @Test("A currency beyond the table is kept raw and stays a payload")
    func payload_unknownCurrency_staysReadable() throws {
        let payload = try #require(CashCode.Payload([1, 200, 1, 0, 0, 0, 0, 0, 0, 9]))
        #expect(payload.currencyIndex == 200)
        #expect(payload.unverifiedCurrency == nil && payload.unverifiedAmount == nil)
        #expect(payload.quarks == 1 + 9 << 56)
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

    @Test("Negative amounts and amounts of 2⁵⁶ millionths cannot be written")
    func init_impossibleAmount_throws() throws {
        let nonce = try #require(CashCode.Nonce(1...10))
        #expect(throws: CashCode.PayloadError.amountTooLarge) {
            try CashCode.Payload(currency: .usd, quarks: 1 << 56, nonce: nonce)
        }
        for (value, error) in [
            (Decimal(-1), CashCode.PayloadError.negativeAmount), (Decimal(100_000_000_000), .amountTooLarge),
            (Decimal.nan, .amountTooLarge), (Decimal(string: "1e30") ?? 0, .amountTooLarge),
        ] {
            #expect(throws: error) {
                try CashCode.Payload(fiat: FiatAmount(value: value, currency: .usd), nonce: nonce)
            }
        }
    }

    @Test("A nonce never ends in zero, even when the source would have it so")
    func nonce_drawing_redrawsFinalZero() throws {
        #expect(CashCode.Nonce([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]) == nil)
        #expect(CashCode.Nonce([1, 2]) == nil)
        let nonce = CashCode.Nonce(drawing: FinalZeroTwice())
        #expect(nonce.bytes == [7, 7, 7, 7, 7, 7, 7, 7, 7, 3])
    }
}

/// Gives two nonces that end in zero, then a good one.
private final class FinalZeroTwice: RandomSource, @unchecked Sendable {
    private var calls = 0  // only one test on one thread draws

    func bytes(_ count: Int) -> [UInt8] {
        calls += 1
        return [UInt8](repeating: 7, count: count - 1) + [calls < 3 ? 0 : UInt8(calls)]
    }
}

/// The groups of `Tests/Vectors/circular-code.json` that concern payloads.
private struct PayloadVectors: Decodable {
    struct Payload: Decodable {
        var name: String
        var kind: UInt8
        var currency: String?
        var currency_index: UInt8?
        var quarks: UInt64?
        var nonce: String?
        var payload: String
        var user_id: String?
        var rendezvous_seed: String?
        var rendezvous_public_key: String?
        var rendezvous_address: String?
    }

    var payloads: [Payload]
    var currencies: [String]

    static let shared = Result {
        try JSONDecoder().decode(PayloadVectors.self, from: Data(contentsOf: file))
    }

    private static let file: URL = {
        if let folder = ProcessInfo.processInfo.environment["FLIPCASH_VECTORS"] {
            return URL(fileURLWithPath: folder).appendingPathComponent("circular-code.json")
        }
        let levels = 5  // from this file up to the repository
        return (0..<levels).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            .appendingPathComponent("Tests/Vectors/circular-code.json")
    }()
}

private func bytes(hex text: String) -> [UInt8]? {
    let digits = Array(text)
    guard digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).reduce(into: [UInt8]?.some([])) { result, index in
        guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else {
            result = nil
            return
        }
        result?.append(byte)
    }
}

private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
