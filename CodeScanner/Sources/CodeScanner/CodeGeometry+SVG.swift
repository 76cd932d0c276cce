#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension CodeGeometry {
    /// The background of an exported code without a bill.
    public static let exportBackground = "#19191A"

    /// The canonical SVG document, byte for byte the same on every platform (code specification §5.3).
    ///
    /// - Parameters:
    ///   - foreground: The colour of the marks in SVG syntax.
    ///   - background: The colour of the square; no square when `nil`.
    ///   - includesBadge: Whether to draw the badge. Scanners cannot find a code without it.
    public func svg(foreground: String = "#FFFFFF", background: String? = nil, includesBadge: Bool = true) -> String {
        let size = SVGNumber(side)
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size)\" height=\"\(size)\""
                + " viewBox=\"0 0 \(size) \(size)\">"
        ]
        if let background {
            lines.append("<rect width=\"\(size)\" height=\"\(size)\" fill=\"\(background)\"/>")
        }
        lines += markLines(foreground: foreground)
        if includesBadge { lines += badgeLines(foreground: foreground) }
        lines.append("</svg>")
        return lines.map { $0 + "\n" }.joined()
    }

    private func markLines(foreground: String) -> [String] {
        var dots: [String] = []
        var strokes: [String] = []
        for mark in marks {
            switch mark {
            case .dot(let x, let y):
                dots.append(
                    "<circle cx=\"\(SVGNumber(x))\" cy=\"\(SVGNumber(y))\" r=\"\(SVGNumber(dotDiameter / 2))\"/>")
            case .ring(let radius):
                let middle = SVGNumber(centre)
                strokes.append("<circle cx=\"\(middle)\" cy=\"\(middle)\" r=\"\(SVGNumber(radius))\"/>")
            case .arc(let radius, let start, let sweep):
                strokes.append("<path d=\"\(arcPath(radius: radius, start: start, sweep: sweep))\"/>")
            }
        }
        if !dots.isEmpty { dots = ["<g fill=\"\(foreground)\">"] + dots + ["</g>"] }
        if !strokes.isEmpty {
            let open =
                "<g fill=\"none\" stroke=\"\(foreground)\" stroke-width=\"\(SVGNumber(dotDiameter))\""
                + " stroke-linecap=\"round\">"
            strokes = [open] + strokes + ["</g>"]
        }
        return dots + strokes
    }

    private func arcPath(radius: Double, start: Double, sweep: Double) -> String {
        let from = (x: SVGNumber(centre + radius * cos(start)), y: SVGNumber(centre + radius * sin(start)))
        let end = start + sweep
        let to = (x: SVGNumber(centre + radius * cos(end)), y: SVGNumber(centre + radius * sin(end)))
        let r = SVGNumber(radius)
        return "M \(from.x) \(from.y) A \(r) \(r) 0 \(sweep > .pi ? 1 : 0) 1 \(to.x) \(to.y)"
    }

    private func badgeLines(foreground: String) -> [String] {
        let offset = SVGNumber(centre - badgeRadius)
        let scale = SVGNumber(2 * badgeRadius / Badge.viewport)
        return [
            "<g fill=\"\(foreground)\" fill-rule=\"evenodd\" transform=\"translate(\(offset) \(offset)) scale(\(scale))\">",
            "<path d=\"\(Badge.path)\"/>",
            "</g>",
        ]
    }
}
