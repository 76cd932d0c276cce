import FlipcashCore
import FlipcashWallet

/// Checks that a new link lasts as long as `link create` promises.
///
/// A service whose clock is or was wrong may treat a new link as an old one, and return its cash at once.
enum LinkPromise {
    /// How much shorter than seven days a link may last without a warning, since clocks differ.
    static let shortfallMax = Duration.seconds(6 * 3600)

    /// The warning to read before sending the link; nil when the link lasts as long as promised.
    ///
    /// - Parameters:
    ///   - link: the link as the service reports it.
    ///   - made: when it was made, by this machine's clock.
    static func warning(_ link: LinkView, made: Instant) -> String? {
        let advice = "Do not send it; take it back with: flipcash link cancel \(link.name)"
        switch link.state {
        case .expired:
            return """
                The service says that this new link has already expired. It cannot be collected, and its cash returns to \
                you. The service's clock is or was wrong. \(advice)
                """
        case .unclaimed:
            let promised = made.advanced(by: CashLink.lifetime)
            guard let expires = link.expires, promised.duration(since: expires) > shortfallMax else { return nil }
            return """
                The service will return this link's cash on \(TimeText.local(expires)), before its 7 days are over. The \
                service's clock or this machine's is wrong. \(advice)
                """
        case .claimed, .cancelled, .unknown:
            return nil
        }
    }

    /// Asks the service about a link that was just made. Best effort: the link exists either way.
    static func check(_ link: LinkView, made: Instant, wallet: any WalletAccess, call: Invocation) async {
        guard let url = link.url, let hosts = try? call.linkHosts(),
            case .cashLink(let secret?) = DeepLink(cashLinkOrSecret: url, hosts: hosts),
            let info = try? await wallet.linkInfo(secret), let text = warning(info, made: made)
        else { return }
        call.printer.warning(text)
    }
}
