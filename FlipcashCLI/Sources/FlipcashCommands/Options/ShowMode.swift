import ArgumentParser

/// How a bill is shown to the person in front of the terminal (client specification §11.3).
enum ShowMode: String, Sendable, CaseIterable {
    /// Graphics if the terminal supports them, else character cells, or nothing if a camera could not read them.
    case auto
    /// kitty's, iTerm2's or sixel graphics, whichever the terminal supports.
    case graphics
    /// Character cells.
    case blocks
    /// Draws nothing; payload and rendezvous are printed.
    case none
}

extension ShowMode {
    /// - Throws: `ValidationError` that names the valid modes.
    init(named name: String) throws {
        if name == "web" {
            throw ValidationError("The web page for bills does not exist yet. Use --png FILE or --svg FILE.")
        }
        guard let mode = ShowMode(rawValue: name) else {
            throw ValidationError("Use auto, graphics, blocks or none.")
        }
        self = mode
    }
}
