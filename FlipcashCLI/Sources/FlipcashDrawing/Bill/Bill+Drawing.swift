import CodeScanner

extension Bill {
    /// The layers of the bill, from bottom to top (client specification §11.2).
    func drawing(_ layout: BillLayout) throws(DrawingError) -> Drawing {
        let geometry: CodeGeometry
        do {
            geometry = try CodeGeometry(code: code, side: Double(layout.codeSide))
        } catch {
            throw .undrawableCode
        }
        let sheet = Path.rectangle(x: 0, y: 0, width: Double(layout.width), height: Double(layout.height))
        let strip = Path.rectangle(
            x: 0, y: Double(layout.stripTop), width: Double(layout.width), height: Double(layout.stripHeight))
        let middle = Place(x: Double(layout.width) / 2, y: Double(layout.height) / 2)
        let well = Path.circle(middle, radius: Double(layout.wellDiameter) / 2)
        let region = sheet + strip + well

        var layers: [Drawing.Layer] = [
            .fill(sheet, .solid(.black, opacity: 1)),
            .fill(sheet, .vertical(colors, opacity: 0.65)),
            .fill(sheet, .solid(.black, opacity: 0.5)),
            .fill(region, .vertical(colors, opacity: 1)),
        ]
        let ornaments = BillOrnaments(layout: layout, isLight: isLight)
        layers += ornaments.layers
        layers +=
            BillLettering(layout: layout, value: value, mint: mint, ink: ink, mintOpacity: isLight ? 0.35 : 0.2)
            .layers
        let points = Double(layout.width) / BillOrnaments.screenWidth
        layers.append(.code(geometry, shadow: Drawing.Shadow(opacity: 0.6, radius: 3 * points, offset: 2 * points)))
        return Drawing(width: layout.width, height: layout.height, region: region, layers: layers)
    }

    /// White text is hard to see on paper brighter than this.
    private static let brightestPaper: UInt8 = 190

    private var isLight: Bool {
        let lumas = colors.stops.map { LumaImage.luma(red: $0.red, green: $0.green, blue: $0.blue) }
        return (lumas.min() ?? 0) > Bill.brightestPaper
    }

    private var ink: RGBColor { isLight ? RGBColor(red: 26, green: 26, blue: 26) : .white }
}
