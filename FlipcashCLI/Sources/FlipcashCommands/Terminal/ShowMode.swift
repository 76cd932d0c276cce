import ArgumentParser

/// How a bill is shown to the person in front of the terminal (client specification §11.3).
enum ShowMode: String, Sendable, CaseIterable {
    /// Real graphics where the terminal has them, character cells otherwise, nothing where neither can be read.
    case auto
    /// kitty's, iTerm2's or sixel graphics, whichever the terminal speaks.
    case graphics
    /// Character cells.
    case blocks
    /// Nothing is drawn; payload and rendezvous are printed.
    case none
}

extension ShowMode {
    /// - Throws: `ValidationError` that says what there is instead.
    init(named name: String) throws {
        if name == "web" {
            throw ValidationError("The page that shows bills is not offered yet; use --png FILE or --svg FILE.")
        }
        guard let mode = ShowMode(rawValue: name) else {
            throw ValidationError("Use auto, graphics, blocks or none.")
        }
        self = mode
    }
}
