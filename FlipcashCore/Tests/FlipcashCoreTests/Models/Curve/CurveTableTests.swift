import CodeCurves
import Testing

@testable import FlipcashCore

@Suite("Curve tables")
struct CurveTableTests {
    @Test("Both tables are strictly increasing and each cumulative entry adds a hundred prices")
    func tables_everyEntry_addsUp() {
        let table = CurveTable.shared
        #expect(table.prices.count == 210_001)
        #expect(table.cumulative.count == 210_001)
        var faults = 0
        for step in 1..<table.prices.count
        where table.prices[step] <= table.prices[step - 1]
            || table.cumulative[step] != table.cumulative[step - 1] + 100 * table.prices[step - 1]
        {
            faults += 1
        }
        #expect(faults == 0)
        #expect(table.cumulative.last == 1_139_973_004_315_032_342_581_716_939_500)
    }

    @Test("The search finds the last step whose cost does not exceed a value")
    func step_boundaries_areInclusive() {
        let table = CurveTable.shared
        for step in [0, 1, 2, 3951, 3952, 105_000, 209_999, 210_000] {
            #expect(table.step(holding: table.cumulative[step]) == step)
            #expect(table.step(holding: table.cumulative[step] + 1) == step)
            if step > 0 { #expect(table.step(holding: table.cumulative[step] - 1) == step - 1) }
        }
        #expect(table.step(holding: .max) == 210_000)
    }
}

@Suite("Curve table digests")
struct CurveTableDigestTests {
    @Test("The price table is the one in the on-chain program")
    func prices_digest_isThePublishedOne() {
        #expect(
            digest(of: CurveTable.shared.prices)
                == "96bc975672e568b44beb1f125e8844f592881e23dcd34d2f76ab742e897eb523")
    }

    @Test("The cumulative table is the one in the on-chain program")
    func cumulative_digest_isThePublishedOne() {
        #expect(
            digest(of: CurveTable.shared.cumulative)
                == "e3653ec3042acee4c9d20e09bfb4e8641e8d65d365f5cc44dfa07fcd6fac01af")
    }

    /// SHA-256 over 16 little-endian bytes per entry.
    private func digest(of entries: [UInt128]) -> String {
        let bytes = entries.flatMap { entry in withUnsafeBytes(of: entry.littleEndian) { Array($0) } }
        return Hexadecimal.encode(SHA256.hash(bytes))
    }
}
