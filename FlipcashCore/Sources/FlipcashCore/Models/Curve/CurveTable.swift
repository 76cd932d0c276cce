/// The price and cumulative tables of the discrete curve, in units of 10⁻¹⁸ (money specification §3.2).
///
/// The on-chain program holds these 210,001 numbers as constants. They are not the closed form rounded to 18 decimals:
/// a particular fixed-point exponential produced them, and ``price(step:)`` repeats it bit for bit. Both tables are
/// generated once, at the first use of the curve; this takes about 20 ms.
struct CurveTable: Sendable {
    /// The price per token within each step.
    let prices: [UInt128]
    /// The cost of all tokens below each step.
    let cumulative: [UInt128]

    static let entryCount = 210_001
    static let lastStep = entryCount - 1

    static let shared = CurveTable()

    private init() {
        var prices: [UInt128] = []
        var cumulative: [UInt128] = []
        prices.reserveCapacity(CurveTable.entryCount)
        cumulative.reserveCapacity(CurveTable.entryCount)
        var sum: UInt128 = 0
        for step in 0..<CurveTable.entryCount {
            let price = CurveTable.price(step: step)
            prices.append(price)
            cumulative.append(sum)
            sum += 100 * price
        }
        self.prices = prices
        self.cumulative = cumulative
    }

    /// The last step whose cumulative cost is at most `value`, capped at the last entry.
    func step(holding value: UInt128) -> Int {
        var low = 0
        var high = CurveTable.lastStep
        while low < high {
            let middle = (low + high + 1) / 2
            if cumulative[middle] <= value { low = middle } else { high = middle - 1 }
        }
        return low
    }
}

// Safe: for every step of the table all intermediates stay below 2¹²⁷ (`CurveTableTests` runs them all).
extension CurveTable {
    private static let one: Int128 = 1_000_000_000_000_000_000
    private static let half: Int128 = 500_000_000_000_000_000

    /// Price per token in units of 10⁻¹⁸ while the supply is within `step`, 0…210,000.
    ///
    /// The exponential reduces its argument by multiples of ln 2 and evaluates a rational approximation, with the
    /// roundings of the 18-decimal fixed-point library that produced the on-chain table.
    static func price(step: Int) -> UInt128 {
        let exponent = 87_717_527_352_100 * Int128(step)
        let doublings = doublings(in: exponent)
        let high = exponent - doublings * 69_314_718_036_912_381_649 / 100
        let low = doublings * 19_082_149_292_705_877 / 100_000_000
        let mantissa = exponentialNearZero(high: high, low: low)
        return (UInt128(mantissa) << UInt128(doublings) + 50) / 100
    }

    private static func doublings(in exponent: Int128) -> Int128 {
        let halfLn2: Int128 = 346_573_590_279_972_640
        let threeHalvesLn2: Int128 = 1_039_720_770_839_917_900
        let log2e: Int128 = 1_442_695_040_888_963_387
        if exponent <= halfLn2 { return 0 }
        if exponent < threeHalvesLn2 { return 1 }
        return ((log2e * exponent + half) / one + half) / one
    }

    /// e^(high − low) for a small argument.
    private static func exponentialNearZero(high: Int128, low: Int128) -> Int128 {
        let reduced = high - low
        let square = product(reduced, reduced)
        var polynomial = -1_653_390_220_546 + product(square, 41_381_367_970)
        polynomial = 66_137_563_214_379 + product(square, polynomial)
        polynomial = -2_777_777_777_701_559 + product(square, polynomial)
        polynomial = 166_666_666_666_666_019 + product(square, polynomial)
        let correction = reduced - product(polynomial, square)
        let scaled = (abs(reduced) * abs(correction) + half) / one
        let magnitude = (scaled * one + half) / (2 * one - correction)
        let quotient = (reduced < 0) == (correction < 0) ? magnitude : -magnitude
        // Uses `high` and `low` separately, as the original does, because their difference was rounded above.
        return one + quotient - low + high
    }

    /// The fixed-point product, rounded half away from zero.
    private static func product(_ left: Int128, _ right: Int128) -> Int128 {
        let magnitude = (abs(left) * abs(right) + half) / one
        return (left < 0) == (right < 0) ? magnitude : -magnitude
    }
}
