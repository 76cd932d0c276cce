/// Powers of ten by exponent.
enum PowersOfTen {
    /// 10⁰ … 10¹⁹: all powers that fit 64 bits.
    static let uint64: [UInt64] = (0...19).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }
}
