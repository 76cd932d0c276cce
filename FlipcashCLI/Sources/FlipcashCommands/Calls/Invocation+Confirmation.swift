extension Invocation {
    /// Asks before something that cannot be undone; `--yes` answers.
    ///
    /// - Throws: `CommandFailure.declined`, or a usage error when nobody can be asked.
    func confirm(_ question: String) throws(CommandFailure) {
        if options.assumesYes { return }
        guard try prompt.confirm(question) else { throw .declined }
    }
}
