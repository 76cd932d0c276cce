import Testing

extension CommandLinePerson {
    /// Starts `give` and returns once the service knows the bill.
    func showBill(of amount: String, _ options: String...) async throws -> RunningCommand {
        let bill = try world.start(
            ["--profile", profile ?? "default"] + self.options + ["give", amount, "--progress", "plain"] + options)
        try await bill.waits(for: "Waiting for somebody to scan it", on: \.errors)
        return bill
    }
}

extension RunningCommand {
    /// Waits for the end of a bill that was shown with `--json`, and returns the answer, which follows the bill itself.
    func answer(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Answer {
        let answers = try await finish().exits(0, sourceLocation: sourceLocation).answers(
            sourceLocation: sourceLocation)
        #expect(answers.first?["schema"] == "flipcash.bill/1", sourceLocation: sourceLocation)
        return try #require(answers.count == 2 ? answers.last : nil, sourceLocation: sourceLocation)
    }
}
