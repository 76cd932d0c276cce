import Testing

@testable import FlipcashCommands

@Suite struct SuggestionTests {
    @Test(
        "Distance counts insertions, deletions, replacements and swaps",
        arguments: [("", "", 0), ("", "abc", 3), ("give", "gvie", 1), ("give", "gave", 1), ("kitten", "sitting", 3)])
    func distance_words_isEditDistance(first: String, second: String, expected: Int) {
        #expect(Suggestion.distance(Array(first), Array(second)) == expected)
        #expect(Suggestion.distance(Array(second), Array(first)) == expected)
    }

    @Test("Currencies that differ in one letter are suggested, others are not")
    func hint_mistypedCode_namesNearest() {
        #expect(CurrencyArgument.hint(for: "ussd") == "Did you mean USD? List all codes with: flipcash rates")
        #expect(CurrencyArgument.hint(for: "CAX").hasPrefix("Did you mean CAD"))
        #expect(CurrencyArgument.hint(for: "zzz").hasPrefix("Use a code such as usd or cad"))
        #expect(CurrencyArgument.hint(for: String(repeating: "x", count: 1_000)).hasPrefix("Use a code"))
    }

    @Test("A word with three errors, or a short word with every letter wrong, gets no suggestion")
    func nearest_farWord_isNil() {
        #expect(Suggestion.nearest(to: "balxyz", among: ["balance"]) == nil)
        #expect(Suggestion.nearest(to: "ab", among: ["xy"]) == nil)
    }
}
