import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

@testable import FlipcashNode

@Suite("Connections without calls")
struct IdleLimitTests {
    private final class Announcements: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame
        var count = 0

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is ChannelShouldQuiesceEvent { count += 1 }
            context.fireUserInboundEventTriggered(event)
        }
    }

    private let limit = IdleLimit(limit: .seconds(10))
    private let announcements = Announcements()
    private let channel: EmbeddedChannel

    init() throws {
        channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers([limit, announcements])
    }

    /// Lets time pass; returns the number of announcements so far.
    private func announced(after seconds: Int64) -> Int {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
        return announcements.count
    }

    @Test("A connection on which no call begins ends after the limit")
    func limit_noCall_announced() {
        defer { _ = try? channel.finish() }
        #expect(announced(after: 9) == 0)
        #expect(announced(after: 1) == 1)
    }

    @Test("The time counts from the end of the last call, however long it took")
    func limit_longCalls_countsFromLastEnd() {
        defer { _ = try? channel.finish() }
        limit.callBegan()
        limit.callBegan()
        #expect(announced(after: 60) == 0)
        limit.callEnded()
        #expect(announced(after: 60) == 0)
        limit.callEnded()
        #expect(announced(after: 9) == 0)
        #expect(announced(after: 1) == 1)
    }

    @Test("A short call within the limit begins the time anew")
    func limit_shortCall_countsAnew() {
        defer { _ = try? channel.finish() }
        #expect(announced(after: 5) == 0)
        limit.callBegan()
        limit.callEnded()
        #expect(announced(after: 9) == 0)
        #expect(announced(after: 1) == 1)
    }

    @Test("Nothing is announced on a connection that is closed, also when a call ends after it")
    func limit_closed_nothing() throws {
        limit.callBegan()
        _ = try channel.finish()
        limit.callEnded()
        #expect(announced(after: 60) == 0)
    }
}
