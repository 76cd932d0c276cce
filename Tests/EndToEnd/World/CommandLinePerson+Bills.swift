import Testing

extension CommandLinePerson {
    /// Starts giving and returns once the service knows of the bill.
    func showBill(of amount: String, _ options: String...) async throws -> RunningCommand {
        let bill = try world.start(
            ["--profile", profile ?? "default"] + self.options + ["give", amount, "--progress", "plain"] + options)
        try await bill.waits(for: "Waiting for somebody to scan it", on: \.errors)
        return bill
    }
}
