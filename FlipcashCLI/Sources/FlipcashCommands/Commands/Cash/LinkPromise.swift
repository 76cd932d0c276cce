import FlipcashCore
import FlipcashWallet

/// Whether a link that was just made is good for as long as `link create` promises.
///
/// A service whose clock is or was wrong may hold a new link for an old one, and return its cash at once.
enum LinkPromise {
    /// What a new link's seven days may be short of, since clocks differ, before a person hears of it.
    static let shortfallMax = Duration.seconds(6 * 3600)

    /// What a person must know before sending the link; nil where it is as good as promised.
    ///
    /// - Parameters:
    ///   - link: what the service says of the link.
    ///   - made: when it was made, by this machine's clock.
    static func warning(_ link: LinkView, made: Instant) -> String? {
        let advice = "Do not send it; take it back with: flipcash link cancel \(link.name)"
        switch link.state {
        case .expired:
            return """
                The service holds this new link for expired: nobody can collect it, and the cash returns to you. Its clock \
                is or was wrong. \(advice)
                """
        case .unclaimed:
            let promised = made.advanced(by: CashLink.lifetime)
            guard let expires = link.expires, promised.duration(since: expires) > shortfallMax else { return nil }
            return """
                The service returns the cash of this link on \(TimeText.local(expires)), earlier than after 7 days. Its \
                clock or this machine's is wrong. \(advice)
                """
        case .claimed, .cancelled, .unknown:
            return nil
        }
    }

    /// Asks the service about a link that was just made. Best effort: the link exists, whether or not this is answered.
    static func check(_ link: LinkView, made: Instant, wallet: any WalletAccess, call: Invocation) async {
        guard let url = link.url, let hosts = try? call.linkHosts(),
            case .cashLink(let secret?) = DeepLink(cashLinkOrSecret: url, hosts: hosts),
            let info = try? await wallet.linkInfo(secret), let text = warning(info, made: made)
        else { return }
        call.printer.warning(text)
    }
}
