import ArgumentParser

/// `flipcash doctor`
struct DoctorCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check the settings, service, keys, pictures and terminal.")

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var onlyLooks: Bool { true }

    func run(in call: Invocation) async throws {
        let findings = await DoctorChecks(call: call).run()
        let isHealthy = findings.allSatisfy { $0.verdict != .failed }
        // With --json, a failure replaces the document and carries the findings. A person sees the table first.
        guard isHealthy || call.options.output == .human else { throw failure(findings) }
        var document = OutputObject(schema: "doctor")
        document["healthy"] = .boolean(isHealthy)
        document["checks"] = .array(findings.map { .object($0.object) })
        call.printer.answer(document) { printer in
            var table = Table([.exact(""), .exact(""), .exact("")])
            for finding in findings {
                table.add([.init(finding.verdict.mark, finding.verdict.tone), .init(finding.name), .init(finding.text)])
            }
            printer.table(table)
        }
        if !isHealthy { throw failure(findings) }
    }

    private func failure(_ findings: [DoctorFinding]) -> CommandFailure {
        let failed = findings.filter { $0.verdict == .failed }
        var details = OutputObject()
        details["checks"] = .array(findings.map { .object($0.object) })
        return CommandFailure(
            "unhealthy", failed.first?.status ?? .unexpected,
            "Some checks failed. " + failed.map { "\($0.name): \($0.text)" }.joined(separator: " "), details: details)
    }
}

/// What one check found.
struct DoctorFinding: Sendable {
    enum Verdict: String, Sendable {
        case fine
        case notice
        case failed

        var mark: String {
            switch self {
            case .fine: "✓"
            case .notice: "!"
            case .failed: "✗"
            }
        }

        var tone: Tone {
            switch self {
            case .fine: .positive
            case .notice: .warning
            case .failed: .negative
            }
        }
    }

    let name: String
    let verdict: Verdict
    let text: String
    /// The command's exit status if this check failed.
    var status = ExitStatus.unexpected

    init(_ name: String, _ verdict: Verdict, _ text: String, status: ExitStatus = .unexpected) {
        self.name = name
        self.verdict = verdict
        self.text = text
        self.status = status
    }

    /// The finding of a check that threw.
    init(_ name: String, _ error: any Error) {
        let failure = CommandFailure(describing: error)
        self.init(name, .failed, failure.message, status: failure.status)
    }

    var object: OutputObject {
        var object = OutputObject()
        object["name"] = .string(name)
        object["verdict"] = .string(verdict.rawValue)
        object["text"] = .string(text)
        return object
    }
}
