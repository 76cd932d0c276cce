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

    @Test("Three errors are too many, and a short word is not replaced altogether")
    func nearest_farWord_isNil() {
        #expect(Suggestion.nearest(to: "balxyz", among: ["balance"]) == nil)
        #expect(Suggestion.nearest(to: "ab", among: ["xy"]) == nil)
    }
}
