import ProtobufCodec
import Testing

/// Tests of each kind of validation rule.
@Suite struct ValidationTests {
    private static let valid = Codec_Test_Ruled.with {
        $0.exactBytes = [1, 2]
        $0.someBytes = [1]
        $0.characters = "a"
        $0.pattern = "ab"
        $0.link = "https://example.org/a?b=c#d"
        $0.constant = 21
        $0.range = 1
        $0.positive = 1
        $0.above = 0.5
        $0.accepted = true
        $0.allowed = .red
        $0.forbidden = .red
        $0.leaf.value = "x"
        $0.at.seconds = 0
        $0.within.seconds = 0
        $0.leaves = [.with { $0.value = "x" }]
        $0.chosenNumber = 0
    }

    private static func broken(_ change: (inout Codec_Test_Ruled) -> Void) -> String? {
        var message = valid
        change(&message)
        do throws(ValidationError) {
            try message.validate()
            return nil
        } catch {
            return error.description
        }
    }

    @Test("a message that keeps all rules passes")
    func validate_validMessage_passes() {
        #expect(Self.broken { _ in } == nil)
    }

    @Test("the error names the broken rule and its field")
    func validate_brokenRules_fieldAndDemand() {
        let nan = Double.nan
        let cases: [(String, (inout Codec_Test_Ruled) -> Void)] = [
            ("exact_bytes: must have 2 bytes", { $0.exactBytes = [1] }),
            ("exact_bytes: must have 2 bytes", { $0.exactBytes = [] }),
            ("exact_bytes: must have 2 bytes", { $0.exactBytes = [1, 2, 3] }),
            ("some_bytes: must have at least 1 bytes", { $0.someBytes = [] }),
            ("some_bytes: must have at most 3 bytes", { $0.someBytes = [1, 2, 3, 4] }),
            ("characters: must have at least 1 characters", { $0.characters = "" }),
            ("characters: must have at most 3 characters", { $0.characters = "abcd" }),
            ("characters: must have at most 3 characters", { $0.characters = "👨‍👩‍👧" }),
            ("short_bytes: must have at most 4 bytes", { $0.shortBytes = "ééé" }),
            ("pattern: must match ^([a-z]{2,3}-?)?$", { $0.pattern = "a" }),
            ("pattern: must match ^([a-z]{2,3}-?)?$", { $0.pattern = "ab\n" }),
            ("link: must be an absolute URI", { $0.link = "/a" }),
            ("constant: must be 21", { $0.constant = 0 }),
            ("range: must be at least 1", { $0.range = 0 }),
            ("range: must be at most 36", { $0.range = 37 }),
            ("positive: must be greater than 0", { $0.positive = 0 }),
            ("signed: must be at least -5", { $0.signed = -6 }),
            ("signed: must be at most 1024", { $0.signed = 1025 }),
            ("above: must be greater than 0.0", { $0.above = 0 }),
            ("above: must be greater than 0.0", { $0.above = nan }),
            ("not_below: must be at least 0.0", { $0.notBelow = -0.5 }),
            ("not_below: must be at least 0.0", { $0.notBelow = nan }),
            ("accepted: must be true", { $0.accepted = false }),
            ("allowed: must be one of [1, 5]", { $0.allowed = .none }),
            ("allowed: must be one of [1, 5]", { $0.allowed = .UNRECOGNIZED(7) }),
            ("forbidden: must not be one of [0]", { $0.forbidden = .none }),
            ("defined: must be one of the defined values", { $0.defined = .UNRECOGNIZED(7) }),
            ("leaf: value is required", { $0.clearLeaf() }),
            ("leaf.value: must have at least 1 characters", { $0.leaf.value = "" }),
            ("at: value is required", { $0.clearAt() }),
            ("within: value is required", { $0.clearWithin() }),
            ("leaves: must have at least 1 items", { $0.leaves = [] }),
            ("leaves: must have at most 2 items", { $0.leaves = [.init(), .init(), .init()] }),
            ("leaves[1].value: must have at least 1 characters", { $0.leaves.append(Codec_Test_Ruled.Leaf()) }),
            ("named[].value: must have at least 1 characters", { $0.named = ["secret": Codec_Test_Ruled.Leaf()] }),
            ("free.value: must have at least 1 characters", { $0.free = Codec_Test_Ruled.Leaf() }),
            ("choice: value is required", { $0.choice = nil }),
            ("chosen_leaf.value: must have at least 1 characters", { $0.chosenLeaf = Codec_Test_Ruled.Leaf() }),
            ("chosen_text: must have at least 1 characters", { $0.chosenText = "" }),
        ]
        for (expected, change) in cases {
            #expect(Self.broken(change) == "invalid codec.test.Ruled.\(expected)")
        }
    }

    @Test("values at the bounds pass")
    func validate_valuesAtBounds_pass() {
        let cases: [(inout Codec_Test_Ruled) -> Void] = [
            { $0.someBytes = [1, 2, 3] },
            { $0.characters = "éé🐙" },
            { $0.shortBytes = "🐙" },
            { $0.pattern = "" },
            { $0.pattern = "abc-" },
            { $0.range = 36 },
            { $0.positive = .max },
            { $0.signed = -5 },
            { $0.signed = 1024 },
            { $0.above = .leastNonzeroMagnitude },
            { $0.notBelow = -0.0 },
            { $0.above = .infinity },
            { $0.allowed = .blue },
            { $0.forbidden = .UNRECOGNIZED(7) },
            { $0.defined = .minus },
            { $0.clearFree() },
            { $0.chosenText = "x" },
            { $0.chosenLeaf.value = "x" },
            { $0.named = ["k": .with { $0.value = "x" }] },
        ]
        for (index, change) in cases.enumerated() {
            #expect(Self.broken(change) == nil, "case \(index)")
        }
    }

    @Test("a message without rules always passes")
    func validate_noRules_passes() throws {
        try Codec_Test_Scalars().validate()
        try Samples.tree.validate()
    }
}
