/// The spelling of the global options, needed before any command is known.
///
/// An option written in front of the subcommand is moved behind it, where the subcommand itself reads it; so no option
/// has to be declared, read and merged on every level of the command tree.
enum GlobalOptionNames {
    /// Options followed by a value.
    static let valued: Set<String> = [
        "--profile", "--account", "--endpoint", "--core-endpoint", "--currency", "--locale", "--output", "-o",
        "--timeout", "--ca-file", "--tls-fingerprint", "--color", "--progress", "--key-file", "--passphrase-file",
    ]

    /// Options that stand alone.
    static let flags: Set<String> = [
        "--plain-symbols", "--json", "--yes", "-y", "--no-input", "--dry-run", "-n", "--offline", "--quiet", "-q",
        "--verbose", "-v", "-vv", "--key-stdin", "--no-wait-lock",
    ]
}
