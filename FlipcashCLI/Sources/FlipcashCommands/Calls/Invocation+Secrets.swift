extension Invocation {
    /// Checks that a secret may be written to standard output. A shell makes files that others can read unless it is
    /// told otherwise.
    ///
    /// - Parameter alternative: the option that writes the same secret to a private file.
    /// - Throws: `CommandFailure`, exit 73, when standard output is a file that other people may read.
    func requirePrivateOutput(alternative: String) throws(CommandFailure) {
        guard console.output.isOpenToOthers else { return }
        throw CommandFailure(
            "output_not_private", .cannotCreate,
            "Standard output is a file that other people of this machine may read. Use \(alternative) instead, or run "
                + "\"umask 077\" first and write to a new file.")
    }

    /// Warns that other people can take the cash of links that are written to standard output. Links are often written
    /// to files, so this refuses nothing.
    func warnIfLinksAreOpenToOthers() {
        guard console.output.isOpenToOthers else { return }
        printer.warning(
            "Standard output is a file that other people of this machine may read, and a link is as good as the cash. "
                + "Run \"umask 077\" first and write to a new file.")
    }
}
