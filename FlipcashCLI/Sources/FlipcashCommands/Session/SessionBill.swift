import FlipcashCore
import FlipcashWallet
import Synchronization

/// A bill of a wallet session that is on show and can be scanned.
final class SessionBill: Sendable {
    private struct Progress {
        var conversion: SpawnedWork<CashLink?>?
        var hasGivenUp = false
        /// Whether the bill has ended, so that no link can be made of it any more.
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

    /// What its code says.
    var payload: CashCode.Payload { operation.payload }

    /// The bill's states as they change; ends with the bill.
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

    /// Waits for the bill's end. A submitted transfer is waited for even when the task is cancelled.
    func outcome() async throws -> BillOutcome {
        do {
            // Being told to stop is putting the bill away, for a link that is being made of it too.
            let sent = try await withTaskCancellationHandler {
                try await operation.run()
            } onCancel: { [operation] in
                operation.cancel()
            }
            await session.updatePostTransaction()
            return .given(
                TransferView(direction: .gave, id: sent.id, amount: sent.amount.nativeAmount, token: cash.token))
        } catch {
            // However the bill ended, a link that has begun to be made of it may still come, and its money with it.
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
            return progress.withLock { $0.hasGivenUp } ? .nobodyCame : .takenBack
        }
    }

    /// Takes the bill back, unless somebody has already received the cash.
    func takeBack() async {
        operation.cancel()
        // One that nobody has run does not end by that; one that has taken its place stays on show.
        if session.bill === operation { session.dismissCashBill(style: .cancelled) }
    }

    /// Takes the bill back because nobody scanned it.
    func giveUp() async {
        // A link that is being made was asked for: it decides.
        if let conversion = progress.withLock({ $0.conversion }), (try? await conversion.value) != nil { return }
        progress.withLock { $0.hasGivenUp = true }
        operation.cancel()
    }

    /// Makes a link of the bill, unless somebody has already received the cash. The bill stays up when that moves
    /// nothing.
    func turnIntoLink() async throws {
        let conversion = progress.withLock { progress -> SpawnedWork<CashLink?>? in
            if let running = progress.conversion { return running }
            if progress.isOver { return nil }
            // Not a child of the caller: a link that has begun to be paid for is seen to its end.
            let started = tasks.start { [session, operation] in
                try await session.createCashLink(from: operation, refreshes: false)
            }
            progress.conversion = started
            return started
        }
        do {
            _ = try await conversion?.value
        } catch {
            // One that moved nothing may be tried again; any other is the bill's end, and told there.
            if !Self.leavesMoney(error) { progress.withLock { $0.conversion = nil } }
            throw error
        }
    }

    /// Whether a link may be there although making it failed.
    private static func leavesMoney(_ error: any Error) -> Bool {
        (error as? CashLinkFailure)?.leavesMoney ?? false
    }
}

extension SendCashFailure {
    /// Whether the bill was put away.
    fileprivate static func isCancelled(_ error: any Error) -> Bool {
        if case SendCashFailure.cancelled = error { true } else { false }
    }
}

extension BillState {
    /// A state of the operation; nil for the final ones, which the outcome tells.
    init?(_ state: SendCashOperation.State) {
        switch state {
        case .shown: self = .shown
        case .advertised: self = .waiting
        case .grabRequested: self = .grabRequested
        case .transferring: self = .transferring
        case .done, .failed, .cancelled, .convertedToLink: return nil
        }
    }
}
