import FlipcashCore
import FlipcashWallet

extension Invocation {
    /// The hosts of the links that commands make and read.
    func linkHosts() throws -> LinkHosts {
        let settings = try settings()
        return LinkHosts(
            app: settings.text(.linksApp) ?? LinkHosts.flipcash.app,
            send: settings.text(.linksSend) ?? LinkHosts.flipcash.send)
    }
}
