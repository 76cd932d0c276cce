import FlipcashCore
import Testing

@Suite("Division of a total in proportion to weights") struct ApportionmentTests {
    private func parts(_ total: ExactInteger, _ weights: [UInt64], _ ids: [String]) throws -> [ExactInteger] {
        try Apportionment.parts(of: total, weights: weights.map { ExactRational($0) }, ids: ids)
    }

    @Test("The spare units go to the largest remainders, and among equal ones to the smaller id in byte order")
    func parts_equalWeights_preferSmallerID() throws {
        #expect(try parts(1_000, [1, 1, 1], ["a", "b", "c"]) == [334, 333, 333])
        #expect(try parts(1_000, [1, 1, 1], ["c", "b", "a"]) == [333, 333, 334])
        #expect(try parts(7, [1, 2, 4], ["a", "b", "c"]) == [1, 2, 4])
        #expect(try parts(10, [1, 2, 4], ["a", "b", "c"]) == [1, 3, 6])
        // In byte order, "Z" is before "a", and "é" is behind "z".
        #expect(try parts(1, [1, 1], ["a", "Z"]) == [0, 1])
        #expect(try parts(1, [1, 1], ["é", "z"]) == [0, 1])
    }

    @Test("A negative total is divided like its absolute value, and a total may exceed 64 bits")
    func parts_anyTotal_addsUp() throws {
        #expect(try parts(-1_000, [1, 1, 1], ["a", "b", "c"]) == [-334, -333, -333])
        #expect(try parts(0, [1, 0], ["a", "b"]) == [0, 0])
        let large = ExactInteger.powerOfTen(30) + 1
        let divided = try parts(large, [1, 1], ["a", "b"])
        #expect(divided[0] - divided[1] == 1)
        #expect(divided[0] + divided[1] == large)
    }

    @Test("Weights that are missing, zero, negative or without an id are refused")
    func parts_badWeights_areRefused() {
        #expect(throws: Apportionment.Failure.zeroWeight) { try parts(1, [], []) }
        #expect(throws: Apportionment.Failure.zeroWeight) { try parts(1, [0, 0], ["a", "b"]) }
        #expect(throws: Apportionment.Failure.differentCounts) { try parts(1, [1], ["a", "b"]) }
        #expect(throws: Apportionment.Failure.negativeWeight) {
            try Apportionment.parts(of: 1, weights: [-.one, .one + .one], ids: ["a", "b"])
        }
        let codes = [Apportionment.Failure.zeroWeight, .negativeWeight, .differentCounts].map(\.code)
        #expect(codes == ["zero_weight", "negative_weight", "different_counts"])
    }
}
