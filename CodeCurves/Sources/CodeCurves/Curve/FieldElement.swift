/// An element of the field of integers modulo p = 2²⁵⁵ − 19, in five limbs of 51 bits.
///
/// Used for public values only: point tests and conversions of public keys. Multiplication leaves limbs just above 51
/// bits, addition and subtraction at most 54. A product of such limbs fits in 128 bits, so the wrapping operators below
/// never wrap.
struct FieldElement {
    private var limbs: (UInt64, UInt64, UInt64, UInt64, UInt64)

    private static let mask: UInt64 = 1 << 51 - 1

    static let zero = FieldElement(limbs: (0, 0, 0, 0, 0))
    static let one = FieldElement(limbs: (1, 0, 0, 0, 0))
    /// The curve's d = −121665/121666.
    static let d = FieldElement(
        limbs: (
            929_955_233_495_203, 466_365_720_129_213, 1_662_059_464_998_953, 2_033_849_074_728_123,
            1_442_794_654_840_575
        ))

    private init(limbs: (UInt64, UInt64, UInt64, UInt64, UInt64)) {
        self.limbs = limbs
    }

    /// Reads the low 255 bits of 32 little-endian bytes. A value of p or more is reduced; bit 255 is ignored.
    init(_ bytes: Bytes32) {
        let words = bytes.withUnsafeBytes { buffer in
            (
                UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self)),
                UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: 16, as: UInt64.self)),
                UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
            )
        }
        limbs = (
            words.0 & Self.mask,
            (words.0 &>> 51 | words.1 &<< 13) & Self.mask,
            (words.1 &>> 38 | words.2 &<< 26) & Self.mask,
            (words.2 &>> 25 | words.3 &<< 39) & Self.mask,
            words.3 &>> 12 & Self.mask
        )
    }

    static func + (left: FieldElement, right: FieldElement) -> FieldElement {
        FieldElement(
            limbs: (
                left.limbs.0 &+ right.limbs.0, left.limbs.1 &+ right.limbs.1, left.limbs.2 &+ right.limbs.2,
                left.limbs.3 &+ right.limbs.3, left.limbs.4 &+ right.limbs.4
            ))
    }

    static func - (left: FieldElement, right: FieldElement) -> FieldElement {
        // Adding 4p first keeps every limb positive.
        let low: UInt64 = 4 * (1 << 51 - 19)
        let high: UInt64 = 4 * (1 << 51 - 1)
        return FieldElement(
            limbs: (
                left.limbs.0 &+ low &- right.limbs.0, left.limbs.1 &+ high &- right.limbs.1,
                left.limbs.2 &+ high &- right.limbs.2, left.limbs.3 &+ high &- right.limbs.3,
                left.limbs.4 &+ high &- right.limbs.4
            ))
    }

    static func * (left: FieldElement, right: FieldElement) -> FieldElement {
        let (a0, a1, a2, a3, a4) = left.limbs
        let (b0, b1, b2, b3, b4) = right.limbs
        // 2²⁵⁵ ≡ 19 modulo p, so what a product has beyond the fifth limb is added to the first ones, times 19.
        let (c1, c2, c3, c4) = (b1 &* 19, b2 &* 19, b3 &* 19, b4 &* 19)
        let r0 = wide(a0, b0) &+ wide(a1, c4) &+ wide(a2, c3) &+ wide(a3, c2) &+ wide(a4, c1)
        let r1 = wide(a0, b1) &+ wide(a1, b0) &+ wide(a2, c4) &+ wide(a3, c3) &+ wide(a4, c2)
        let r2 = wide(a0, b2) &+ wide(a1, b1) &+ wide(a2, b0) &+ wide(a3, c4) &+ wide(a4, c3)
        let r3 = wide(a0, b3) &+ wide(a1, b2) &+ wide(a2, b1) &+ wide(a3, b0) &+ wide(a4, c4)
        let r4 = wide(a0, b4) &+ wide(a1, b3) &+ wide(a2, b2) &+ wide(a3, b1) &+ wide(a4, b0)
        return carried(r0, r1, r2, r3, r4)
    }

    /// Reduces the sums of a product to limbs of 51 bits. Each sum is below 2¹¹⁵.
    @inline(__always)
    private static func carried(
        _ r0: UInt128, _ r1: UInt128, _ r2: UInt128, _ r3: UInt128, _ r4: UInt128
    ) -> FieldElement {
        let s1 = r1 &+ UInt128(_low: carry(r0), _high: 0)
        let s2 = r2 &+ UInt128(_low: carry(s1), _high: 0)
        let s3 = r3 &+ UInt128(_low: carry(s2), _high: 0)
        let s4 = r4 &+ UInt128(_low: carry(s3), _high: 0)
        let folded = (low(r0) & mask) &+ carry(s4) &* 19
        return FieldElement(
            limbs: (
                folded & mask, (low(s1) & mask) &+ (folded &>> 51), low(s2) & mask, low(s3) & mask, low(s4) & mask
            ))
    }

    /// What a sum has beyond 51 bits. Shifts of the halves take a third of the time of a shift of the whole in an
    /// unoptimised build, whose tests spend much of their time here.
    @inline(__always)
    private static func carry(_ sum: UInt128) -> UInt64 { sum._high &<< 13 | sum._low &>> 51 }

    /// The square, with 15 limb products instead of the 25 of a general multiplication.
    @inline(__always)
    private var square: FieldElement {
        let (a0, a1, a2, a3, a4) = limbs
        let (twice0, twice1) = (a0 &* 2, a1 &* 2)
        let (folded3, folded4) = (a3 &* 19, a4 &* 19)
        let (twiceFolded2, twiceFolded4) = (a2 &* 38, folded4 &* 2)
        return Self.carried(
            Self.wide(a0, a0) &+ Self.wide(twiceFolded4, a1) &+ Self.wide(twiceFolded2, a3),
            Self.wide(twice0, a1) &+ Self.wide(twiceFolded4, a2) &+ Self.wide(folded3, a3),
            Self.wide(twice0, a2) &+ Self.wide(a1, a1) &+ Self.wide(twiceFolded4, a3),
            Self.wide(twice0, a3) &+ Self.wide(twice1, a2) &+ Self.wide(folded4, a4),
            Self.wide(twice0, a4) &+ Self.wide(twice1, a3) &+ Self.wide(a2, a2))
    }

    @inline(__always)
    private static func wide(_ left: UInt64, _ right: UInt64) -> UInt128 {
        let product = left.multipliedFullWidth(by: right)
        return UInt128(_low: product.low, _high: product.high)
    }

    @inline(__always)
    private static func low(_ value: UInt128) -> UInt64 { value._low }

    /// Squares this element `count` times.
    func squared(_ count: Int = 1) -> FieldElement {
        var result = self
        for _ in 0..<count { result = result.square }
        return result
    }

    /// This element to the power (p − 5) / 8 = 2²⁵² − 3, with the powers 2²⁵⁰ − 1 and 11 computed on the way.
    ///
    /// Each name is the exponent; `onesN` stands for 2ᴺ − 1, which has N binary ones.
    private var chain: (power: FieldElement, ones250: FieldElement, eleven: FieldElement) {
        let two = squared()
        let nine = two.squared(2) * self
        let eleven = nine * two
        let ones5 = eleven.squared() * nine
        let ones10 = ones5.squared(5) * ones5
        let ones20 = ones10.squared(10) * ones10
        let ones40 = ones20.squared(20) * ones20
        let ones50 = ones40.squared(10) * ones10
        let ones100 = ones50.squared(50) * ones50
        let ones200 = ones100.squared(100) * ones100
        let ones250 = ones200.squared(50) * ones50
        return (ones250.squared(2) * self, ones250, eleven)
    }

    /// The multiplicative inverse, which is the power p − 2 = (2²⁵⁰ − 1) · 2⁵ + 11; zero for zero.
    var inverse: FieldElement {
        let (_, ones250, eleven) = chain
        return ones250.squared(5) * eleven
    }

    /// Whether this element is zero or the square of another (Euler's criterion, exponent (p − 1) / 2).
    var isSquare: Bool {
        let criterion = chain.power.squared(2) * squared()
        let value = criterion.bytes
        return value == FieldElement.one.bytes || value == FieldElement.zero.bytes
    }

    /// The canonical 32 little-endian bytes: the value below p.
    var bytes: Bytes32 {
        var (a, b, c, d, e) = limbs
        for _ in 0..<2 {
            b &+= a &>> 51
            a &= Self.mask
            c &+= b &>> 51
            b &= Self.mask
            d &+= c &>> 51
            c &= Self.mask
            e &+= d &>> 51
            d &= Self.mask
            a &+= (e &>> 51) &* 19
            e &= Self.mask
        }
        // The value is now below 2²⁵⁵ plus a few units. If adding 19 gives 2²⁵⁵ or more, the value is p or more; adding
        // 19 and dropping bit 255 then subtracts p.
        var carry = (a &+ 19) &>> 51
        carry = (b &+ carry) &>> 51
        carry = (c &+ carry) &>> 51
        carry = (d &+ carry) &>> 51
        carry = (e &+ carry) &>> 51
        a &+= carry &* 19
        b &+= a &>> 51
        a &= Self.mask
        c &+= b &>> 51
        b &= Self.mask
        d &+= c &>> 51
        c &= Self.mask
        e &+= d &>> 51
        d &= Self.mask
        e &= Self.mask
        let words = (
            (a | b &<< 51).littleEndian, (b &>> 13 | c &<< 38).littleEndian, (c &>> 26 | d &<< 25).littleEndian,
            (d &>> 39 | e &<< 12).littleEndian
        )
        return withUnsafeBytes(of: words) { Bytes32(loading: $0) }
    }
}
