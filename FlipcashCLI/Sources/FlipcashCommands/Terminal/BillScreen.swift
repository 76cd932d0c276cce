import FlipcashDrawing
import FlipcashWallet

/// The screen while a bill is on show: the bill with its amount, or why the terminal cannot show it and what to do
/// instead.
struct BillScreen: Sendable {
    let display: BillDisplay
    let bill: Bill
    /// The amount and its token.
    let caption: String
    /// Pictures of the bill that were written.
    let files: [String]
    /// The content of the bill's code, printed if there is no picture of it.
    let facts: [(String, String)]
    /// The keys that do something, with their effects.
    let keys: [(Character, String)]
    let printer: Printer

    /// Draws the screen for the first time.
    ///
    /// - Throws: `CommandFailure` if the mode was chosen by name and does not work here.
    func draw() throws {
        finish(picture: try display.text(of: bill))
    }

    /// Redraws the screen after the window has changed its size.
    func redraw() {
        guard display.mode != .none, printer.isOutputTerminal else { return }
        printer.write(display.clearing)
        finish(picture: (try? display.text(of: bill)) ?? nil)
    }

    private func finish(picture: String?) {
        if let picture { printer.write(picture) }
        if printer.isOutputTerminal { printer.line(caption, .strong) }
        for file in files { printer.note("Wrote \(file)") }
        guard picture == nil else { return }
        // Without a picture, the cash can be collected only with the bytes themselves.
        if files.isEmpty || display.mode == .none { printer.facts(facts) }
        if display.mode != .none, printer.isOutputTerminal, files.isEmpty { explain() }
    }

    private func explain() {
        let size = display.console.output.size.map { " (\($0.columns) × \($0.rows))" } ?? ""
        var lines = [
            "This terminal\(size) is too small to show a code that a camera can read.",
            "It needs about 100 × 52. Enlarge the window or use smaller letters.",
        ]
        if keys.isEmpty {
            lines.append("Or write a picture with --png FILE, or send a link with: flipcash link create")
        } else {
            lines.append("Or press a key:")
            lines += keys.map { "  \($0.0)  \($0.1)" }
        }
        lines.forEach(printer.note)
    }
}
