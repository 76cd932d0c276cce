import FlipcashDrawing

extension Invocation {
    /// The QR code of `content` in character cells, if the terminal has room for it.
    ///
    /// - Parameter terminal: standard output if nil.
    /// - Throws: `CommandFailure`, exit 73, without a terminal or if it is too small.
    func terminalQRCode(_ content: String, on terminal: (any TextOutput)? = nil) throws -> String {
        let terminal = terminal ?? console.output
        let picture = QRPicture(try QRCode(content))
        let size = terminal.size ?? TerminalSize(columns: 0, rows: 0)
        guard terminal.isTerminal, picture.fits(columns: size.columns, rows: size.rows) else {
            throw CommandFailure(
                "cannot_show", .cannotCreate,
                "The QR code does not fit here. Use a terminal of at least \(picture.side) columns by "
                    + "\((picture.side + 1) / 2) rows.")
        }
        return try picture.halfBlocks(colors: TerminalColors(environment)).joined(separator: "\n")
    }
}
