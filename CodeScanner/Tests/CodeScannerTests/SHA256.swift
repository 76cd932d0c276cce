/// A simple SHA-256, because this package has no cryptography dependency.
func sha256(_ message: [UInt8]) -> String {
    var state = roots(of: 8, root: 1.0 / 2)
    let constants = roots(of: 64, root: 1.0 / 3)
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += (0..<8).map { UInt8(truncatingIfNeeded: UInt64(message.count * 8) >> UInt64(56 - 8 * $0)) }
    for block in stride(from: 0, to: padded.count, by: 64) {
        var words = (0..<16).map { word in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(padded[block + 4 * word + $1]) }
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
            let second = rotate(late, 17) ^ rotate(late, 19) ^ late >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var now = state
        for index in 0..<64 {
            let sum = rotate(now[4], 6) ^ rotate(now[4], 11) ^ rotate(now[4], 25)
            let choice = now[4] & now[5] ^ ~now[4] & now[6]
            let first = now[7] &+ sum &+ choice &+ constants[index] &+ words[index]
            let majority = now[0] & now[1] ^ now[0] & now[2] ^ now[1] & now[2]
            let second = (rotate(now[0], 2) ^ rotate(now[0], 13) ^ rotate(now[0], 22)) &+ majority
            now = [first &+ second, now[0], now[1], now[2], now[3] &+ first, now[4], now[5], now[6]]
        }
        state = zip(state, now).map { $0 &+ $1 }
    }
    return state.map { word in
        let text = String(word, radix: 16)
        return String(repeating: "0", count: 8 - text.count) + text
    }.joined()
}

private func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 { value >> count | value << (32 - count) }

/// The first 32 fractional bits of the roots of the first primes.
private func roots(of count: Int, root: Double) -> [UInt32] {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < count {
        if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
        candidate += 1
    }
    return primes.map { prime in fractionBits(prime, isSquare: root == 1.0 / 2) }
}

/// Searches over integers to be exact; `Double` has too few bits.
private func fractionBits(_ prime: Int, isSquare: Bool) -> UInt32 {
    var low: UInt64 = 0
    var high: UInt64 = 1 << 37  // roots below 32
    while low + 1 < high {
        let middle = (low + high) / 2
        if isAtMost(middle, prime, isSquare: isSquare) { low = middle } else { high = middle }
    }
    return UInt32(truncatingIfNeeded: low)
}

/// Whether (value / 2³²) to the second or third power is at most the prime.
private func isAtMost(_ value: UInt64, _ prime: Int, isSquare: Bool) -> Bool {
    let square = value.multipliedFullWidth(by: value)
    if isSquare { return square.high < UInt64(prime) || (square.high == UInt64(prime) && square.low == 0) }
    // value³ / 2⁹⁶ ≤ prime, with value² = high · 2⁶⁴ + low
    let upper = square.high.multipliedFullWidth(by: value)
    let lower = square.low.multipliedFullWidth(by: value)
    let (sum, carry) = upper.low.addingReportingOverflow(lower.high)
    let top = upper.high + (carry ? 1 : 0)
    return (top << 32 | sum >> 32) < UInt64(prime)
}
