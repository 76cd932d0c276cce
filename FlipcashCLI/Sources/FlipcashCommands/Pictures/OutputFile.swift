import FlipcashCore

/// Files that a person asked for.
enum OutputFile {
    /// Who may read a file.
    enum Readers {
        /// Whoever may read new files usually.
        case usual
        /// The person alone: the file is as good as money. It is never written through a symbolic link, which
        /// somebody else may have put there.
        case ownerAlone
    }

    /// Writes `bytes` to `path`, in place of what was there.
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

    /// Takes a file that was there before from other people before anything is in it.
    private static func takeFromOthers(_ file: OpenFile) throws(SystemFailure) {
        // Pipes and devices have no content to protect.
        guard try file.status().kind == .file else { return }
        try file.setMode(0o600)
        try file.clear()
    }

    /// What is being done with the file.
    private enum Step {
        case creating, hiding, writing

        func failure(_ path: String, _ cause: SystemFailure) -> CommandFailure {
            let shown = DisplayText.sanitized(path)
            return switch self {
            case .creating:
                CommandFailure("cannot_create", .cannotCreate, "\(shown) cannot be created: \(cause.reason).")
            case .hiding:
                CommandFailure(
                    "cannot_create", .cannotCreate,
                    "\(shown) cannot be made readable to you alone: \(cause.reason).")
            case .writing:
                CommandFailure("cannot_write", .inputOutput, "\(shown) cannot be written: \(cause.reason).")
            }
        }
    }
}
