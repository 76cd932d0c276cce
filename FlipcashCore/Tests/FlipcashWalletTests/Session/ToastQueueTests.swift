import FlipcashCore
import Testing

@testable import FlipcashWallet

/// The order and times of toasts (client specification §2.7).
@Suite struct ToastQueueTests {
    private let start = Instant(seconds: 1_000)

    private func toast(_ dollars: String, _ direction: Toast.Direction = .received) -> Toast {
        Toast(amount: .usd(dollars), direction: direction)
    }

    private func at(_ milliseconds: Int) -> Instant { start.advanced(by: .milliseconds(milliseconds)) }

    /// Returns the visible toast at each of these times, in milliseconds.
    private func shown(_ queue: inout ToastQueue, at times: [Int]) -> [String?] {
        times.map { time in
            queue.advance(to: at(time))
            return queue.visible?.text
        }
    }

    @Test("Each toast waits half a second, is visible for three seconds, and is followed by one second of rest")
    func advance_showsInOrder() {
        var queue = ToastQueue()
        queue.insert(toast("5"), at: at(0))
        queue.insert(toast("1.50", .given), at: at(100))
        #expect(
            shown(&queue, at: [0, 499, 500, 3_499, 3_500, 4_999, 5_000, 7_999, 8_000, 9_500])
                == [nil, nil, "+$5.00", "+$5.00", nil, nil, "-$1.50", "-$1.50", nil, nil])
        #expect(queue.nextChange == nil)
    }

    @Test("Two toasts that cancel out are both removed; other amounts and directions stay")
    func insert_opposite_cancels() {
        var queue = ToastQueue()
        queue.insert(toast("5", .given), at: at(0))
        queue.insert(toast("5", .received), at: at(10))
        #expect(queue == ToastQueue())
        queue.insert(toast("5", .given), at: at(20))
        queue.insert(toast("5", .given), at: at(30))
        queue.insert(toast("4", .received), at: at(40))
        // Only the toast added last can be cancelled out.
        queue.insert(toast("5", .received), at: at(50))
        #expect(
            shown(&queue, at: [520, 5_020, 9_520, 14_020, 18_520]) == ["-$5.00", "-$5.00", "+$4.00", "+$5.00", nil])
    }

    @Test("A visible toast is not removed")
    func insert_oppositeOfVisible_isShown() {
        var queue = ToastQueue()
        queue.insert(toast("5", .given), at: at(0))
        queue.advance(to: at(600))
        queue.insert(toast("5", .received), at: at(700))
        #expect(shown(&queue, at: [1_000, 5_000]) == ["-$5.00", "+$5.00"])
    }

    @Test("While a bill is shown no toast begins; a visible one stays for its time, and the rest follow later")
    func suspend_holdsBack() {
        var queue = ToastQueue()
        queue.insert(toast("1"), at: at(0))
        queue.insert(toast("2"), at: at(0))
        queue.advance(to: at(600))
        queue.suspend()
        #expect(shown(&queue, at: [3_400, 3_600, 60_000]) == ["+$1.00", nil, nil])
        queue.insert(toast("3"), at: at(60_000))
        #expect(shown(&queue, at: [70_000]) == [nil])
        queue.resume(at: at(80_000))
        #expect(shown(&queue, at: [80_499, 80_500, 85_000]) == [nil, "+$2.00", "+$3.00"])
    }

    @Test("A bill that appears within the half second delays the toast")
    func suspend_beforeShowing_holdsBack() {
        var queue = ToastQueue()
        queue.insert(toast("1"), at: at(0))
        queue.suspend()
        #expect(shown(&queue, at: [10_000]) == [nil])
        queue.resume(at: at(10_000))
        #expect(shown(&queue, at: [10_500]) == ["+$1.00"])
    }

    @Test("After a long pause, toasts whose time is over are not shown")
    func advance_late_catchesUp() {
        var queue = ToastQueue()
        for dollars in ["1", "2", "3"] { queue.insert(toast(dollars), at: at(0)) }
        #expect(shown(&queue, at: [9_600]) == ["+$3.00"])
    }
}
