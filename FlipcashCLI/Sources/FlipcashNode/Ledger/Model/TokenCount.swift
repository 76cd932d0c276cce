/// Converts quarks to whole tokens, for displayed rates only.
enum TokenCount {
    static func whole(_ quarks: UInt64, decimals: Int) -> Double {
        var unit = 1.0
        for _ in 0..<decimals { unit *= 10 }
        return Double(quarks) / unit
    }
}
