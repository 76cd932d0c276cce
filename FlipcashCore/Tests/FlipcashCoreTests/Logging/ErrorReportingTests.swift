import FlipcashTestKit
import Foundation
import GRPCCore
import Logging
import Testing

@testable import FlipcashCore

/// Which errors are reported, and the contents of a report (client specification §6.4).
@Suite struct ErrorReportingTests {
    private struct Surprise: Error, CustomStringConvertible {
        var description: String
    }

    private struct Levelled: ReportLevelled {
        let reportingLevel: ReportingLevel
    }

    private let folder = MemoryLogFolder()

    private func reporting(ring: LogRing? = nil) -> ErrorReporting {
        let clock = TestClock.ofLogLines()
        return ErrorReporting(folder: folder, ring: ring ?? LogRing(time: LocalTime(clock)), clock: clock)
    }

    @Test("Errors without a level are defects; errors with a level keep it; time-outs are never defects")
    func level_followsTheError() {
        func level(_ error: any Error, userFacing: Bool = false) -> ReportingLevel {
            ErrorReporting.level(of: error, userFacing: userFacing)
        }
        #expect(level(Surprise(description: "x")) == .error)
        #expect(level(CancellationError()) == .info)
        for reporting in [ReportingLevel.suppressed, .info, .error] {
            #expect(level(Levelled(reportingLevel: reporting)) == reporting)
        }
        // An error that the user saw is raised from suppressed to info, never to error.
        #expect(level(Levelled(reportingLevel: .suppressed), userFacing: true) == .info)
        #expect(level(Levelled(reportingLevel: .info), userFacing: true) == .info)
        for code in [RPCError.Code.deadlineExceeded, .unavailable] {
            #expect(level(RPCFailure(RPCError(code: code, message: ""))) == .suppressed)
        }
        #expect(level(RPCFailure(RPCError(code: .internalError, message: ""))) == .error)
    }

    @Test("Only defects are written to a file of the log folder")
    func capture_writesDefectsOnly() throws {
        let reporting = reporting()
        #expect(reporting.captureError(Levelled(reportingLevel: .suppressed)) == nil)
        #expect(reporting.captureError(Levelled(reportingLevel: .info)) == nil)
        #expect(try folder.names().isEmpty)
        let name = try #require(reporting.captureError(Surprise(description: "odd"), reason: "testing"))
        #expect(name.wholeMatch(of: /report-\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{8}\.json/) != nil)
        let second = try #require(reporting.capture(Surprise(description: "odd"), id: "other"))
        #expect(second != name)
        #expect(try folder.names() == [name, second].sorted())
    }

    @Test("A report has the error, its place and the last lines, and no secret")
    func capture_report_isRedacted() throws {
        let ring = LogRing(time: LocalTime(TestClock.ofLogLines()))
        ring.write("[INFO] before", level: .info)
        let words = "pill tomorrow foster begin walnut borrow virtual kick shift mutual shoe scatter"
        let error = Surprise(
            description: "cannot use \"\(words)\" of 5F86TNSTre3CYwZd1wELsGQGhqG2HkN3d8zxhbyBSnzm, see "
                + "https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2 (user@example.com).")
        let name = try #require(
            reporting(ring: ring).capture(
                error, reason: "testing",
                metadata: ["accessKey": "abc", "peer": "5F86TNSTre3CYwZd1wELsGQGhqG2HkN3d8zxhbyBSnzm", "count": "3"]))
        let text = try #require(folder.text(name))
        let report = try JSONDecoder().decode(ErrorReport.self, from: Data(text.utf8))
        #expect(report.schema == "flipcash.error-report/1" && report.level == "error")
        #expect(report.at == "2026-05-01T12:00:00.007Z")
        #expect(report.type.hasSuffix("Surprise") && report.reason == "testing")
        #expect(report.log == ["[INFO] before"])
        #expect(report.metadata == ["accessKey": "[REDACTED]", "peer": "5F86...Snzm", "count": "3"])
        for secret in ["tomorrow", "4y7bh9", "user@", "5F86TNST"] { #expect(!text.contains(secret), "\(secret)") }
        #expect(report.message.contains("[REDACTED]") && report.message.contains("u..@example.com)."))
    }

    @Test("The group depends on the place, and ids distinguish errors of one place")
    func capture_group_isThePlace() throws {
        func group(_ function: String, id: String? = nil) throws -> String {
            let name = try #require(
                reporting().capture(Surprise(description: "x"), id: id, file: "M/F.swift", function: function))
            return try JSONDecoder().decode(ErrorReport.self, from: Data(try #require(folder.text(name)).utf8)).group
        }
        #expect(try group("a()") == group("a()"))
        #expect(try group("a()") != group("b()"))
        #expect(try group("a()") != group("a()", id: "1"))
        #expect(try group("a()").utf8.count == 16)
    }

    @Test("The oldest reports are deleted, and logs are not")
    func capture_many_areBounded() throws {
        try folder.append([1], to: "app-0.log")
        for number in 0..<30 { _ = reporting().capture(Surprise(description: "x"), id: "\(number)") }
        #expect(try folder.names().count == ErrorReporting.reportCountMax + 1)
        #expect(try folder.names().first == "app-0.log")
    }

    @Test("If the folder cannot be written, only the report is lost")
    func capture_unwritable_isSilent() {
        folder.fails = true
        #expect(reporting().captureError(Surprise(description: "x")) == nil)
    }
}

@Suite struct TextRedactorTests {
    @Test(
        "Secrets within a sentence are hidden; the rest of the sentence is kept",
        arguments: [
            ("The service refused the request: bad (code 7).", "The service refused the request: bad (code 7)."),
            ("mail user@example.com, now", "mail u..@example.com, now"),
            ("key <5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d>", "key <5eyk...2N9d>"),
            ("see \"https://x.io/a?b=c\"!", "see \"https://x.io/a\"!"),
            (
                "words grant taste adapt picture build pact opinion ripple sock poet deposit snow end",
                "[REDACTED]"
            ),
            ("Words: grant taste adapt picture", "Words: grant taste adapt picture"),
            ("", ""), ("  two  spaces ", "  two  spaces "),
        ])
    func redact_text_hidesSecrets(text: String, expected: String) {
        #expect(TextRedactor().redact(text) == expected)
    }
}
