import Foundation
import Testing

@testable import CodeScanner

@Suite("Figure of the circular code")
struct GeometryTests {
    @Test("There are six rings")
    func rings_count_isSix() {
        #expect(CodeGeometry.Ring.all.count == 6)
    }

    @Test("In an SVG with a badge the badge group comes last")
    func svg_withBadge_endsWithBadgeGroup() throws {
        let code = try KikCodes.encode([1, 2, 3])
        let lines = try CodeGeometry(code: code, side: 1024).svg().split(separator: "\n")
        #expect(lines.last == "</svg>")
        #expect(lines[lines.count - 2] == "</g>")
        #expect(lines[lines.count - 4].contains("translate(348.16 348.16) scale(5.285)"))
        #expect(lines[lines.count - 3].hasPrefix("<path d=\"M0 30.832A30.832 30.832"))
    }

    @Test("Empty codes, too long codes and invalid sides are rejected")
    func init_impossibleInput_throws() {
        #expect(throws: KikCodesError.undrawableLength(0)) { try CodeGeometry(code: [], side: 10) }
        #expect(throws: KikCodesError.undrawableLength(36)) {
            try CodeGeometry(code: [UInt8](repeating: 0, count: 36), side: 10)
        }
        for side in [0, -1, .infinity, 100_001] {
            #expect(throws: KikCodesError.sideOutOfRange(side)) { try CodeGeometry(code: [1], side: side) }
        }
        #expect(throws: KikCodesError.self) { try CodeGeometry(code: [1], side: .nan) }
    }

    @Test(
        "Numbers have at most three decimals, rounded half up",
        arguments: [
            (0.0005, "0.001"), (-0.0005, "0"), (-0.0001, "0"), (-1.25, "-1.25"), (1.0, "1"), (0.0101, "0.01"),
            (12.3456, "12.346"), (.nan, "0"), (1e300, "1000000000000"),
        ])
    func svgNumber_sample_isFormatted(value: Double, text: String) {
        #expect(SVGNumber(value).description == text)
    }

    @Test("The rings in a raster have the same edges as in the SVG and the marks")
    func share_edgesOfRings_isHalf() throws {
        let geometry = try CodeGeometry(code: [UInt8](repeating: 0xFF, count: KikCodes.codeLength), side: 2_000)
        let coverage = CodeCoverage(geometry)
        for ring in CodeGeometry.Ring.all {
            // Between the fifth and the sixth bit every ring has an arc, also the finder.
            let angle = ring.angle(of: 4) + ring.angleStep / 2
            for edge in [-0.5, 0.5] {
                let distance = (ring.radius + edge * CodeGeometry.Ring.dotDiameter) * geometry.centre
                let share = coverage.share(x: distance * cos(angle), y: distance * sin(angle))
                #expect(abs(share - 0.5) < 1e-6, "ring of \(ring.bitCount) bits")
            }
        }
    }

    @Test("The badge in a raster has the same edges as in the SVG")
    func share_edgesOfBadge_isHalf() throws {
        typealias Badge = CodeGeometry.Badge
        let geometry = try CodeGeometry(code: [1], side: 2_000)
        let coverage = CodeCoverage(geometry)
        var edges = [(Badge.discCentre - Badge.discRadius, Badge.discCentre), (Badge.discCentre, 0)]
        for cut in Badge.cuts {
            let middle = (cut.start + cut.end) / 2
            edges += [
                (cut.start - Badge.cutRadius, cut.y), (cut.end + Badge.cutRadius, cut.y),
                (middle, cut.y - Badge.cutRadius), (middle, cut.y + Badge.cutRadius),
            ]
        }
        let scale = 2 * geometry.badgeRadius / Badge.viewport
        for (column, row) in edges {
            let share = coverage.share(
                x: (column - Badge.viewport / 2) * scale, y: (row - Badge.viewport / 2) * scale)
            #expect(abs(share - 0.5) < 1e-6, "\(column), \(row)")
        }
    }

    @Test(
        "A raster with an impossible side or margin is an error that names both",
        arguments: [(16_385, 0), (300, -1), (300, 10_001)])
    func raster_outOfRange_throws(side: Int, margin: Int) throws {
        let geometry = try CodeGeometry(code: [1], side: Double(side))
        #expect(throws: KikCodesError.rasterOutOfRange(side: Double(side), margin: margin)) {
            try geometry.raster(margin: margin)
        }
    }

    @Test("The raster agrees with the sampling rule of the figure")
    func raster_againstSupersampling_agrees() throws {
        let code = try KikCodes.encode(Array(1...20))
        let geometry = try CodeGeometry(code: code, side: 300)
        let raster = try geometry.raster()
        let marks = geometry.marks
        for row in stride(from: 0, to: 300, by: 11) {
            for column in stride(from: 1, to: 300, by: 9) {
                let expected = supersampled(geometry, marks, column: column, row: row)
                let value = Double(try #require(raster.value(x: column, y: row))) / 255
                #expect(abs(value - expected) < 0.2, "pixel \(column), \(row)")
            }
        }
    }

    /// The figure's in-or-out rule, sampled at 8 × 8 points of a pixel.
    private func supersampled(
        _ geometry: CodeGeometry, _ marks: [CodeGeometry.Mark], column: Int, row: Int
    ) -> Double {
        var inked = 0
        for place in 0..<64 {
            let x = (Double(column) + (Double(place % 8) + 0.5) / 8 - geometry.centre) / geometry.centre
            let y = (Double(row) + (Double(place / 8) + 0.5) / 8 - geometry.centre) / geometry.centre
            if isInked(geometry, marks, x: x, y: y) { inked += 1 }
        }
        return Double(inked) / 64
    }

    private func isInked(_ geometry: CodeGeometry, _ marks: [CodeGeometry.Mark], x: Double, y: Double) -> Bool {
        let scale = 2 * 0.32 / 62
        let (column, row) = (x / scale + 31, y / scale + 31)
        if hypot(column - 30.832, row - 30.832) <= 30.832 {
            let cuts = [(24.811, 39.246, 19.811), (24.811, 36.038, 32), (24.811, 24.811, 44.189)]
            return cuts.allSatisfy { hypot(column - min(max(column, $0.0), $0.1), row - $0.2) > 4.811 }
        }
        for mark in marks {
            let half = geometry.dotDiameter / geometry.side
            switch mark {
            case .dot(let px, let py):
                let (cx, cy) = (px / geometry.centre - 1, py / geometry.centre - 1)
                if hypot(x - cx, y - cy) <= half { return true }
            case .ring(let radius):
                if abs(hypot(x, y) - radius / geometry.centre) <= half { return true }
            case .arc(let length, let start, let sweep):
                let radius = length / geometry.centre
                var along = (atan2(y, x) - start).truncatingRemainder(dividingBy: 2 * .pi)
                if along < 0 { along += 2 * .pi }
                if along <= sweep, abs(hypot(x, y) - radius) <= half { return true }
                for end in [start, start + sweep]
                where hypot(x - radius * cos(end), y - radius * sin(end)) <= half { return true }
            }
        }
        return false
    }
}
