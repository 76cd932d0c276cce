import FlipcashCore
import Testing

@Suite struct BlanksTests {
    @Test(
        "White space at either end is removed, also in lines and in Unicode",
        arguments: [
            ("  a b ", "a b"), ("\r\n\ta\n", "a"), ("\u{A0}\u{2009}é\u{3000}", "é"), ("a", "a"), (" \n", ""), ("", ""),
        ])
    func trimmingBlanks_blanksAround_areRemoved(text: String, trimmed: String) {
        #expect(text.trimmingBlanks() == trimmed)
    }
}
