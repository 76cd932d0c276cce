import CodeScanner

extension Drawing {
    /// The layers as an SVG document. Text is drawn with the project's own strokes, so it looks the same everywhere.
    func svg() -> String {
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
                + " viewBox=\"0 0 \(width) \(height)\">",
            "<defs>",
        ]
        lines += gradients
        lines.append("<clipPath id=\"paper\"><path clip-rule=\"evenodd\" d=\"\(Drawing.data(region))\"/></clipPath>")
        lines += shadows
        lines.append("</defs>")
        for layer in layers { lines += elements(of: layer) }
        lines.append("</svg>")
        return lines.map { $0 + "\n" }.joined()
    }

    private var gradients: [String] {
        var seen: [BillColors] = []
        for layer in layers {
            if case .fill(_, .vertical(let colors, _)) = layer, !seen.contains(colors) { seen.append(colors) }
        }
        return seen.filter { $0.stops.count > 1 }.map { colors in
            let stops = colors.stops.enumerated().map { index, color in
                let offset = SVGNumber(Double(index) / Double(colors.stops.count - 1))
                return "<stop offset=\"\(offset)\" stop-color=\"\(color)\"/>"
            }
            return
                "<linearGradient id=\"\(Drawing.name(of: colors))\" gradientUnits=\"userSpaceOnUse\" x1=\"0\" y1=\"0\""
                + " x2=\"0\" y2=\"\(height)\">\(stops.joined())</linearGradient>"
        }
    }

    private var shadows: [String] {
        layers.compactMap { layer in
            guard case .code(_, let shadow) = layer else { return nil }
            return "<filter id=\"shadow\"><feGaussianBlur stdDeviation=\"\(SVGNumber(shadow.radius / 2))\"/></filter>"
        }
    }

    private func elements(of layer: Layer) -> [String] {
        switch layer {
        case .fill(let path, let paint):
            ["<path fill-rule=\"evenodd\" \(Drawing.attributes(paint, for: "fill")) d=\"\(Drawing.data(path))\"/>"]
        case .stroke(let path, let width, let paint):
            [stroke(path, width: width, paint: paint, extra: "")]
        case .ornament(let path, let width, let paint):
            [stroke(path, width: width, paint: paint, extra: " clip-path=\"url(#paper)\"")]
        case .code(let geometry, let shadow):
            self.shadow(shadow, of: geometry) + nested(geometry)
        }
    }

    private func stroke(_ path: Path, width: Double, paint: Paint, extra: String) -> String {
        "<path fill=\"none\" \(Drawing.attributes(paint, for: "stroke")) stroke-width=\"\(SVGNumber(width))\""
            + " stroke-linecap=\"round\" stroke-linejoin=\"round\"\(extra) d=\"\(Drawing.data(path))\"/>"
    }

    /// A black, blurred copy of the code, drawn below the code.
    ///
    /// The code itself has no filter, because renderers leave out groups with an unknown filter.
    private func shadow(_ shadow: Shadow, of geometry: CodeGeometry) -> [String] {
        let attributes = "filter=\"url(#shadow)\" opacity=\"\(SVGNumber(shadow.opacity))\""
        return group(geometry.svg(foreground: RGBColor.black.description), geometry, attributes, offset: shadow.offset)
    }

    /// The canonical SVG of the code, centred.
    private func nested(_ geometry: CodeGeometry) -> [String] { group(geometry.svg(), geometry, "", offset: 0) }

    private func group(
        _ document: String, _ geometry: CodeGeometry, _ attributes: String, offset: Double
    ) -> [String] {
        let x = SVGNumber((Double(width) - geometry.side) / 2)
        let y = SVGNumber((Double(height) - geometry.side) / 2 + offset)
        let others = attributes.isEmpty ? "" : attributes + " "
        return ["<g \(others)transform=\"translate(\(x) \(y))\">", String(document.dropLast()), "</g>"]
    }

    private static func attributes(_ paint: Paint, for kind: String) -> String {
        let color =
            switch paint {
            case .solid(let color, _): color.description
            case .vertical(let colors, _):
                colors.stops.count > 1 ? "url(#\(name(of: colors)))" : (colors.stops.first ?? .black).description
            }
        let opacity = paint.opacity < 1 ? " \(kind)-opacity=\"\(SVGNumber(paint.opacity))\"" : ""
        return "\(kind)=\"\(color)\"\(opacity)"
    }

    private static func name(of colors: BillColors) -> String {
        "c" + colors.stops.map { $0.description.dropFirst() }.joined()
    }

    private static func data(_ path: Path) -> String {
        path.contours.map { contour in
            let places = contour.places.map { "\(SVGNumber($0.x)) \(SVGNumber($0.y))" }
            return "M" + places.joined(separator: "L") + (contour.isClosed ? "Z" : "")
        }.joined()
    }
}
