import FlipcashCore
import FlipcashWallet

/// The links that this account made. Their secrets are in the journal, so listing and cancelling them needs no history.
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
            // The payments service knows their states. If it does not answer either, nothing here is current.
            do {
                listed = try await refreshed(Array(listed.prefix(limit))).filter { all || $0.state != .finished }
            } catch {
                // A cancelled call says nothing about the service.
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

    /// Updates the stored history, except with `--offline`.
    func synchronize() async throws {
        if !isOffline { try await session.syncHistory() }
    }

    var skippedEntryCount: Int { session.history.skippedCount }

    /// The same links with their current states.
    private func refreshed(_ links: [ListedCashLink]) async throws -> [ListedCashLink] {
        var fresh: [ListedCashLink] = []
        for link in links {
            do {
                fresh.append(try await session.refreshed(link))
            } catch CashLinkFailure.info(.notFound) {
                // The link may never have been made.
                fresh.append(link)
            }
        }
        return fresh
    }

    /// A link with its current state, or its last known state if the service does not answer.
    private func current(_ link: ListedCashLink) async -> LinkView {
        guard !isOffline, link.state != .finished else { return view(link) }
        let fresh = (try? await session.refreshed(link)) ?? link
        // Only the history knows the states of links that were made elsewhere, and how old links ended.
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

    /// The stored link that `selector` names; nil if there is none.
    ///
    /// - Throws: `CommandFailure` if several links match.
    private func stored(_ selector: String) throws -> ListedCashLink? {
        let links = try session.cashLinks()
        if let link = links.first(where: { $0.id.base58 == selector || $0.vault.base58 == selector }) { return link }
        // The beginning of an id may also be a valid secret.
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
    /// Whether the service failed, and not the local store.
    fileprivate var isServiceTrouble: Bool {
        switch self {
        case .service(.rpc(.cancelled)): false
        case .service: true
        case .store, .other: false
        }
    }
}

extension CommandFailure {
    /// The failure for a link that may have been made. It includes the link for `--json`, because the link may hold
    /// money. Nil for other errors.
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
