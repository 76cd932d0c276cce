import FlipcashCore
import GRPCCore
import Testing

@testable import FlipcashNode

@Suite("The quota of stored messages") struct MessageQuotaTests {
    private static let now = Instant(seconds: 1_767_225_600)
    private let a = MessagePeer(remotePeer: "ipv4:192.0.2.1:1")
    private let b = MessagePeer(remotePeer: "ipv4:192.0.2.2:1")
    private let limits = MessageLimits(peerBytesMax: 1000, totalBytesMax: 1500, messageOverheadBytes: 100)

    private func message(_ number: UInt8, _ bytes: Int, at time: Instant = now) -> StoredMessageSize {
        StoredMessageSize(
            id: [number], bytes: bytes, expiresAt: time.advanced(by: MessagingServiceProvider.messageLifetime))
    }

    private func refusal(_ quota: MessageQuota, _ size: StoredMessageSize, _ peer: MessagePeer, now: Instant = now)
        -> RPCError.Code?
    {
        do {
            try quota.charge(size, to: peer, now: now)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("The bytes of one peer's messages, and of all messages, are limited")
    func charge_overLimit_isRefused() {
        let quota = MessageQuota(limits: limits)
        #expect(refusal(quota, message(1, 900), a) == nil)
        #expect(refusal(quota, message(2, 0), a) == .resourceExhausted)
        #expect(refusal(quota, message(3, 300), b) == nil)
        #expect(refusal(quota, message(4, 1), b) == .resourceExhausted)
        #expect(quota.totalBytes == 1400)
        quota.release([1])
        quota.release([1])
        #expect(quota.totalBytes == 400)
        #expect(refusal(quota, message(2, 500), a) == nil)
    }

    @Test("A message counts until it expires, including messages from before the start")
    func charge_afterExpiry_countsNoMore() {
        let quota = MessageQuota(limits: limits, stored: [message(1, 900), message(2, 300)])
        #expect(quota.totalBytes == 1400)
        #expect(refusal(quota, message(3, 100), a) == .resourceExhausted)
        let later = Self.now.advanced(by: MessagingServiceProvider.messageLifetime)
        #expect(refusal(quota, message(3, 900, at: later), a, now: later) == nil)
        #expect(quota.totalBytes == 1000)
    }

    @Test("Messages stored while the clock was ahead stop counting once the clock is right")
    func charge_clockSetBack_countsNoMore() {
        let ahead = Self.now.advanced(by: .seconds(86_400))
        let quota = MessageQuota(limits: limits, stored: [message(1, 1300, at: ahead)])
        #expect(refusal(quota, message(2, 900), a) == nil)
        #expect(quota.totalBytes == 1000)
    }

    @Test("Messages that are stored and acknowledged in turn leave no ids behind")
    func charge_releasedAtOnce_staysBounded() {
        let quota = MessageQuota(limits: limits, stored: [message(1, 100)])
        for number in 0..<5_000 {
            let id: [UInt8] = number.isMultiple(of: 2) ? [2] : [3, UInt8(number >> 8), UInt8(number & 255)]
            let expiresAt = Self.now.advanced(by: MessagingServiceProvider.messageLifetime)
            #expect(refusal(quota, StoredMessageSize(id: id, bytes: 100, expiresAt: expiresAt), a) == nil)
            quota.release(id)
        }
        #expect(quota.totalBytes == 200)
        #expect(quota.keptIDs < 1_100)
        let later = Self.now.advanced(by: MessagingServiceProvider.messageLifetime)
        #expect(refusal(quota, message(4, 900, at: later), a, now: later) == nil)
        #expect(quota.totalBytes == 1000)
    }

    @Test(
        "A peer is an address without its port, an IPv6 network, or a whole Unix socket",
        arguments: [
            ("ipv4:192.0.2.1:1", "ipv4:192.0.2.1:65535", true), ("ipv4:192.0.2.1:1", "ipv4:192.0.2.2:1", false),
            ("ipv6:[2001:db8::1]:1", "ipv6:[2001:db8:0:0:ffff::9]:2", true),
            ("ipv6:[2001:db8::1]:1", "ipv6:[2001:db8:0:1::1]:1", false),
            ("ipv6:[::ffff:192.0.2.1]:1", "ipv4:192.0.2.1:2", true), ("ipv6:[::1%lo]:1", "ipv6:[::1]:2", true),
            ("unix:/run/a.sock", "unix:/run/a.sock", true), ("unix:/run/a.sock", "unix:/run/b.sock", false),
            ("in-process:7", "in-process:7", true), ("<unknown>", "<unknown>", true),
        ])
    func peer_ofAddress(left: String, right: String, isSame: Bool) {
        #expect((MessagePeer(remotePeer: left) == MessagePeer(remotePeer: right)) == isSame)
    }
}
