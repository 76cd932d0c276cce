/// The names of the global options, needed before the command is known.
///
/// Options in front of the subcommand are moved behind it, where the subcommand reads them. So they need not be
/// declared on every level of the command tree.
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
