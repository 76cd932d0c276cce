/// A natural number of any size, for the few places where money needs more than 128 bits.
///
/// Limbs are least significant first, without leading zeros; zero has no limbs.
struct Natural: Hashable, Sendable {
    private(set) var limbs: [UInt64]

    static let zero = Natural(limbs: [])
    static let one = Natural(1 as UInt64)

    init(_ value: UInt64) {
        limbs = value == 0 ? [] : [value]
    }

    init(_ value: UInt128) {
        self.init(limbs: [UInt64(truncatingIfNeeded: value), UInt64(truncatingIfNeeded: value >> 64)])
    }

    /// Creates a number from limbs and drops leading zeros.
    init(limbs: [UInt64]) {
        self.limbs = limbs
        while self.limbs.last == 0 { self.limbs.removeLast() }
    }

    var isZero: Bool { limbs.isEmpty }

    /// The number of significant bits; 0 for zero.
    var bitWidth: Int {
        guard let top = limbs.last else { return 0 }
        return limbs.count * 64 - top.leadingZeroBitCount
    }

    /// The value; nil when it does not fit 64 bits.
    var uint64: UInt64? { limbs.count <= 1 ? limbs.first ?? 0 : nil }

    /// The value; nil when it does not fit 128 bits.
    var uint128: UInt128? {
        guard limbs.count <= 2 else { return nil }
        return limbs.reversed().reduce(0) { $0 << 64 | UInt128($1) }
    }
}

extension Natural: Comparable {
    static func < (left: Natural, right: Natural) -> Bool {
        guard left.limbs.count == right.limbs.count else { return left.limbs.count < right.limbs.count }
        for index in left.limbs.indices.reversed() where left.limbs[index] != right.limbs[index] {
            return left.limbs[index] < right.limbs[index]
        }
        return false
    }
}

// Safe: every wrapping operation below is on single limbs whose carry is added to the next limb.
extension Natural {
    static func + (left: Natural, right: Natural) -> Natural {
        let (long, short) =
            left.limbs.count >= right.limbs.count ? (left.limbs, right.limbs) : (right.limbs, left.limbs)
        var result = long
        var carry: UInt64 = 0
        for index in long.indices {
            if index >= short.count && carry == 0 { break }
            let addend = index < short.count ? short[index] : 0
            let (partial, overflowed) = long[index].addingReportingOverflow(addend)
            let (sum, overflowedAgain) = partial.addingReportingOverflow(carry)
            result[index] = sum
            carry = overflowed || overflowedAgain ? 1 : 0
        }
        if carry != 0 { result.append(carry) }
        return Natural(limbs: result)
    }

    /// Returns `self − other`; nil when that would be negative.
    func subtracting(_ other: Natural) -> Natural? {
        guard other <= self else { return nil }
        var result = limbs
        var borrow: UInt64 = 0
        for index in limbs.indices {
            if index >= other.limbs.count && borrow == 0 { break }
            let subtrahend = index < other.limbs.count ? other.limbs[index] : 0
            let (partial, underflowed) = limbs[index].subtractingReportingOverflow(subtrahend)
            let (difference, underflowedAgain) = partial.subtractingReportingOverflow(borrow)
            result[index] = difference
            borrow = underflowed || underflowedAgain ? 1 : 0
        }
        return Natural(limbs: result)
    }

    /// `|self − other|`.
    func distance(to other: Natural) -> Natural {
        subtracting(other) ?? other.subtracting(self) ?? .zero
    }

    static func * (left: Natural, right: Natural) -> Natural {
        guard !left.isZero, !right.isZero else { return .zero }
        var result = [UInt64](repeating: 0, count: left.limbs.count + right.limbs.count)
        for i in left.limbs.indices {
            var carry: UInt64 = 0
            for j in right.limbs.indices {
                // At most (2⁶⁴−1)² + 2·(2⁶⁴−1) = 2¹²⁸ − 1, so this never overflows.
                let wide =
                    UInt128(left.limbs[i]) * UInt128(right.limbs[j]) + UInt128(result[i + j]) + UInt128(carry)
                result[i + j] = UInt64(truncatingIfNeeded: wide)
                carry = UInt64(truncatingIfNeeded: wide >> 64)
            }
            result[i + right.limbs.count] = carry
        }
        return Natural(limbs: result)
    }

    static func << (value: Natural, bits: Int) -> Natural {
        guard !value.isZero, bits > 0 else { return value }
        let (whole, part) = bits.quotientAndRemainder(dividingBy: 64)
        var result = [UInt64](repeating: 0, count: whole)
        var carry: UInt64 = 0
        for limb in value.limbs {
            result.append(limb << UInt64(part) | carry)
            carry = part == 0 ? 0 : limb >> UInt64(64 - part)
        }
        result.append(carry)
        return Natural(limbs: result)
    }

    static func >> (value: Natural, bits: Int) -> Natural {
        let (whole, part) = bits.quotientAndRemainder(dividingBy: 64)
        guard bits > 0, whole < value.limbs.count else { return bits > 0 ? .zero : value }
        var result: [UInt64] = []
        for index in whole..<value.limbs.count {
            let high = index + 1 < value.limbs.count ? value.limbs[index + 1] : 0
            let carried = part == 0 ? 0 : high << UInt64(64 - part)
            result.append(value.limbs[index] >> UInt64(part) | carried)
        }
        return Natural(limbs: result)
    }

    /// 10 to the power of `exponent`; a negative exponent counts as 0.
    static func powerOfTen(_ exponent: Int) -> Natural {
        var result = Natural.one
        var left = exponent
        while left > 0 {
            let step = Swift.min(left, 19)
            result = result * Natural(PowersOfTen.uint64[step])
            left -= step
        }
        return result
    }
}
