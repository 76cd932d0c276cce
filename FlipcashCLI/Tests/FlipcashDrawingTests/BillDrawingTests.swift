import CodeScanner
import Foundation
import Testing

@testable import FlipcashDrawing

@Suite("Drawing bills")
struct BillDrawingTests {
    @Test("The parts of a bill have the published sizes")
    func layout_sample_matches() throws {
        let layout = try BillLayout(canvasWidth: 555, canvasHeight: 5000)
        #expect(layout.width == 555 && layout.height == 1000)
        #expect(layout.codeSide == 333 && layout.wellDiameter == 357)
        #expect(layout.stripTop == 50 && layout.stripHeight == 63)
        #expect(try BillLayout(canvasWidth: 5000, canvasHeight: 1000) == layout)
        #expect(try BillLayout(codeDiameter: 333) == layout)
        for diameter in 200...1200 { #expect(try BillLayout(codeDiameter: diameter).codeSide == diameter) }
    }

    @Test("Impossible sizes are rejected")
    func layout_impossibleSize_throws() {
        #expect(throws: DrawingError.codeDiameterOutOfRange(199)) { try BillLayout(codeDiameter: 199) }
        #expect(throws: DrawingError.codeDiameterOutOfRange(.max)) { try BillLayout(codeDiameter: .max) }
        #expect(throws: DrawingError.self) { try BillLayout(canvasWidth: 0, canvasHeight: 5) }
        #expect(throws: DrawingError.self) { try BillLayout(canvasWidth: .max, canvasHeight: .min) }
        #expect(throws: DrawingError.self) { try Raster(width: 0, height: 1) }
        #expect(throws: DrawingError.self) { try CodePicture(code: []).raster(side: 200) }
        #expect(throws: DrawingError.self) { try CodePicture(code: [1]).raster(side: .max, margin: .max) }
    }

    @Test("The circle behind the code has the published darkness on a white bill")
    func raster_whiteBill_hasDarkWell() throws {
        let raster = try SampleBill.make(colors: BillColors(.white)).raster(codeDiameter: 200)
        let layout = try BillLayout(codeDiameter: 200)
        // Between the outermost ring and the edge of the well, away from ornaments.
        let y = layout.height / 2 - 103
        #expect(raster.color(x: layout.width / 2, y: y).description == "#535353")
        // The badge's lower right is ink.
        #expect(raster.color(x: layout.width / 2 + 12, y: layout.height / 2 + 18) == .white)
    }

    @Test("The SVG of a bill has its layers in order and the canonical code in the middle")
    func svg_bill_hasLayers() throws {
        let bill = try SampleBill.make(colors: BillColors(hue: 0.6))
        let document = try bill.svg(codeDiameter: 333)
        #expect(document.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"555\" height=\"1000\""))
        let parts = [
            "<linearGradient id=\"c78AEFF0048B500173B\"", "<clipPath id=\"paper\">", "fill=\"#000000\"",
            "fill-opacity=\"0.65\"", "fill=\"#000000\" fill-opacity=\"0.5\"", "clip-path=\"url(#paper)\"",
            "stroke=\"#FFFFFF\" stroke-opacity=\"0.2\"",
            "<g filter=\"url(#shadow)\" opacity=\"0.6\" transform=\"translate(111 ",
            "<g transform=\"translate(111 333.5)\">",
        ]
        var rest = Substring(document)
        for part in parts {
            let range = try #require(rest.range(of: part), "\(part) is missing or out of order")
            rest = rest[range.upperBound...]
        }
        let code = try CodeGeometry(code: bill.code, side: 333).svg()
        #expect(document.contains(code.dropLast()))
    }

    @Test("Every character of formatted amounts and mints has a glyph")
    func font_amountsAndMints_areComplete() {
        let base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
        for character in base58 + "0.,-+'$€£¥₹₦₩₫₱₪₴₸₺₽₼₾₡₲₭₮฿৳៛ر؋֏FLIPCASH" {
            #expect(StrokeFont.glyphs[character] != nil, "\(character)")
        }
        for (character, _) in StrokeFont.glyphs {
            let line = StrokeFont.line(String(character), height: 70, weight: 5)
            #expect(!line.path.contours.isEmpty && line.width >= 0 && line.width < 90, "\(character)")
        }
        #expect(StrokeFont.line("", height: 10, weight: 1).width == 0)
        #expect(StrokeFont.line("語", height: 70, weight: 1).width > 0)
    }

    @Test("The coverage of pixels is exact")
    func coverage_rectangle_isExact() {
        let path = Path.rectangle(x: 1.25, y: 0.5, width: 2, height: 1)
        var scanner = CoverageScanner(path, rule: .nonZero, width: 5, height: 3)
        var row = [Float](repeating: 0, count: 5)
        #expect(scanner.rows == 0..<2)
        #expect(scanner.cover(row: 0, into: &row) == 1..<4)
        #expect(row == [0, 0.375, 0.5, 0.125, 0])
        #expect(scanner.cover(row: 1, into: &row) == 1..<4)
        #expect(row == [0, 0.375, 0.5, 0.125, 0])
        #expect(scanner.cover(row: 2, into: &row).isEmpty && row == [0, 0, 0, 0, 0])
        #expect(scanner.cover(row: 3, into: &row).isEmpty)
    }

    @Test("Overlapping areas cancel by the even-odd rule and add up by the non-zero rule")
    func coverage_overlap_followsRule() {
        let square = Path.rectangle(x: 0, y: 0, width: 4, height: 1)
        let inner = Path.rectangle(x: 1, y: 0, width: 2, height: 1)
        var row = [Float](repeating: 0, count: 4)
        var evenOdd = CoverageScanner(square + inner, rule: .evenOdd, width: 4, height: 1)
        #expect(evenOdd.cover(row: 0, into: &row) == 0..<4 && row == [1, 0, 0, 1])
        var nonZero = CoverageScanner(square + inner, rule: .nonZero, width: 4, height: 1)
        #expect(nonZero.cover(row: 0, into: &row) == 0..<4 && row == [1, 1, 1, 1])
    }

    @Test("A bill with a long or an empty amount can be scanned")
    func raster_longOrEmptyAmount_isReadable() throws {
        _ = try SampleBill.make(value: "₫72,057,594,037.92").raster(codeDiameter: 200)
        _ = try SampleBill.make(value: "").raster(codeDiameter: 200)
    }
}
