import Logging
import Synchronization
import Testing

@testable import FlipcashCore

@Suite struct RedactionTests {
    @Test(
        "Values that look like keys, people or secrets are shortened; others are kept",
        arguments: [
            ("5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d", "5eyk...2N9d"),
            ("abcd" + String(repeating: "x", count: 25) + "EFGH", "abcd...EFGH"),
            ("abcd" + String(repeating: "x", count: 24) + "EFGH", "abcd" + String(repeating: "x", count: 24) + "EFGH"),
            ("user@example.com", "u..@example.com"),
            ("a@b.com", "a..@b.com"),
            ("a@b.c", "a@b.c"),
            ("(415) 555-4321", "***-***-4321"),
            ("+17205551234", "***-***-1234"),
            ("555-1234", "***-***-1234"),
            ("+442079460958", "***-***-0958"),
            ("+44 20 7946 0958", "***-***-0958"),
            ("17205551234", "17205551234"),
            ("100.2345", "100.2345"),
            ("123.4567", "123.4567"),
            ("1.2345678", "1.2345678"),
            ("2026-11-21", "2026-11-21"),
            ("12:30:45", "12:30:45"),
            ("write to user@example.com today", "write to user@example.com today"),
            ("https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2", "https://send.flipcash.com/c/"),
            ("https://app.flipcash.com/verify?code=1&email=a%40b.io", "https://app.flipcash.com/verify"),
            ("grant taste adapt picture build pact opinion ripple sock poet deposit snow", "[REDACTED]"),
        ])
    func redact_value_followsTable(value: String, expected: String) {
        #expect(PatternRedactor().redact(value) == expected)
    }

    @Test(
        "Names of secrets hide their values, in any case",
        arguments: ["token", "publicKey", "SECRET", "userEmail", "seedWords", "entropy", "Passphrase", "authorization"])
    func isSensitive_telltaleName_isTrue(name: String) {
        #expect(SensitiveKeyRedactor().isSensitive(name))
        #expect(SensitiveKeyRedactor().redact("x", forKey: name) == "[REDACTED]")
    }

    @Test("Ordinary names show their values", arguments: ["count", "mint", "state", ""])
    func isSensitive_ordinaryName_isFalse(name: String) {
        #expect(!SensitiveKeyRedactor().isSensitive(name))
    }

    @Test("A log line carries level, label, message and sorted, redacted metadata")
    func log_metadata_isSortedAndRedacted() {
        let sink = KeptLines()
        var logger = Logger(label: "flipcash.test") { RedactingLogHandler(label: $0, sink: sink) }
        logger[metadataKey: "from"] = "handler"
        logger.info(
            "paid",
            metadata: [
                "zeta": "1", "accessKey": "abc", "peer": .array([.string("user@example.com"), .string("x")]),
                "inner": .dictionary(["seed": .string("abc"), "ok": .stringConvertible(5)]),
            ])
        logger.debug("hidden")
        #expect(
            sink.lines == [
                "[INFO] 2026-05-01 10:00:00 flipcash.test paid accessKey=[REDACTED] from=handler "
                    + "inner={ok: 5, seed: [REDACTED]} peer=[u..@example.com, x] zeta=1"
            ])
    }

    private final class KeptLines: LogSink {
        private let kept = Mutex<[String]>([])
        var lines: [String] { kept.withLock { $0 } }
        var level: Logger.Level { .info }
        func timestamp() -> String { "2026-05-01 10:00:00" }
        func write(_ line: String, level: Logger.Level) { kept.withLock { $0.append(line) } }
    }
}
