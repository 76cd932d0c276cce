import FlipcashTestKit
import Testing

@testable import FlipcashCore

@Suite("Web links in text")
struct WebLinkTests {
    @Test(
        "The last valid link is found",
        arguments: [
            ("https://apple.com", "https://apple.com"), ("apple.com", "http://apple.com"),
            ("look at this https://apple.com", "https://apple.com"),
            ("https://a.com then https://b.com", "https://b.com"), ("see https://apple.com.", "https://apple.com"),
            ("up 20% https://apple.com, check it", "https://apple.com"),
            ("https://a.com then https://b.com😀", "https://a.com"),
            ("https://en.wikipedia.org/wiki/Café", "https://en.wikipedia.org/wiki/Caf%C3%A9"),
            ("(see https://en.wikipedia.org/wiki/Swift_(bird))", "https://en.wikipedia.org/wiki/Swift_(bird)"),
            ("\"HTTPS://Apple.com:8443/a?b=c#d\"", "HTTPS://Apple.com:8443/a?b=c#d"),
            ("cash.money/x@y", "http://cash.money/x@y"), ("bbc.co.uk!", "http://bbc.co.uk"),
            ("http://localhost:8080/", "http://localhost:8080/"),
            ("https://a.com/\u{0}b\u{7F}\u{1B}[31m", "https://a.com/%00b%7F%1B[31m"),
            ("https://a_b.com", "https://a_b.com"), ("HTTP://-a-:80?x", "HTTP://-a-:80?x"),
            ("http://[::1]/", "http://[::1]/"), ("see http://[2001:db8::1]:8080/a.", "http://[2001:db8::1]:8080/a"),
            ("https://a.com/?u=me@b.co", "https://a.com/?u=me@b.co"),
        ])
    func last_links_areFound(text: String, link: String) {
        #expect(WebLink.last(in: text) == link)
    }

    @Test(
        "Text without a web link gives none",
        arguments: [
            "write me@example.com", "flipcash://pay/123", "mailto:a@b.co", "hello there", "https://apple.com😀 nice", "",
            "https://", "https:///path", "https://user@host.com", "1.5", "e.g.", "file.swift", "a..com", "-a.com",
            "a-.com", "https://a.com:99999", "https://a.com:x", "https://bücher.de", "...", "com", "a_b.com",
            "https://a.com?u=me@b.co", "https://a.com#me@b.co", "a.com?u=me@b.co", "https://:80/", "http://[::1/",
            "http://[::1]x/", "[::1]",
        ])
    func last_others_areNil(text: String) {
        #expect(WebLink.last(in: text) == nil)
    }

    @Test("A found link is plain ASCII and is found again in itself", arguments: [1, 2, 3] as [UInt64])
    func last_anyText_isFoundInItself(seed: UInt64) throws {
        let pieces = [
            "http://", "HTTPS://", "a.com", "a_b", "/", "/", "(", ")", ")", "\u{301}", "@", "?", "#", ":", "80", "[",
            "]",
            "::1", ".", "é", "😀", " ", "\"", "x", "%", "\u{200D}",
        ]
        var generator = SeededGenerator(seed: seed)
        var count = 0
        for text in ["a.com/)\u{301}(x)", "a.com?x@\u{301}", "https://a.com/(\u{301})"] {
            if let link = WebLink.last(in: text) { #expect(WebLink.last(in: link) == link, "\(text)") }
        }
        for _ in 0..<20_000 {
            let length = Int.random(in: 1...10, using: &generator)
            let text = (0..<length).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            guard let link = WebLink.last(in: text) else { continue }
            count += 1
            #expect(link.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(text)")
            #expect(WebLink.last(in: link) == link, "\(text)")
        }
        #expect(count > 100)
    }

    @Test("A long row of brackets is read only once", .timeLimit(.minutes(1)))
    func last_manyBrackets_isQuick() {
        let (opened, closed) = (String(repeating: "(", count: 100_000), String(repeating: ")", count: 100_000))
        #expect(WebLink.last(in: "https://a.com/" + closed) == "https://a.com/")
        #expect(WebLink.last(in: "https://a.com/x" + opened + closed + "))") == "https://a.com/x" + opened + closed)
    }
}
