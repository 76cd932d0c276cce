import FlipcashCore
import FlipcashWallet

/// The links that this account made. Their secrets are in the journal, so that listing them and taking their money back
/// needs no history.
extension SessionWallet {
    func links(all: Bool, limit: Int) async throws -> LinkListing {
        var gap: HistoryFailure?
        do {
            try await synchronize()
        } catch let failure as HistoryFailure where failure.isServiceTrouble {
            gap = failure
        }
        var listed = try session.cashLinks().filter { all || $0.state != .finished }
        if let gap {
            // The payments service knows how they stand. Where it does not answer either, nothing here is current.
            do {
                listed = try await refreshed(Array(listed.prefix(limit))).filter { all || $0.state != .finished }
            } catch {
                // Stopped by the person, which says nothing about the service.
                try Task.checkCancellation()
                throw gap
            }
        }
        return LinkListing(links: listed.prefix(limit).map(view), isComplete: gap == nil)
    }

    func ownLink(_ selector: String) async throws -> LinkView {
        // The history is asked only for links that were made elsewhere.
        if let link = try stored(selector) { return await current(link) }
        let secret = secret(selector)
        do {
            try await synchronize()
        } catch {
            guard let secret else { throw error }
            return try await ownLink(of: secret)
        }
        if let link = try stored(selector) { return await current(link) }
        guard let secret, !isOffline else { throw Self.notOwn }
        let link = try await ownLink(of: secret)
        return try session.cashLinks().first { $0.vault == link.vault }.map(view) ?? link
    }

    func knownLink(_ selector: String) async throws -> LinkView? {
        guard let link = try stored(selector) else { return nil }
        return await current(link)
    }

    func cancelLink(_ link: LinkView) async throws {
        try await session.cancelCashLink(vault: link.vault, refreshes: false)
    }

    /// Brings the stored history up to date, unless that was asked not to happen.
    func synchronize() async throws {
        if !isOffline { try await session.syncHistory() }
    }

    var skippedEntryCount: Int { session.history.skippedCount }

    /// The same links as they stand now.
    private func refreshed(_ links: [ListedCashLink]) async throws -> [ListedCashLink] {
        var fresh: [ListedCashLink] = []
        for link in links {
            do {
                fresh.append(try await session.refreshed(link))
            } catch CashLinkFailure.info(.notFound) {
                // One that was perhaps never made.
                fresh.append(link)
            }
        }
        return fresh
    }

    /// A link as it stands now. Where the service cannot be asked, it stands as it was last known.
    private func current(_ link: ListedCashLink) async -> LinkView {
        guard !isOffline, link.state != .finished else { return view(link) }
        let fresh = (try? await session.refreshed(link)) ?? link
        // The history alone knows how links stand that were made elsewhere, and how old ones ended.
        guard link.mnemonic == nil || fresh.state == .finished && fresh.end == nil,
            (try? await synchronize()) != nil, let synced = try? session.cashLinks().first(where: { $0.id == link.id })
        else { return view(fresh) }
        return view(synced)
    }

    /// The link behind a secret, if this account made it.
    private func ownLink(of secret: Mnemonic) async throws -> LinkView {
        let link = try await linkInfo(secret)
        guard link.isMine else { throw Self.notOwn }
        return link
    }

    private static let notOwn = CommandFailure(
        "link_not_found", .notFound, "No link of yours matches. See: flipcash link list --all")

    private func secret(_ selector: String) -> Mnemonic? {
        if case .cashLink(let secret?) = DeepLink(cashLinkOrSecret: selector, hosts: hosts) { secret } else { nil }
    }

    /// A link that is known here.
    ///
    /// - Throws: `CommandFailure` when several links are named.
    private func stored(_ selector: String) throws -> ListedCashLink? {
        let links = try session.cashLinks()
        if let link = links.first(where: { $0.id.base58 == selector || $0.vault.base58 == selector }) { return link }
        // The beginning of an id may read as a secret, too.
        if let secret = secret(selector), let link = links.first(where: { $0.mnemonic == secret }) { return link }
        guard let prefix = IDPrefix(selector) else { return nil }
        let matching = links.filter { prefix.matches($0.id.base58) || prefix.matches($0.vault.base58) }
        guard matching.count <= 1 else {
            throw CommandFailure.ambiguous(selector, "links", ids: matching.map(\.id.base58))
        }
        return matching.first
    }
}

extension HistoryFailure {
    /// Whether the service is why there is no history, rather than the store here.
    fileprivate var isServiceTrouble: Bool {
        switch self {
        case .service(.rpc(.cancelled)): false
        case .service: true
        case .store, .other: false
        }
    }
}

extension CommandFailure {
    /// A link that may or may not have been made, with the link itself in what `--json` prints: it may be worth money.
    /// Nil for other errors.
    init?(unclearLink error: any Error, in session: Session, hosts: LinkHosts) {
        guard case .unclear(_, let vault)? = error as? CashLinkFailure else { return nil }
        let failure = CommandFailure(describing: error)
        let link = try? session.cashLinks().first { $0.vault == vault }
        let view = link.map { LinkView($0, token: session.storedToken($0.mint, quarks: $0.quarks), hosts: hosts) }
        self.init(
            failure.code, failure.status, failure.message, details: failure.details,
            pending: view?.document(MoneyText(locale: .enUS, isPlain: false)) ?? failure.pending)
    }
}
