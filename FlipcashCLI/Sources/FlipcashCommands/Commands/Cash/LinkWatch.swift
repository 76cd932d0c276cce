import FlipcashCore
import FlipcashWallet
import Synchronization

/// Waits for links to be collected, and takes back those that were not collected in time.
///
/// Changes of the machine's clock have no effect. Errors of the service end neither the wait nor the attempts to take
/// links back.
struct LinkWatch: Sendable {
    let links: [LinkView]
    /// How long to wait from now on.
    let limit: Duration
    let wallet: any WalletAccess
    let money: MoneyText
    let call: Invocation

    /// How often the service is asked.
    private static let interval = Duration.seconds(2)
    /// How many times taking a link back is tried, with pauses in between; about 30 s in all.
    private static let attemptCountMax = 5

    private static func pause(beforeAttempt number: Int) -> Duration { .seconds(1 << number) }

    /// - Throws: `CommandFailure` if the person stops waiting, or if links could not be taken back. Those links still
    ///   work.
    func run() async throws {
        let progress = ProgressLine(call)
        let remaining = Remaining(links)
        do {
            try await progress.during(words(links.count)) {
                try await wait(for: remaining, progress)
                try await takeBack(remaining, progress)
            }
        } catch {
            let failure = CommandFailure(describing: error)
            guard failure.status == .declined else { throw failure }
            throw CommandFailure(
                "cancelled", .declined,
                "Stopped waiting. Links that are not collected still work. " + advice(for: remaining.links),
                details: details(of: remaining.links), hasEffect: true)
        }
    }

    /// The links that are neither collected nor taken back.
    private final class Remaining: Sendable {
        private let stored: Mutex<[LinkView]>

        init(_ links: [LinkView]) { stored = Mutex(links) }

        var links: [LinkView] { stored.withLock { $0 } }

        func remove(_ link: LinkView) { stored.withLock { $0.removeAll { $0.vault == link.vault } } }
    }

    private func wait(for remaining: Remaining, _ progress: ProgressLine) async throws {
        let clock = call.runtime.clock
        let deadline = clock.uptime() + limit
        while !remaining.links.isEmpty, clock.uptime() < deadline {
            progress.show(words(remaining.links.count))
            try await clock.sleep(for: min(Self.interval, deadline - clock.uptime()))
            try await dropFinished(remaining, progress)
        }
    }

    private func words(_ count: Int) -> String {
        "Waiting for \(count == 1 ? "the link" : "\(count) links") to be collected"
    }

    private func dropFinished(_ remaining: Remaining, _ progress: ProgressLine) async throws {
        for link in remaining.links {
            // If the service does not answer, or its answer is invalid, keep waiting until the deadline.
            let state = (try? await wallet.ownLink(link.vault.base58).state) ?? .unknown
            try Task.checkCancellation()
            switch state {
            case .unclaimed, .unknown: continue
            case .claimed, .expired, .cancelled:
                remaining.remove(link)
                tell(link.with(state: state), progress)
            }
        }
    }

    /// Takes back every remaining link. After a failure the other links are tried first, then this one again.
    private func takeBack(_ remaining: Remaining, _ progress: ProgressLine) async throws {
        var failures: [PublicKey: CommandFailure] = [:]
        for number in 0..<Self.attemptCountMax where !remaining.links.isEmpty {
            // Do not retry an attempt that cannot succeed.
            let open = remaining.links.filter { failures[$0.vault]?.isFinalForLink != true }
            guard !open.isEmpty else { break }
            if number > 0 { try await call.runtime.clock.sleep(for: Self.pause(beforeAttempt: number)) }
            for link in open {
                failures[link.vault] = try await failure(takingBack: link, progress)
                if failures[link.vault] == nil { remaining.remove(link) }
            }
        }
        let left = remaining.links
        guard let first = left.first, let failure = failures[first.vault] else { return }
        throw notTakenBack(left, failure, isUnclear: failures.values.contains { $0.status == .outcomeUnknown })
    }

    /// Takes a link back.
    ///
    /// - Returns: why it was not taken back; nil if its money is back or it has been collected.
    /// - Throws: `CancellationError` when the person stopped the command.
    private func failure(takingBack link: LinkView, _ progress: ProgressLine) async throws -> CommandFailure? {
        do {
            try await wallet.cancelLink(link)
            tell(link.with(state: .cancelled), progress)
            return nil
        } catch {
            let failure = CommandFailure(describing: error)
            // The link may have been collected at the last moment.
            if failure.isCollectedLink {
                tell(link.with(state: .claimed), progress)
                return nil
            }
            try Task.checkCancellation()
            return failure
        }
    }

    private func notTakenBack(_ left: [LinkView], _ failure: CommandFailure, isUnclear: Bool) -> CommandFailure {
        for link in left { call.printer.event(link.with(state: .unknown).document(money)) }
        let count = links.count == 1 ? "The link" : "\(left.count) of \(links.count) links"
        return CommandFailure(
            "cancel_failed", isUnclear ? .outcomeUnknown : .unexpected,
            "\(count) could not be taken back: \(failure.message) " + advice(for: left), details: details(of: left),
            hasEffect: true)
    }

    /// How to take back the remaining links.
    private func advice(for left: [LinkView]) -> String {
        let commands = left.map { "flipcash link cancel \($0.name)" }
        guard commands.count > 1 else { return "Take it back with: \(commands.first ?? "flipcash link cancel ID")" }
        return "Take each back with:\n" + commands.map { "  " + $0 }.joined(separator: "\n")
    }

    private func details(of left: [LinkView]) -> OutputObject {
        var details = OutputObject()
        details["left"] = .array(left.map { .object($0.document(money)) })
        return details
    }

    private func tell(_ link: LinkView, _ progress: ProgressLine) {
        progress.clear()
        call.printer.event(link.document(money))
        let amount = money.text(link.amount)
        switch link.state {
        case .claimed: call.printer.hint("\(amount) was collected.")
        case .cancelled, .expired: call.printer.hint("\(amount) was not collected in time. The cash is in your wallet.")
        case .unclaimed, .unknown: break
        }
    }
}

extension CommandFailure {
    /// Whether a link could not be taken back because it has been collected.
    fileprivate var isCollectedLink: Bool {
        status == .conflict && code == MessageCode.cancelFailed.rawValue
    }

    /// Whether trying to take the link back again cannot help.
    fileprivate var isFinalForLink: Bool {
        switch status {
        case .notFound, .refused, .unusableHere: true
        case .done, .unexpected, .declined, .locked, .notPossible, .rateUnavailable, .network, .conflict,
            .outcomeUnknown, .reminderDue, .usage, .badInput, .cannotRead, .cannotCreate, .inputOutput, .configuration,
            .interrupted,
            .terminated:
            false
        }
    }
}
