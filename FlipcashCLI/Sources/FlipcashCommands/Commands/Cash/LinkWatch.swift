import FlipcashCore

/// Waits for links to be collected, and takes back those that were not in time.
struct LinkWatch: Sendable {
    let links: [LinkView]
    /// How long to wait from now on.
    let limit: Duration
    let wallet: any WalletAccess
    let money: MoneyText
    let call: Invocation

    /// How often the service is asked.
    private static let interval = Duration.seconds(2)

    /// - Throws: `CommandFailure` when the person stops waiting: the links stay good then.
    func run() async throws {
        let progress = ProgressLine(call)
        do {
            try await progress.during(words(links.count)) { try await wait(progress) }
        } catch {
            let failure = CommandFailure(describing: error)
            guard failure.status == .declined else { throw failure }
            throw CommandFailure(
                "cancelled", .declined,
                "Stopped waiting. What is not collected stays good; take it back with: flipcash link cancel "
                    + (links.first?.vault.base58 ?? "ID"))
        }
    }

    private func wait(_ progress: ProgressLine) async throws {
        let clock = call.runtime.clock
        let deadline = clock.now().advanced(by: limit)
        var waiting = links
        while !waiting.isEmpty, clock.now() < deadline {
            progress.show(words(waiting.count))
            try await clock.sleep(for: min(Self.interval, deadline.duration(since: clock.now())))
            waiting = try await stillWaiting(waiting, progress)
        }
        for link in waiting { try await takeBack(link, progress) }
    }

    private func words(_ count: Int) -> String {
        "Waiting for \(count == 1 ? "the link" : "\(count) links") to be collected"
    }

    private func stillWaiting(_ waiting: [LinkView], _ progress: ProgressLine) async throws -> [LinkView] {
        var rest: [LinkView] = []
        for link in waiting {
            let state = try await state(of: link)
            switch state {
            case .unclaimed, .unknown: rest.append(link)
            case .claimed, .expired, .cancelled: tell(link.with(state: state), progress)
            }
        }
        return rest
    }

    /// How a link stands; a service that cannot be reached for a moment ends no wait.
    private func state(of link: LinkView) async throws -> LinkView.State {
        do {
            return try await wallet.ownLink(link.vault.base58).state
        } catch {
            let failure = CommandFailure(describing: error)
            guard failure.status == .network else { throw failure }
            return .unknown
        }
    }

    private func takeBack(_ link: LinkView, _ progress: ProgressLine) async throws {
        do {
            try await wallet.cancelLink(link.vault.base58)
            tell(link.with(state: .cancelled), progress)
        } catch {
            // Somebody may have come in the very last moment.
            guard CommandFailure(describing: error).status == .conflict else { throw error }
            tell(link.with(state: .claimed), progress)
        }
    }

    private func tell(_ link: LinkView, _ progress: ProgressLine) {
        progress.clear()
        call.printer.event(link.document(money))
        let amount = money.text(link.amount)
        switch link.state {
        case .claimed: call.printer.hint("\(amount) was collected.")
        case .cancelled, .expired: call.printer.hint("Nobody collected \(amount) in time. The cash is in your wallet.")
        case .unclaimed, .unknown: break
        }
    }
}
