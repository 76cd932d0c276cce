import CodeScanner
import CodeScannerIO
import Testing

@testable import FlipcashDrawing

@Suite("Drawing charts")
struct ChartTests {
    // MARK: Character cells

    @Test("A rising line joins its dots from the lower left to the upper right")
    func lines_rising_areJoined() {
        #expect(ChartText.lines([0, 1], columns: 2, rows: 2) == ["\u{2800}\u{287C}", "\u{28F0}\u{2803}"])
    }

    @Test("Every size is filled with Braille patterns", arguments: [(2, 2), (10, 4), (72, 12), (500, 100)])
    func lines_anySize_isFilled(columns: Int, rows: Int) {
        let lines = ChartText.lines([3, 1, 4, 1, 5, 9, 2, 6], columns: columns, rows: rows)
        #expect(lines.count == rows)
        for line in lines {
            #expect(line.unicodeScalars.count == columns)
            #expect(line.unicodeScalars.allSatisfy { (0x2800...0x28FF).contains($0.value) })
        }
        // The highest and the lowest value reach the first and the last row.
        #expect(lines.first.map(Self.isBlank) == false && lines.last.map(Self.isBlank) == false)
    }

    @Test("A series without a change is one straight line, and a jump leaves no gap")
    func lines_flatOrSteep_areDrawn() {
        #expect(ChartText.lines([5, 5, 5], columns: 8, rows: 6).count(where: { !Self.isBlank($0) }) == 1)
        #expect(ChartText.lines([0, 1_000_000], columns: 2, rows: 40).allSatisfy { !Self.isBlank($0) })
    }

    @Test("Too few values and too small sizes have no lines; a value that is not a number is drawn as 0")
    func lines_degenerate_survive() {
        #expect(ChartText.lines([], columns: 10, rows: 10).isEmpty)
        #expect(ChartText.lines([1], columns: 10, rows: 10).isEmpty)
        #expect(ChartText.lines([1, 2], columns: 1, rows: 10).isEmpty)
        #expect(ChartText.lines([1, 2], columns: 10, rows: 1).isEmpty)
        let drawn = ChartText.lines([0, 1], columns: 6, rows: 3)
        for value in [Double.nan, .infinity, -.infinity] {
            #expect(ChartText.lines([value, 1], columns: 6, rows: 3) == drawn)
        }
    }

    private static func isBlank(_ line: String) -> Bool { line.unicodeScalars.allSatisfy { $0.value == 0x2800 } }

    // MARK: Pictures

    private static func picture(
        _ values: [Double], isGain: Bool = true, width: Int = 600, height: Int = 300
    ) throws(DrawingError) -> ChartPicture {
        try ChartPicture(
            values: values,
            labels: ChartPicture.Labels(
                title: "Jeffy market cap", value: "$20.00", change: "+ $10.00 today", highest: "$20", lowest: "$10",
                first: "2026-11-25 10:00", last: "2026-11-26 10:00"),
            isGain: isGain, width: width, height: height)
    }

    @Test("The picture of a rising line is filled below its right end, and empty above its left end")
    func png_rising_hasItsArea() throws {
        let image = try ImageFile.luma(bytes: Self.picture([0, 1]).png(), name: "chart")
        #expect(image.width == 600 && image.height == 300)
        func brightness(_ x: Int, _ y: Int) -> UInt8 { image.pixels[y * image.rowStride + x] }
        let paper = brightness(17, 80)
        #expect(paper < 40, "the paper is dark")
        #expect(brightness(583, 255) > paper + 10)
    }

    @Test("Gains and losses differ in colour, and other values in their line")
    func svg_series_differ() throws {
        let gain = try Self.picture([0, 1]).svg()
        #expect(gain.hasPrefix("<svg") || gain.hasPrefix("<?xml"))
        #expect(try Self.picture([0, 1], isGain: false).svg() != gain)
        #expect(try Self.picture([1, 0]).svg() != gain)
        #expect(try Self.picture([0, 1]).svg() == gain)
    }

    @Test(
        "A series without a change, of one value or of no numbers is drawn",
        arguments: [[5, 5], [5], [], [.nan, 1]] as [[Double]])
    func png_degenerate_isDrawn(values: [Double]) throws {
        #expect(try ImageFile.luma(bytes: Self.picture(values).png(), name: "chart").width == 600)
    }

    @Test("Sizes that cannot be drawn are refused", arguments: [(199, 300), (300, 199), (4_001, 300), (300, .max)])
    func init_impossibleSize_throws(width: Int, height: Int) {
        #expect(throws: DrawingError.sizeOutOfRange(width: width, height: height)) {
            try Self.picture([0, 1], width: width, height: height)
        }
    }
}
