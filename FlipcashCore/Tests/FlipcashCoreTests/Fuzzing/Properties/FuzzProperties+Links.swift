import FlipcashCore

extension FuzzProperties {
    /// Text is not a link, or is a link that means the same when it is written and read again.
    ///
    /// Web links found in text are plain ASCII and are found again in themselves. Service addresses are read again from
    /// their text.
    static func links(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if let link = DeepLink(text) { try deepLink(link, of: text) }
        if let link = DeepLink(cashLinkOrSecret: text), link != DeepLink(text) {
            guard case .cashLink(.some) = link else { throw BrokenClaim(description: "a secret is not a cash link") }
            try deepLink(link, of: text)
        }
        if let address = WebLink.last(in: text) {
            try claim(address.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a web link is not plain ASCII")
            try claim(WebLink.last(in: address) == address, "a web link is not found in itself: \(address)")
        }
        if let endpoint = ServiceEndpoint(text) {
            try claim(ServiceEndpoint(endpoint.description) == endpoint, "a service's address changes: \(endpoint)")
        }
    }

    private static func deepLink(_ link: DeepLink, of text: String) throws {
        let hosts = LinkHosts.flipcash
        let again: DeepLink?
        switch link {
        case .login(let secret): again = DeepLink(secret.map { hosts.loginLink($0).url } ?? "flipcash://login")
        case .cashLink(let secret): again = DeepLink(secret.map { hosts.cashLink($0).url } ?? "flipcash://c")
        case .verifyEmail(let code, let email, let clientData):
            let items = [("code", code), ("email", email)] + (clientData.map { [("clientData", $0)] } ?? [])
            let query = items.map { $0 + "=" + percentEncoded($1) }.joined(separator: "&")
            again = DeepLink("https://app.flipcash.com/verify?" + query)
            // With every byte percent-encoded, a link may be longer than the longest one that is read.
            guard query.utf8.count <= 8000 else { return }
        case .token(let mint): again = DeepLink(hosts.tokenLink(mint))
        case .give: again = DeepLink("flipcash://give")
        case .balance: again = DeepLink("flipcash://balance")
        case .discover: again = DeepLink("flipcash://discover")
        case .unknown(let last):
            try claim(!last.isEmpty && !last.contains("/"), "the last part of a path is empty or has a slash")
            again = DeepLink("flipcash://somewhere/" + last)
            guard last.utf8.count <= 8000 else { return }
        }
        try claim(again == link, "a link changes when it is written and read again")
        try claim(!link.isAllowedFromCamera || isCashOrToken(link), "a link from a camera may log in")
        try claim(
            DeepLink(text, hosts: LinkHosts(acceptsAnyHost: true)).map { $0 == link } ?? (DeepLink(text) == nil),
            "a link has another meaning where every host is accepted")
    }

    private static func isCashOrToken(_ link: DeepLink) -> Bool {
        switch link {
        case .cashLink, .token: true
        case .login, .verifyEmail, .give, .balance, .discover, .unknown: false
        }
    }

    private static func percentEncoded(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
