extension Natural {
    /// Returns the quotient, rounded down, and the remainder; nil when `divisor` is zero.
    func quotientAndRemainder(dividingBy divisor: Natural) -> (quotient: Natural, remainder: Natural)? {
        guard let top = divisor.limbs.last else { return nil }
        guard self >= divisor else { return (.zero, self) }
        if divisor.limbs.count == 1 {
            let (quotient, remainder) = dividedByLimb(top)
            return (quotient, Natural(remainder))
        }
        return longDivision(by: divisor, shift: top.leadingZeroBitCount)
    }

    /// Returns the quotient rounded to the nearest integer, halves up; nil when `divisor` is zero.
    func dividedHalfUp(by divisor: Natural) -> Natural? {
        guard let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor) else { return nil }
        return remainder + remainder >= divisor ? quotient + .one : quotient
    }

    /// Returns quotient and remainder of a division by one non-zero limb.
    func dividedByLimb(_ divisor: UInt64) -> (quotient: Natural, remainder: UInt64) {
        var quotient = limbs
        var remainder: UInt64 = 0
        for index in limbs.indices.reversed() {
            // Safe: the high word is a remainder by `divisor`, so the quotient fits one limb.
            (quotient[index], remainder) = divisor.dividingFullWidth((remainder, limbs[index]))
        }
        return (Natural(limbs: quotient), remainder)
    }

    /// Divides by a smaller number of at least two limbs (schoolbook division: Knuth, volume 2, algorithm D).
    ///
    /// Safe: the wrapping operations are on limbs whose carries and borrows are propagated explicitly.
    private func longDivision(by divisor: Natural, shift: Int) -> (quotient: Natural, remainder: Natural) {
        let v = (divisor << shift).limbs
        var u = (self << shift).limbs
        while u.count <= limbs.count { u.append(0) }
        let n = v.count
        var quotient = [UInt64](repeating: 0, count: u.count - n)
        for j in quotient.indices.reversed() {
            let digit = Natural.estimatedDigit(u[j + n], u[j + n - 1], u[j + n - 2], v[n - 1], v[n - 2])
            quotient[j] = Natural.subtractProduct(of: v, times: digit, from: &u, at: j)
        }
        return (Natural(limbs: quotient), Natural(limbs: Array(u[..<n])) >> shift)
    }

    /// Estimates a quotient digit from the three leading limbs of the rest; the estimate is exact or one too large.
    private static func estimatedDigit(
        _ u2: UInt64, _ u1: UInt64, _ u0: UInt64, _ v1: UInt64, _ v0: UInt64
    ) -> UInt64 {
        let leading = UInt128(u2) << 64 | UInt128(u1)
        var estimate = leading / UInt128(v1)
        var rest = leading % UInt128(v1)
        let limit = UInt128(1) << 64
        while estimate >= limit || estimate * UInt128(v0) > rest << 64 | UInt128(u0) {
            estimate -= 1
            rest += UInt128(v1)
            if rest >= limit { break }
        }
        return UInt64(truncatingIfNeeded: estimate)
    }

    /// Subtracts `digit` × `v` from `u` at limb `j`, and adds `v` back when the digit was one too large.
    ///
    /// - Returns: the corrected digit.
    private static func subtractProduct(of v: [UInt64], times digit: UInt64, from u: inout [UInt64], at j: Int)
        -> UInt64
    {
        var carry: UInt64 = 0
        var borrow: UInt64 = 0
        for i in v.indices {
            let product = UInt128(v[i]) * UInt128(digit) + UInt128(carry)
            carry = UInt64(truncatingIfNeeded: product >> 64)
            let (partial, under) = u[j + i].subtractingReportingOverflow(UInt64(truncatingIfNeeded: product))
            let (difference, underAgain) = partial.subtractingReportingOverflow(borrow)
            u[j + i] = difference
            borrow = under || underAgain ? 1 : 0
        }
        let (partial, under) = u[j + v.count].subtractingReportingOverflow(carry)
        let (difference, underAgain) = partial.subtractingReportingOverflow(borrow)
        u[j + v.count] = difference
        guard under || underAgain else { return digit }
        var carryBack: UInt64 = 0
        for i in v.indices {
            let sum = UInt128(u[j + i]) + UInt128(v[i]) + UInt128(carryBack)
            u[j + i] = UInt64(truncatingIfNeeded: sum)
            carryBack = UInt64(truncatingIfNeeded: sum >> 64)
        }
        u[j + v.count] = u[j + v.count] &+ carryBack
        return digit &- 1
    }
}

extension Natural: CustomStringConvertible {
    /// The decimal digits without grouping.
    var description: String {
        var groups: [UInt64] = []
        var rest = self
        while !rest.isZero {
            let (quotient, remainder) = rest.dividedByLimb(PowersOfTen.uint64[19])
            groups.append(remainder)
            rest = quotient
        }
        guard let first = groups.popLast() else { return "0" }
        return groups.reversed().reduce(into: String(first)) { text, group in
            let digits = String(group)
            text += String(repeating: "0", count: 19 - digits.utf8.count) + digits
        }
    }

    /// Reads ASCII `digits`; nil when there are none or when there are other characters.
    init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        self = .zero
        var group: UInt64 = 0
        var length = 0
        func appended() -> Natural { self * Natural(PowersOfTen.uint64[length]) + Natural(group) }
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            group = group * 10 + UInt64(digit - 0x30)
            length += 1
            if length == 19 {
                self = appended()
                (group, length) = (0, 0)
            }
        }
        self = appended()
    }
}
