extension CodeGeometry {
    /// One of the six rings of bits; lengths are fractions of the code's radius.
    struct Ring: Hashable, Sendable {
        let firstBit: Int
        let bitCount: Int
        let radius: Double

        /// A cyclic run of set bits.
        struct Run: Hashable, Sendable {
            var first: Int
            var length: Int
        }

        static let badgeRadius = 0.32
        static let pitch = (0.95 - 0.425) / 6
        static let dotDiameter = 0.75 * pitch

        /// The rings from the inside out.
        static let all: [Ring] = {
            var firstBit = 0
            return [32, 40, 48, 56, 64, 72].enumerated().map { index, bitCount in
                defer { firstBit += bitCount }
                let middle = 0.425 + pitch * Double(index) + pitch / 2
                let towardsBadge = index == 0 ? badgeRadius / 10 : 0  // only ring 0 is moved inwards
                return Ring(firstBit: firstBit, bitCount: bitCount, radius: middle - towardsBadge)
            }
        }()

        var angleStep: Double { 2 * .pi / Double(bitCount) }

        func angle(of bit: Int) -> Double { angleStep * Double(bit) - .pi / 2 }

        /// The runs, ordered by first bit. A run that crosses twelve o'clock is the last.
        func runs(in bits: [Bool]) -> [Run] {
            guard let clear = bits.firstIndex(of: false) else { return [Run(first: 0, length: bits.count)] }
            var runs: [Run] = []
            var length = 0
            for offset in 1...bits.count {
                let bit = (clear + offset) % bits.count
                if bits[bit] {
                    length += 1
                } else if length > 0 {
                    runs.append(Run(first: (bit - length + bits.count) % bits.count, length: length))
                    length = 0
                }
            }
            return runs.sorted { $0.first < $1.first }
        }
    }
}
