extension Invocation {
    /// Checks that a secret may be written to standard output. By default a shell creates files that others can read.
    ///
    /// - Parameter alternative: the option that writes the same secret to a private file.
    /// - Throws: `CommandFailure`, exit 73, if standard output is a file that other users can read.
    func requirePrivateOutput(alternative: String) throws(CommandFailure) {
        guard console.output.isOpenToOthers else { return }
        throw CommandFailure(
            "output_not_private", .cannotCreate,
            "Standard output is a file that other users of this machine can read. Use \(alternative) instead, or run "
                + "\"umask 077\" first and write to a new file.")
    }

    /// Warns that other users can take the cash of links written to standard output. It refuses nothing, because links
    /// are often written to files.
    func warnIfLinksAreOpenToOthers() {
        guard console.output.isOpenToOthers else { return }
        printer.warning(
            "Standard output is a file that other users of this machine can read. Anyone with a link can take its "
                + "cash. Run \"umask 077\" first and write to a new file.")
    }
}
