import Benchmark
import BigInt
import Comparison
import FlipcashCore

/// Base58 in the usual way: divides the bytes as one big number by 58 repeatedly.
private enum BigBase58 {
    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var number = bytes.reduce(BigUInt(0)) { $0 << 8 + BigUInt($1) }
        var characters: [UInt8] = []
        while number > 0 {
            let (quotient, remainder) = number.quotientAndRemainder(dividingBy: 58)
            characters.append(alphabet[Int(remainder)])
            number = quotient
        }
        characters += bytes.prefix { $0 == 0 }.map { _ in alphabet[0] }
        return String(decoding: characters.reversed(), as: UTF8.self)
    }

    static func decode(_ text: String) -> [UInt8] {
        var number = BigUInt(0)
        for character in text.utf8 {
            guard let digit = alphabet.firstIndex(of: character) else { return [] }
            number = number * 58 + BigUInt(digit)
        }
        let zeros = text.utf8.prefix { $0 == alphabet[0] }.map { _ in UInt8(0) }
        return zeros + Array(number.serialize())
    }
}

func compareBase58() {
    let keys = (0..<64).compactMap { number in
        PublicKey(exactly: (0..<32).map { UInt8(truncatingIfNeeded: (number &+ 3) &* ($0 &+ 77) &* 29) })
    }
    let raw = keys.map(\.bytes)
    let texts = keys.map(\.base58)
    for (bytes, text) in zip(raw, texts) {
        precondition(BigBase58.encode(bytes) == text && BigBase58.decode(text) == bytes, "base58 differs")
    }

    let writing = Comparison("base58: write 32 bytes", calls: 64)
    writing.ours { call in blackHole(keys[call % keys.count].base58) }
    writing.rival("big-integer loop (BigInt)", reach: .times(10)) { call in
        blackHole(BigBase58.encode(raw[call % raw.count]))
    }

    let reading = Comparison("base58: read 32 bytes", calls: 64)
    reading.ours { call in blackHole(try? PublicKey(base58: texts[call % texts.count])) }
    reading.rival("big-integer loop (BigInt)", reach: .times(10)) { call in
        blackHole(BigBase58.decode(texts[call % texts.count]))
    }
}
