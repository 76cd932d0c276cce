import FlipcashDrawing

extension Invocation {
    /// The character cells that show a text as a QR code, when the terminal has room for it.
    ///
    /// - Parameter terminal: standard output unless another stream is meant.
    /// - Throws: `CommandFailure`, exit 73, where no terminal is, or one that is too small.
    func terminalQRCode(_ content: String, on terminal: (any TextOutput)? = nil) throws -> String {
        let terminal = terminal ?? console.output
        let picture = QRPicture(try QRCode(content))
        let size = terminal.size ?? TerminalSize(columns: 0, rows: 0)
        guard terminal.isTerminal, picture.fits(columns: size.columns, rows: size.rows) else {
            throw CommandFailure(
                "cannot_show", .cannotCreate,
                "The QR code needs a terminal of at least \(picture.side) columns by \((picture.side + 1) / 2) rows.")
        }
        return try picture.halfBlocks(colors: TerminalColors(environment)).joined(separator: "\n")
    }
}
