import CodeScanner
import FlipcashDrawing
import FlipcashWallet

/// Draws bills on the terminal.
struct BillDisplay: Sendable {
    let mode: ShowMode
    let console: Console
    let environment: ProcessEnvironment

    /// Lines of the terminal that a bill leaves free for the amount, the progress and the cursor.
    private static let freeRows = 4

    /// The text that shows `bill`; nil if this terminal cannot show it large enough for a camera.
    ///
    /// - Throws: `CommandFailure` if the mode was chosen by name and does not work here.
    func text(of bill: Bill) throws -> String? {
        switch mode {
        case .none: return nil
        case .graphics:
            guard Self.graphics(environment) != nil else {
                throw CommandFailure(
                    "cannot_show", .cannotCreate,
                    "This terminal is not known to show graphics. Use --show blocks or --png FILE.")
            }
            guard let text = graphics(bill) else { throw Self.tooSmall }
            return text
        case .blocks:
            guard let text = blocks(bill) else { throw Self.tooSmall }
            return text
        case .auto:
            guard console.output.isTerminal else { return nil }
            return graphics(bill) ?? blocks(bill)
        }
    }

    private static let tooSmall = CommandFailure(
        "cannot_show", .cannotCreate,
        "The terminal is too small for a code that a camera can read: character cells need about 100 columns by 52 "
            + "rows. Make the window larger, make its letters smaller, or use --png FILE.")

    /// The sequence that clears the screen for another picture.
    var clearing: String { (Self.graphics(environment)?.removal ?? "") + "\u{1B}[H\u{1B}[2J" }

    /// The graphics protocol of the terminal, from its environment. Asking the terminal itself could swallow typed
    /// keys.
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

    private var size: TerminalSize { console.output.size ?? TerminalSize(columns: 0, rows: 0) }

    /// Phone cameras read a code of 400 pixels easily. Below 200 the bare code is shown, because it can be three times
    /// as large in the same place.
    private static let codeDiameters = 200...400

    /// The bill, or its bare code if the bill would be too small, no higher than the terminal.
    private func graphics(_ bill: Bill) -> String? {
        guard let graphics = Self.graphics(environment) else { return nil }
        let place = PixelPlace(size, freeRows: Self.freeRows)
        guard place.rows > 0 else { return nil }
        let picture: Raster?
        if let layout = try? BillLayout(canvasWidth: place.width, canvasHeight: place.height),
            layout.codeSide >= Self.codeDiameters.lowerBound
        {
            let diameter = min(layout.codeSide, Self.codeDiameters.upperBound)
            picture = try? bill.raster(codeDiameter: diameter)
        } else {
            let side = min(place.width, place.height, Self.codeDiameters.upperBound)
            picture = try? CodePicture(code: bill.code).raster(side: side)
        }
        guard let picture, let text = try? graphics.sequence(picture, rows: place.cells(picture.height)) else {
            return nil
        }
        return text + "\n"
    }

    private func blocks(_ bill: Bill) -> String? {
        let size = size
        let colors = TerminalColors(environment)
        let rows = size.rows - Self.freeRows
        let lines =
            (try? bill.halfBlocks(columns: size.columns, rows: rows, colors: colors))
            ?? (try? CodePicture(code: bill.code).halfBlocks(columns: size.columns, rows: rows, colors: colors))
        return lines.map { $0.joined(separator: "\n") + "\n" }
    }
}

/// The place for a picture in a terminal, in pixels.
private struct PixelPlace {
    let rows: Int
    private let columns: Int
    private let cellWidth: Int
    private let cellHeight: Int

    /// Assumes the most common cell size for a terminal that does not report it.
    init(_ size: TerminalSize, freeRows: Int) {
        rows = max(size.rows - freeRows, 0)
        columns = size.columns
        cellWidth = size.cellWidth ?? 10
        cellHeight = size.cellHeight ?? 20
    }

    var width: Int { columns * cellWidth }
    var height: Int { rows * cellHeight }

    /// How many cells high a picture is.
    func cells(_ height: Int) -> Int { min(max((height + cellHeight - 1) / max(cellHeight, 1), 1), rows) }
}

extension TerminalColors {
    /// The number of colours that the terminal's environment names.
    init(_ environment: ProcessEnvironment) {
        switch environment["COLORTERM"] {
        case "truecolor", "24bit": self = .full
        default: self = (environment["TERM"] ?? "").hasSuffix("256color") ? .palette256 : .mono
        }
    }
}
