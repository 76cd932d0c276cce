extension QRPicture {
    /// The code in character cells, each one module wide and two high, black on white when there are colours.
    ///
    /// Without colours the light modules are drawn, because most terminals are dark. Current scanners can also read the
    /// result on light ground.
    ///
    /// - Throws: `DrawingError.sizeOutOfRange`, which does not happen for a QR code.
    public func halfBlocks(colors: TerminalColors) throws(DrawingError) -> [String] {
        let onDarkGround = QRPicture(code, ink: .black, paper: .white)
        return HalfBlocks.lines(try onDarkGround.raster(scale: 1), colors: colors)
    }

    /// Whether a terminal of this size shows the whole code.
    public func fits(columns: Int, rows: Int) -> Bool { columns >= side && rows >= (side + 1) / 2 }
}
