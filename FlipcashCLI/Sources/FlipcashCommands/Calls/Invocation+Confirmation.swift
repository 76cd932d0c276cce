extension Invocation {
    /// Asks before an action that can be undone. `--yes` answers yes; without a terminal nothing is asked.
    ///
    /// - Throws: `CommandFailure.declined`.
    func confirmWherePossible(_ question: String) throws(CommandFailure) {
        guard prompt.isPossible else { return }
        try confirm(question)
    }

    /// Asks before an action that cannot be undone. `--yes` answers yes.
    ///
    /// - Throws: `CommandFailure.declined`, or a usage error without a terminal.
    func confirm(_ question: String) throws(CommandFailure) {
        if options.assumesYes { return }
        guard try prompt.confirm(question) else { throw .declined }
    }
}
