extension Invocation {
    /// Shows that a payment is being submitted while `body` submits it. If the person asks to stop, says that a payment
    /// on its way cannot be stopped, and waits for its outcome.
    func paying<Result: Sendable>(
        _ text: String, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let progress = ProgressLine(self)
        return try await withTaskCancellationHandler {
            try await progress.during(text, body)
        } onCancel: {
            progress.interrupt {
                printer.note(
                    "A payment on its way cannot be stopped. Waiting for its outcome; it will also be in: flipcash "
                        + "history")
            }
        }
    }
}
