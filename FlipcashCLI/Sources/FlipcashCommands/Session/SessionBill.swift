import FlipcashCore
import FlipcashWallet
import Synchronization

/// A bill of a wallet session that is on show and can be scanned.
final class SessionBill: Sendable {
    private struct Progress {
        var conversion: SpawnedWork<CashLink?>?
        var hasGivenUp = false
        /// Whether the bill has ended, so that it can no longer become a link.
        var isOver = false
    }

    private let operation: SendCashOperation
    private let session: Session
    private let cash: PreparedCash
    private let hosts: LinkHosts
    private let tasks: any TaskSpawner
    private let progress = Mutex(Progress())

    init(
        operation: SendCashOperation, session: Session, cash: PreparedCash, hosts: LinkHosts, tasks: any TaskSpawner
    ) {
        self.operation = operation
        self.session = session
        self.cash = cash
        self.hosts = hosts
        self.tasks = tasks
    }

    /// The payload of the bill's code.
    var payload: CashCode.Payload { operation.payload }

    /// The bill's states as they change. The stream ends with the bill.
    var states: AsyncStream<BillState> {
        let (states, tasks) = (operation.states(), tasks)
        return AsyncStream { continuation in
            let task = tasks.spawn {
                for await state in states {
                    if let state = BillState(state) { continuation.yield(state) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// Waits until the bill ends. Waits for a submitted transfer even if the task is cancelled.
    func outcome() async throws -> BillOutcome {
        do {
            // Cancelling the task takes the bill back, even while it is being turned into a link.
            let sent = try await withTaskCancellationHandler {
                try await operation.run()
            } onCancel: { [operation] in
                operation.cancel()
            }
            await session.updatePostTransaction()
            return .given(
                TransferView(direction: .gave, id: sent.id, amount: sent.amount.nativeAmount, token: cash.token))
        } catch {
            // A link that was being made of the bill may still succeed and take the money after the bill has ended.
            let conversion = progress.withLock { progress in
                progress.isOver = true
                return progress.conversion
            }
            switch await conversion?.result {
            case .success(let link?): return .link(LinkView(link, token: cash.token, hosts: hosts))
            case .failure(let failure) where Self.leavesMoney(failure):
                throw CommandFailure(unclearLink: failure, in: session, hosts: hosts) ?? failure
            case .success(nil), .failure, nil: break
            }
            guard SendCashFailure.isCancelled(error) else { throw error }
            return progress.withLock { $0.hasGivenUp } ? .notScannedInTime : .takenBack
        }
    }

    /// Takes the bill back, unless the cash has already been received.
    func takeBack() async {
        operation.cancel()
        // `cancel()` does not end an operation that was never run. A newer bill stays on show.
        if session.bill === operation { session.dismissCashBill(style: .cancelled) }
    }

    /// Takes the bill back because it was not scanned in time.
    func giveUp() async {
        // The user requested the link that is being made. If it succeeds, the bill is not taken back.
        if let conversion = progress.withLock({ $0.conversion }), (try? await conversion.value) != nil { return }
        progress.withLock { $0.hasGivenUp = true }
        operation.cancel()
    }

    /// Makes a link of the bill, unless the cash has already been received. If that fails and no money moved, the
    /// bill stays on show.
    func turnIntoLink() async throws {
        let conversion = progress.withLock { progress -> SpawnedWork<CashLink?>? in
            if let running = progress.conversion { return running }
            if progress.isOver { return nil }
            // Not a child task: once the payment for the link has begun, it must finish.
            let started = tasks.start { [session, operation] in
                try await session.createCashLink(from: operation, refreshes: false)
            }
            progress.conversion = started
            return started
        }
        do {
            _ = try await conversion?.value
        } catch {
            // If no money moved, the caller may retry. Otherwise the bill ends, and `outcome()` reports why.
            if !Self.leavesMoney(error) { progress.withLock { $0.conversion = nil } }
            throw error
        }
    }

    /// Whether a link may exist even though making it failed.
    private static func leavesMoney(_ error: any Error) -> Bool {
        (error as? CashLinkFailure)?.leavesMoney ?? false
    }
}

extension SendCashFailure {
    /// Whether the bill was taken back.
    fileprivate static func isCancelled(_ error: any Error) -> Bool {
        if case SendCashFailure.cancelled = error { true } else { false }
    }
}

extension BillState {
    /// Converts a state of the operation; nil for final states, which `outcome()` reports.
    init?(_ state: SendCashOperation.State) {
        switch state {
        case .shown: self = .shown
        case .advertised: self = .waiting
        case .disconnected: self = .disconnected
        case .grabRequested: self = .grabRequested
        case .transferring: self = .transferring
        case .done, .failed, .cancelled, .convertedToLink: return nil
        }
    }
}
