extension Invocation {
    /// Asks before something that loses nothing; `--yes` answers, and where nobody can be asked the command goes on.
    ///
    /// - Throws: `CommandFailure.declined`.
    func confirmWherePossible(_ question: String) throws(CommandFailure) {
        guard prompt.isPossible else { return }
        try confirm(question)
    }

    /// Asks before something that cannot be undone; `--yes` answers.
    ///
    /// - Throws: `CommandFailure.declined`, or a usage error when nobody can be asked.
    func confirm(_ question: String) throws(CommandFailure) {
        if options.assumesYes { return }
        guard try prompt.confirm(question) else { throw .declined }
    }
}
