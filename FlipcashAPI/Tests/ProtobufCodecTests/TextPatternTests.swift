import ProtobufCodec
import Testing

/// Tests of the regular expressions in validation rules.
@Suite struct TextPatternTests {
    @Test(
        "expressions match what RE2 matches",
        arguments: [
            ("^[a-z]{3,4}$", ["usd", "usdc"], ["us", "usdcx", "USD", " usd", "usd\n", "", "usé"]),
            ("^#[0-9a-fA-F]{6}$", ["#19191A"], ["19191A", "#19191", "#19191G", "#19191A0"]),
            ("^[!-~]([ -~]*[!-~])?$", ["a", "a b", "!~"], ["", " a", "a ", "a\u{7f}", "é", "a\tb"]),
            ("^[!-~]*$", ["", "abc"], ["a b", "é"]),
            (
                "^\\+[1-9]\\d{1,14}$", ["+15005550000", "+12"],
                ["15005550000", "+0123", "+1", "+1234567890123456", "+1٣"]
            ),
            (
                "^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$", ["a@b.co", "x.y+z-1@sub.example.org"],
                ["@b.co", "a@b", "a@b.c", "a b@c.de", "a@b.co "]
            ),
            ("^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})*$", ["en", "en-GB", "zh-Hant-TW"], ["e", "en-", "en--GB", "english"]),
            ("^(ab|c|)d$", ["abd", "cd", "d"], ["bd", "abcd"]),
            ("b+", ["abc", "b"], ["ac", ""]),
            ("^a.c$", ["abc", "aéc"], ["ac", "a\nc"]),
            ("^[^a-c]$", ["d", "\n"], ["a", "b", ""]),
            ("^[]a]$", ["]", "a"], ["b"]),
            ("^[a-]$", ["-", "a"], ["b"]),
            ("^a{2}b{0,1}c{1,}$", ["aac", "aabccc"], ["ac", "aabbc", "aab"]),
            ("(a*)*b", ["aaaab", "b"], ["aaaa"]),
            ("^\\.\\\\\\[$", [".\\["], ["a\\["]),
            ("", ["", "x"], []),
            ("x$", ["x", "ax", "xx"], ["xa", ""]),
            ("^a|b$", ["a", "ac", "b", "cb"], ["ca", "bc"]),
            ("$", ["", "x"], []),
        ])
    func matches_expression_asExpected(source: String, matching: [String], others: [String]) throws {
        let pattern = try #require(TextPattern(source))
        for text in matching { #expect(pattern.matches(text), "\(source) should match \(text)") }
        for text in others { #expect(!pattern.matches(text), "\(source) should not match \(text)") }
    }

    @Test(
        "unsupported syntax is rejected",
        arguments: [
            "(", ")", "a)", "[", "[a", "*", "a**b(", "+a", "?", "{2}", "a{", "a{2", "a{,2}", "a{3,2}", "a{1001}",
            "\\w", "\\b", "\\", "[z-a]", "[[:alpha:]]", "(?i)a", "a|*",
        ])
    func init_unknownSyntax_refused(source: String) {
        #expect(TextPattern(source) == nil)
        #expect(!TextPattern(checked: source).matches("a"))
    }

    @Test("an expression that backtracks forever in other engines takes no time")
    func matches_nestedRepetition_linear() throws {
        let pattern = try #require(TextPattern("^(a+)+$"))
        #expect(!pattern.matches(String(repeating: "a", count: 5000) + "b"))
    }

    @Test("absolute URIs have a scheme and only characters allowed in URIs")
    func uri_variants_asExpected() {
        func accepts(_ text: String) -> Bool {
            do throws(ValidationError) {
                try Rule.uri(text, "field")
                return true
            } catch {
                return false
            }
        }
        for text in ["https://a.b/c?d=e&f#g", "http://127.0.0.1:80/u", "urn:x", "a+b-c.1:%41", "mailto:a@b", "x:"] {
            #expect(accepts(text), "\(text)")
        }
        for text in [
            "", ":", "a", "/a", "//a/b", "1a:b", "http//a", "ht tp:a", "http://a b", "x:%4", "x:%zz", "x:é", "x:\n",
        ] {
            #expect(!accepts(text), "\(text)")
        }
    }

    @Test("megabytes of text are matched quickly, or rejected at the first mismatch", .timeLimit(.minutes(1)))
    func matches_hugeTexts_takesLinearTime() throws {
        let huge = String(repeating: "a", count: 4_000_000)
        let code = try #require(TextPattern("^[a-z]{3,4}$"))
        for _ in 0..<1000 { #expect(!code.matches(huge)) }
        let email = try #require(TextPattern("^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$"))
        #expect(!email.matches(String(huge.prefix(200_000))))
    }
}
