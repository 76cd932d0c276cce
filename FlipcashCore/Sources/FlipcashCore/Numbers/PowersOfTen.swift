/// Powers of ten by exponent.
enum PowersOfTen {
    /// 10⁰ … 10¹⁹: all powers that fit 64 bits.
    static let uint64: [UInt64] = (0...19).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }
    /// 10⁰ … 10³⁸: all powers that fit 128 bits.
    static let uint128: [UInt128] = (0...38).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
