import Testing

@testable import FlipcashCommands

@Suite struct DisplayTextTests {
    @Test(
        "Width counts terminal cells",
        arguments: [("abc", 3), ("日本", 4), ("é", 1), ("e\u{301}", 1), ("👍", 2), ("👨‍👩‍👧", 2), ("❤️", 2), ("", 0), ("…", 1)])
    func width_text_countsCells(text: String, cells: Int) {
        #expect(DisplayText.width(text) == cells)
    }

    @Test("Truncation never exceeds the limit and marks the cut")
    func truncated_wide_fitsLimit() {
        #expect(DisplayText.truncated("日本語", to: 4) == "日…")
        #expect(DisplayText.truncated("abc", to: 3) == "abc")
        #expect(DisplayText.truncated("abcd", to: 0) == "")
    }
}
