import Testing

@testable import FlipcashCommands

@Suite struct RestartPolicyTests {
    @Test("Waits double after each crash, up to a minute")
    func decide_crashes_backsOff() {
        var policy = RestartPolicy()
        let delays = (0..<8).map { _ in policy.decide(after: .killed(4), uptime: .seconds(1)) }
        #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60].map { .restart(.seconds($0)) })
    }

    @Test("A process that has run for a minute has recovered")
    func decide_recovered_beginsAnew() {
        var policy = RestartPolicy()
        for _ in 0..<5 { _ = policy.decide(after: .killed(11), uptime: .seconds(59)) }
        #expect(policy.decide(after: .killed(11), uptime: .seconds(60)) == .restart(.seconds(1)))
        #expect(policy.decide(after: .killed(11), uptime: .zero) == .restart(.seconds(2)))
    }

    @Test("A process that exits with a status is not restarted", arguments: [0, 1, 73, 255] as [Int32])
    func decide_exit_passesStatusOn(status: Int32) {
        var policy = RestartPolicy()
        #expect(policy.decide(after: .exited(status), uptime: .zero) == .exit(status))
    }

    @Test("The status that waitpid reports is decoded")
    func init_waitStatus_read() {
        #expect(RestartPolicy.End(waitStatus: 0) == .exited(0))
        #expect(RestartPolicy.End(waitStatus: 73 << 8) == .exited(73))
        #expect(RestartPolicy.End(waitStatus: 9) == .killed(9))
        #expect(RestartPolicy.End(waitStatus: 4 | 0x80) == .killed(4))
    }
}
