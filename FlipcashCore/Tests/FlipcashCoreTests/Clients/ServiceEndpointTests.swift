import FlipcashCore
import Testing

@Suite("Addresses of services")
struct ServiceEndpointTests {
    @Test(
        "Every form is read and printed in a form that can be read again",
        arguments: [
            ("https://node.example", "https://node.example:443"),
            ("https://node.example:8443/", "https://node.example:8443"),
            ("http://127.0.0.1:80", "http://127.0.0.1:80"), ("http://[::1]:65535", "http://[::1]:65535"),
            ("unix:/run/a.sock", "unix:/run/a.sock"), ("unix:///run/a.sock", "unix:/run/a.sock"),
        ])
    func init_forms_areReadAndPrinted(text: String, printed: String) {
        let endpoint = ServiceEndpoint(text)
        #expect(endpoint?.description == printed)
        #expect(ServiceEndpoint(printed) == endpoint)
    }

    @Test(
        "Other text is rejected",
        arguments: [
            "", "node.example", "https://", "https://:443", "https://a:0", "https://a:65536", "https://a:+1",
            "https://a:", "https://a@b", "https://a/b", "https://[::1", "https://[]", "https://[a]", "https://[[::1]",
            "http://a]:1", "https://bücher.de", "https://a\u{1B}b",
            "http://a", "unix:a", "unix://a",
            "unix:", "unix:////a", "unix:/a\u{0}", "ftp://a:1",
        ])
    func init_others_areRefused(text: String) {
        #expect(ServiceEndpoint(text) == nil)
    }

    @Test("A socket's path is at most as long as the system allows")
    func init_socketPath_isBounded() {
        #expect(ServiceEndpoint("unix:/" + String(repeating: "a", count: 106)) != nil)
        #expect(ServiceEndpoint("unix:/" + String(repeating: "a", count: 107)) == nil)
    }
}
