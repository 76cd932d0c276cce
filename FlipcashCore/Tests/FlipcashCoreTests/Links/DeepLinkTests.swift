import CodeCurves
import Foundation
import Testing

@testable import FlipcashCore

@Suite("Links")
struct DeepLinkTests {
    private let login = "HQPkfAZjgpGGANQfUNPKvW"
    private let cash = "4y7bh9TAFaamQPxGNT86e2"

    private func words(_ base58: String) throws -> Mnemonic { try Mnemonic(entropyBase58: base58) }

    @Test("Links are written in one form, with the secret in the fragment")
    func make_links_haveSecretInFragment() throws {
        let entropy = [UInt8](0x20...0x2F)
        let link = LinkHosts.flipcash.cashLink(try Mnemonic(entropy: entropy))
        #expect(link.url == "https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2")
        let own = LinkHosts(app: "Cash.Example:8443")
        #expect(own.loginLink(try words(login)).url == "https://cash.example:8443/login/#/e=\(login)")
        let five = FiatAmount(value: 5, currency: .usd)
        #expect(link.shareText(amount: five) == "$5.00 https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2")
    }

    @Test("No printed form of a link contains its secret")
    func print_links_areRedacted() throws {
        let link = LinkHosts.flipcash.cashLink(try words(cash))
        let parsed = try #require(DeepLink(link.url))
        var dumped = ""
        dump(link, to: &dumped)
        dump(parsed, to: &dumped)
        for text in ["\(link)", "\(parsed)", String(reflecting: link), String(reflecting: parsed), dumped] {
            #expect(!text.contains(cash))
        }
    }

    @Test("Login links are read in every published form")
    func parse_login_forms() throws {
        let wanted = DeepLink.login(try words(login))
        for text in [
            "flipcash://login#e=\(login)", "https://app.flipcash.com/login/#/e=\(login)",
            "https://app.flipcash.com/login#e=\(login)",
            "https://jump.flipcash.com/#source=https%3A%2F%2Fapp.flipcash.com%2Flogin%2F%23%2Fe%3D\(login)",
        ] {
            #expect(DeepLink(text) == wanted, "\(text)")
        }
        let bytes = try words(login).entropy.withUnsafeBytes { Array($0) }
        #expect(
            Hash(sha256: bytes)
                == Hash(
                    sha256: [
                        0x84, 0xd6, 0x58, 0xdd, 0xcd, 0x90, 0x05, 0xc9, 0x4f, 0xdc, 0x06, 0x7f, 0xea, 0x1c, 0x94, 0x47,
                    ] as [UInt8]))
    }

    @Test("Cash links are read in every published form and alias")
    func parse_cash_forms() throws {
        let secret = try words(cash)
        let wanted = DeepLink.cashLink(secret)
        let spaced = secret.phrase.split(separator: " ")
        for text in [
            "flipcash://c#e=\(cash)", "flipcash://cash#e=\(cash)", "https://send.flipcash.com/c/#/e=\(cash)",
            "https://send.flipcash.com/cash/#/e=\(cash)", "https://app.flipcash.com/c/#/x=1/e=\(cash)",
            "flipcash://cash?data=\(cash)", "flipcash://cash?data=" + spaced.joined(separator: "%20"),
            "flipcash://cash?data=" + spaced.joined(separator: "+"),
        ] {
            #expect(DeepLink(text) == wanted, "\(text)")
        }
        #expect(DeepLink(cashLinkOrSecret: cash) == wanted)
        #expect(DeepLink(cashLinkOrSecret: "hello") == nil)
        let long = Mnemonic.generate(.words24, using: SystemRandomSource())
        #expect(DeepLink(LinkHosts.flipcash.cashLink(long).url) == .cashLink(long))
    }

    @Test(
        "Links without a valid secret are recognised without an action",
        arguments: [
            "https://send.flipcash.com/c/", "https://send.flipcash.com/c/#E=4y7bh9TAFaamQPxGNT86e2",
            "https://send.flipcash.com/c/#/e=", "https://send.flipcash.com/c/#/e=%zz",
            "https://send.flipcash.com/c/#/e=0OIl", "https://send.flipcash.com/c/#/e=abc",
            "flipcash://cash?data=not%20words",
        ])
    func parse_cashWithoutSecret_hasNone(text: String) {
        #expect(DeepLink(text) == .cashLink(nil))
    }

    @Test("The other published routes are read")
    func parse_otherRoutes() throws {
        let host = "https://app.flipcash.com"
        #expect(
            DeepLink("\(host)/verify?code=1&email=a%2Bb%40x.io")
                == .verifyEmail(code: "1", email: "a+b@x.io", clientData: nil))
        #expect(
            DeepLink("\(host)/verify?code=1&email=a%40x.io&client_data=z")
                == .verifyEmail(code: "1", email: "a@x.io", clientData: "z"))
        #expect(DeepLink("\(host)/verify?code=1") == nil)
        let mint = try PublicKey(base58: "54ggcQ23uen5b9QXMAns99MQNTKn7iyzq4wvCW6e8r25")
        #expect(DeepLink("\(host)/token/\(mint.base58)/x") == .token(mint))
        #expect(DeepLink(LinkHosts.flipcash.tokenLink(mint)) == .token(mint))
        #expect(DeepLink("\(host)/token/abc") == nil)
        #expect(DeepLink("\(host)/token") == nil)
        for text in ["flipcash:///give", "flipcash://give", "\(host)//give", "HTTPS://APP.FLIPCASH.COM/give"] {
            #expect(DeepLink(text) == .give, "\(text)")
        }
        #expect(DeepLink("flipcash://GIVE") == .unknown("GIVE"))
        #expect(DeepLink("\(host)/foo/bar") == .unknown("bar"))
    }

    @Test(
        "Other hosts' and malformed links are rejected",
        arguments: [
            "", "FLIPCASH://give", "https://app.flipcash.com/", "https://apple.com", "https://apple.com/give",
            "https://evil@app.flipcash.com/give", "https://app.flipcash.com.evil.io/give",
            "http://app.flipcash.com/give",
            "javascript://app.flipcash.com/give", "app.flipcash.com/give", "://", "flipcash://",
            "https://jump.flipcash.com/#source=%E0%A4%A", "https://app.flipcash.com:8080/give",
        ])
    func parse_foreign_isNil(text: String) {
        #expect(DeepLink(text) == nil)
    }

    @Test("Hosts are configurable, and a jump is followed once")
    func parse_hosts_areConfigurable() {
        #expect(DeepLink("https://pay.example/give", hosts: LinkHosts(send: "pay.example")) == .give)
        #expect(DeepLink("https://pay.example:99/give", hosts: LinkHosts(additional: ["PAY.example:99"])) == .give)
        #expect(DeepLink("https://apple.com/give", hosts: LinkHosts(acceptsAnyHost: true)) == .give)
        let twice =
            "https://jump.flipcash.com/#source=https%3A%2F%2Fjump.flipcash.com%2F%23source%3Dflipcash%253A%252F%252Fgive"
        #expect(DeepLink(twice) == nil)
    }

    @Test("A camera may open only cash and tokens")
    func camera_allowList() throws {
        #expect(try DeepLink.cashLink(words(cash)).isAllowedFromCamera)
        #expect(DeepLink.token(.usdf).isAllowedFromCamera)
        #expect(try !DeepLink.login(words(login)).isAllowedFromCamera)
        #expect(!DeepLink.verifyEmail(code: "1", email: "a@b.co", clientData: nil).isAllowedFromCamera)
        #expect(!DeepLink.give.isAllowedFromCamera)
    }
}
