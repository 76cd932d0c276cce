import CodeScanner

/// A growing sequence of bits. Numbers are added with the most significant bit first.
struct QRBits: Hashable, Sendable {
    private(set) var count = 0
    private var bytes: [UInt8] = []

    /// Adds the lowest `width` bits of a number.
    mutating func append(_ value: Int, width: Int) {
        for bit in stride(from: width - 1, through: 0, by: -1) {
            if count % 8 == 0 { bytes.append(0) }
            if value >> bit & 1 == 1 { bytes[count / 8] |= 0x80 >> UInt8(count % 8) }
            count += 1
        }
    }

    /// The bits as bytes, with terminator and padding up to `length`.
    func padded(to length: Int) -> [UInt8] {
        var bits = self
        let terminatorBits = 4
        bits.append(0, width: max(min(terminatorBits, 8 * length - count), 0))
        let filler: [UInt8] = [0xEC, 0x11]
        let missing = max(length - bits.bytes.count, 0)
        return bits.bytes + (0..<missing).map { filler[$0 % 2] }
    }
}
