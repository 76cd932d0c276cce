extension QRPicture {
    /// The code in character cells, one module wide and two high each; black on white wherever there are colours.
    ///
    /// Without colours the light modules are drawn, since terminals are mostly dark; scanners of today read the result
    /// on light ground too.
    ///
    /// - Throws: `DrawingError.sizeOutOfRange`, which no QR code leads to.
    public func halfBlocks(colors: TerminalColors) throws(DrawingError) -> [String] {
        let onDarkGround = QRPicture(code, ink: .black, paper: .white)
        return HalfBlocks.lines(try onDarkGround.raster(scale: 1), colors: colors)
    }

    /// Whether a terminal of so many cells shows the whole code.
    public func fits(columns: Int, rows: Int) -> Bool { columns >= side && rows >= (side + 1) / 2 }
}
