extension CodeGeometry {
    /// The disc in the middle and the shapes cut out of it, in a viewport of 62 × 62 (code specification §5.2).
    enum Badge {
        static let viewport = 62.0
        static let discCentre = 30.832
        static let discRadius = 30.832
        static let cutRadius = 4.811

        /// A horizontal stroke with round ends; a circle when both ends are equal.
        struct Cut: Sendable {
            var start: Double
            var end: Double
            var y: Double
        }

        static let cuts = [
            Cut(start: 24.811, end: 39.246, y: 19.811),
            Cut(start: 24.811, end: 36.038, y: 32),
            Cut(start: 24.811, end: 24.811, y: 44.189),
        ]

        /// The outline as SVG path data, for the even-odd fill rule.
        static let path: String = {
            let disc = circle(x: discCentre, y: discCentre, radius: discRadius)
            return disc + cuts.map(outline).joined()
        }()

        private static func circle(x: Double, y: Double, radius: Double) -> String {
            let (left, right, r) = (SVGNumber(x - radius), SVGNumber(x + radius), SVGNumber(radius))
            return "M\(left) \(SVGNumber(y))A\(r) \(r) 0 1 1 \(right) \(SVGNumber(y))"
                + "A\(r) \(r) 0 1 1 \(left) \(SVGNumber(y))Z"
        }

        private static func outline(of cut: Cut) -> String {
            if cut.start == cut.end { return circle(x: cut.start, y: cut.y, radius: cutRadius) }
            let (top, bottom, r) = (SVGNumber(cut.y - cutRadius), SVGNumber(cut.y + cutRadius), SVGNumber(cutRadius))
            return "M\(SVGNumber(cut.start)) \(top)H\(SVGNumber(cut.end))"
                + "A\(r) \(r) 0 0 1 \(SVGNumber(cut.end)) \(bottom)"
                + "H\(SVGNumber(cut.start))A\(r) \(r) 0 0 1 \(SVGNumber(cut.start)) \(top)Z"
        }
    }
}
