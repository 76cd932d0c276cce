import FlipcashTestKit
import Foundation
import Testing

@testable import FlipcashCommands

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite struct DetachedProcessTests {
    #if os(Linux)
        @Test("A started process inherits none of the starter's open files, whatever the file's flag is")
        func start_openFiles_stayHere() throws {
            var pipe: [Int32] = [0, 0]
            try #require(Glibc.pipe(&pipe) == 0)
            // High numbers, which no file that the program opens itself can have.
            let kept = pipe.map { fcntl($0, F_DUPFD, 400) }
            defer { (pipe + kept).forEach { close($0) } }
            try #require(kept.allSatisfy { $0 >= 400 })
            for descriptor in kept { try #require(fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0) }
            let listing = try output(of: ["ls", "/proc/self/fd"])
            let descriptors = listing.split(separator: "\n").compactMap { Int32($0) }
            #expect(Set(descriptors).isSuperset(of: [0, 1, 2]), "\(listing)")
            #expect(descriptors.allSatisfy { $0 < 400 }, "\(listing)")
        }

        @Test("A started process has the given variables, no input, and a log")
        func start_variablesAndLog_areThoseGiven() throws {
            let script = "read line; echo \"[$line] $WHO\"; echo trouble >&2"
            let log = try output(of: ["sh", "-c", script], variables: ["WHO": "ada", "PATH": "/usr/bin:/bin"])
            #expect(log.hasPrefix("[] ada"))
            #expect(log.hasSuffix("trouble\n"))
        }
    #endif

    @Test("A supervised process ignores hang-ups if its supervisor does")
    func spawn_ignoredHangUp_isInherited() throws {
        // Does not affect other tests, which start their processes with the default action. Both cases stand in one
        // test: side by side, the first to end would take the signal's action from the other.
        let former = signal(SIGHUP, SIG_IGN)
        defer { signal(SIGHUP, former) }
        #expect(try endAfterHangUp(ignores: true) == .exited(7))
        #expect(try endAfterHangUp(ignores: false) == .killed(SIGHUP))
    }

    /// How a process ends that sends itself a hang-up.
    private func endAfterHangUp(ignores: Bool) throws -> RestartPolicy.End {
        let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        let process = try DetachedProcess.spawn(
            "/bin/sh", arguments: ["sh", "-c", "kill -HUP $$; exit 7"], variables: [:], input: input,
            ignoresHangUp: ignores)
        var status: Int32 = 0
        try #require(waitpid(process, &status, 0) == process)
        return RestartPolicy.End(waitStatus: status)
    }

    @Test("A missing program gives a reason, not a process")
    func start_missingProgram_throws() {
        #expect(throws: DetachedProcess.Failure.self) {
            try DetachedProcess.start(
                "/nonexistent/flipcash", arguments: ["flipcash"], variables: [:], log: "/dev/null")
        }
    }

    /// The whole output of a started program.
    private func output(of arguments: [String], variables: [String: String] = [:]) throws -> String {
        let folder = try TemporaryFolder()
        let log = folder.file("log")
        let process = try DetachedProcess.start(
            "/bin/" + arguments[0], arguments: arguments, variables: variables, log: log)
        var status: Int32 = 0
        try #require(waitpid(process, &status, 0) == process)
        #expect(status == 0)
        return try String(contentsOfFile: log, encoding: .utf8)
    }
}
