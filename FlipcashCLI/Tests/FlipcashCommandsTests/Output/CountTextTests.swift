import Testing

@testable import FlipcashCommands

@Suite("Numbers with what they count")
struct CountTextTests {
    @Test(
        "Only one takes the singular",
        arguments: [(0, "0 items", "0 people"), (1, "1 item", "1 person"), (2, "2 items", "2 people")])
    func of_count_choosesTheNoun(count: Int, regular: String, irregular: String) {
        #expect(CountText.of(count, "item") == regular)
        #expect(CountText.of(count, "person", "people") == irregular)
    }
}
