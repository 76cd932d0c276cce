import FlipcashCore

/// Writes files that options name.
enum OutputFile {
    /// Who may read a file.
    enum Readers {
        /// The usual readers of new files.
        case usual
        /// The owner alone, because the file gives access to money. It is never written through a symbolic link, which
        /// another user may have made.
        case ownerAlone
    }

    /// Writes `bytes` to `path`, replacing the file's content.
    ///
    /// - Throws: `CommandFailure`: exit 73 when the file cannot be created, 74 when it cannot be written.
    static func write(_ bytes: [UInt8], to path: String, readers: Readers = .usual) throws(CommandFailure) {
        let options: OpenFile.Options = readers == .usual ? [.create, .truncate] : [.create, .noFollow]
        let mode: UInt16 = readers == .usual ? 0o666 : 0o600
        var step = Step.creating
        do throws(SystemFailure) {
            try OpenFile.with(path, .write, options, mode: mode) { file throws(SystemFailure) in
                if readers == .ownerAlone {
                    step = .hiding
                    try takeFromOthers(file)
                }
                step = .writing
                try file.writeAll(bytes)
            }
        } catch {
            throw step.failure(path, error)
        }
    }

    /// Makes an existing file private and empty before anything is written to it.
    private static func takeFromOthers(_ file: OpenFile) throws(SystemFailure) {
        // Pipes and devices have no content to protect.
        guard try file.status().kind == .file else { return }
        try file.setMode(0o600)
        try file.clear()
    }

    /// The step that failed.
    private enum Step {
        case creating, hiding, writing

        func failure(_ path: String, _ cause: SystemFailure) -> CommandFailure {
            let shown = DisplayText.sanitized(path)
            return switch self {
            case .creating:
                CommandFailure(
                    "cannot_create", .cannotCreate, "\(shown) cannot be created: \(cause.reason). Choose another file.")
            case .hiding:
                CommandFailure(
                    "cannot_create", .cannotCreate,
                    "\(shown) cannot be made readable by you alone: \(cause.reason). Choose another file.")
            case .writing:
                CommandFailure(
                    "cannot_write", .inputOutput, "\(shown) cannot be written: \(cause.reason). Choose another file.")
            }
        }
    }
}
