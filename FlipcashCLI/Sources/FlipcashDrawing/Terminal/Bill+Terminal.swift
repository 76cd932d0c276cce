extension Bill {
    /// The whole bill in character cells, as large as the terminal allows, checked with the scanner in the terminal's
    /// colours.
    ///
    /// - Throws: ``DrawingError/unreadable(width:height:)`` when the terminal is too small. A code without the bill
    ///   needs less room.
    public func halfBlocks(columns: Int, rows: Int, colors: TerminalColors) throws(DrawingError) -> [String] {
        let layout = try BillLayout(
            canvasWidth: columns, canvasHeight: min(max(rows, 0), Raster.sides.upperBound / 2) * 2)
        let picture = try drawing(layout).raster()
        try ReadBack.check(picture.shown(with: colors), code: code)
        return HalfBlocks.lines(picture, colors: colors)
    }
}
