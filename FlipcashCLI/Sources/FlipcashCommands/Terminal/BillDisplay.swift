import ArgumentParser
import CodeScanner
import FlipcashDrawing
import FlipcashWallet

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

/// Draws bills on the terminal.
struct BillDisplay: Sendable {
    let mode: ShowMode
    let console: Console
    let environment: ProcessEnvironment

    /// The text that shows `bill`; nil when this terminal cannot show it so that a camera could read it.
    ///
    /// - Throws: `CommandFailure` when the mode was asked for by name and cannot be had.
    func text(of bill: Bill) throws -> String? {
        switch mode {
        case .none: return nil
        case .graphics:
            guard let text = try graphics(bill) else {
                throw CommandFailure(
                    "cannot_show", .cannotCreate,
                    "This terminal shows no graphics, as far as its variables tell. Use --show blocks or --png FILE.")
            }
            return text
        case .blocks:
            guard let text = blocks(bill) else {
                throw CommandFailure(
                    "cannot_show", .cannotCreate,
                    "The terminal is too small for a readable code. Make it at least 100 columns by 50 rows, or use "
                        + "--png FILE.")
            }
            return text
        case .auto:
            guard console.output.isTerminal else { return nil }
            return try graphics(bill) ?? blocks(bill)
        }
    }

    /// The protocol that the terminal's variables name; asking the terminal itself could eat what is typed.
    static func graphics(_ environment: ProcessEnvironment) -> TerminalGraphics? {
        let program = environment["TERM_PROGRAM"] ?? ""
        let term = environment["TERM"] ?? ""
        if environment["TMUX"] != nil { return nil }
        if environment["KITTY_WINDOW_ID"] != nil || term == "xterm-kitty" || term == "xterm-ghostty"
            || program == "ghostty" || program == "WezTerm" || environment["KONSOLE_VERSION"] != nil
        {
            return .kitty
        }
        if program == "iTerm.app" || program == "mintty" { return .iTerm2 }
        if term.hasPrefix("foot") || term.hasPrefix("mlterm") || term.contains("sixel") { return .sixel }
        return nil
    }

    private func graphics(_ bill: Bill) throws -> String? {
        guard let graphics = Self.graphics(environment) else { return nil }
        // A code of 400 pixels is what phone cameras read without effort.
        return try graphics.sequence(bill.raster(codeDiameter: 400)) + "\n"
    }

    private func blocks(_ bill: Bill) -> String? {
        let size = console.output.size ?? TerminalSize(columns: 0, rows: 0)
        let colors = TerminalColors(environment)
        let rows = size.rows - 4
        let lines =
            (try? bill.halfBlocks(columns: size.columns, rows: rows, colors: colors))
            ?? (try? CodePicture(code: bill.code).halfBlocks(columns: size.columns, rows: rows, colors: colors))
        return lines.map { $0.joined(separator: "\n") + "\n" }
    }
}

extension TerminalColors {
    /// How many colours a terminal says that it shows.
    init(_ environment: ProcessEnvironment) {
        switch environment["COLORTERM"] {
        case "truecolor", "24bit": self = .full
        default: self = (environment["TERM"] ?? "").hasSuffix("256color") ? .palette256 : .mono
        }
    }
}
