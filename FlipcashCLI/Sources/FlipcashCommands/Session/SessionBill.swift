import FlipcashCore
import FlipcashWallet
import Synchronization

/// A bill of a wallet session.
final class SessionBill: ShownBill {
    private struct Progress {
        var conversion: Task<CashLink?, any Error>?
        var hasGivenUp = false
    }

    private let operation: SendCashOperation
    private let session: Session
    private let cash: PreparedCash
    private let hosts: LinkHosts
    private let progress = Mutex(Progress())

    init(operation: SendCashOperation, session: Session, cash: PreparedCash, hosts: LinkHosts) {
        self.operation = operation
        self.session = session
        self.cash = cash
        self.hosts = hosts
    }

    var payload: CashCode.Payload { operation.payload }

    var states: AsyncStream<BillState> {
        let states = operation.states()
        return AsyncStream { continuation in
            let task = Task {
                for await state in states {
                    if let state = BillState(state) { continuation.yield(state) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    func outcome() async throws -> BillOutcome {
        do {
            let sent = try await operation.run()
            session.dismissCashBill(style: .cancelled)
            await session.updatePostTransaction()
            return .given(
                TransferView(direction: .gave, id: sent.id, amount: sent.amount.nativeAmount, token: cash.token))
        } catch SendCashFailure.cancelled {
            session.dismissCashBill(style: .cancelled)
            if let conversion = progress.withLock({ $0.conversion }), let link = try await conversion.value {
                return .link(LinkView(link, token: cash.token, hosts: hosts))
            }
            return progress.withLock { $0.hasGivenUp } ? .nobodyCame : .takenBack
        }
    }

    func takeBack() async { operation.cancel() }

    func giveUp() async {
        progress.withLock { $0.hasGivenUp = true }
        operation.cancel()
    }

    func turnIntoLink() async throws {
        let conversion = progress.withLock { progress in
            if let running = progress.conversion { return running }
            // Not a child of the caller: a link that has begun to be paid for is seen to its end.
            let started = Task { [session, operation] in try await session.createCashLink(from: operation) }
            progress.conversion = started
            return started
        }
        do {
            _ = try await conversion.value
        } catch {
            progress.withLock { $0.conversion = nil }
            throw error
        }
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
