extension Array<UInt8> {
    /// Reads hexadecimal text; empty for text that is not hexadecimal.
    init(hex: String) {
        let digits = [Character](hex)
        self = stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    /// The bytes as lower-case hexadecimal digits.
    var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
