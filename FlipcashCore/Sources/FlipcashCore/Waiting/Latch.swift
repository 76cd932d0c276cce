/// Something that happens once and that many tasks may wait for.
public final class Latch: Sendable {
    private let opened = OneTimeValue<Void>()

    /// A closed latch.
    public init() {}

    /// Whether it has happened.
    public var isOpen: Bool { opened.value != nil }

    /// Lets all tasks through that wait, and all that come later.
    public func open() { opened.set(()) }

    /// Waits until the latch opens or the task is cancelled.
    public func wait() async { _ = await opened.wait() }
}
