/// A one-time event that many tasks can wait for.
public final class Latch: Sendable {
    private let opened = OneTimeValue<Void>()

    /// Creates a closed latch.
    public init() {}

    /// Whether the latch is open.
    public var isOpen: Bool { opened.value != nil }

    /// Opens the latch: resumes all waiting tasks, and later calls to ``wait()`` return at once.
    public func open() { opened.set(()) }

    /// Waits until the latch opens or the task is cancelled.
    public func wait() async { _ = await opened.wait() }
}
