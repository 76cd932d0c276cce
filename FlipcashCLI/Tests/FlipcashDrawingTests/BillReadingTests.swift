import CodeScanner
import CodeScannerIO
import FlipcashDrawing
import Foundation
import Testing

@Suite("Reading drawn bills")
struct BillReadingTests {
    /// A picture with a code of 240 pixels.
    private static let picture = Result { try SampleBill.make().raster(codeDiameter: 240).luma() }

    private func found(_ camera: Camera) throws -> [UInt8]? {
        KikCodes.scan(try camera.view(of: Self.picture.get()), quality: .best)?.payload
    }

    @Test("A bill is read at any rotation")
    func scan_rotatedBill_isIdentity() throws {
        for step in 0..<24 {
            let camera = Camera(width: 420, height: 400, turn: Double(step) * .pi / 12 + 0.05, scale: 0.7)
            #expect(try found(camera) == SampleBill.payloadBytes, "turn \(step)")
        }
    }

    @Test("A bill is read with a code of 120 to 1000 pixels", arguments: [120, 160, 240, 400, 640, 1000])
    func scan_billOfAnySize_isIdentity(diameter: Int) throws {
        let side = diameter * 21 / 20
        let camera = Camera(width: side, height: side, turn: 0.3, scale: Double(diameter) / 240)
        #expect(try found(camera) == SampleBill.payloadBytes)
    }

    @Test("A bill 120 pixels wide is read")
    func scan_billOf120Pixels_isIdentity() throws {
        let picture = try Self.picture.get()
        let camera = Camera(width: 320, height: 300, turn: 0.1, scale: 120 / Double(picture.width))
        #expect(try found(camera) == SampleBill.payloadBytes)
    }

    @Test("A bill tilted by 30° is read from any side")
    func scan_tiltedBill_isIdentity() throws {
        for step in 0..<8 {
            let camera = Camera(
                width: 480, height: 420, turn: Double(step) * .pi / 4 + 0.1, tilt: .pi / 6, scale: 0.8)
            #expect(try found(camera) == SampleBill.payloadBytes, "turn \(step)")
        }
    }

    @Test("A bill is read after JPEG compression of quality 40")
    func scan_compressedBill_isIdentity() throws {
        for step in 0..<4 {
            let camera = Camera(width: 420, height: 400, turn: Double(step) * 1.7, tilt: 0.3, scale: 0.75)
            let file = try ImageFile.jpeg(camera.view(of: Self.picture.get()), quality: 40)
            let image = try ImageFile.luma(bytes: file, name: "bill")
            #expect(KikCodes.scan(image, quality: .best)?.payload == SampleBill.payloadBytes, "turn \(step)")
        }
    }

    @Test(
        "A bill of any colours is read",
        arguments: [
            "#004602", "#C4980B #B06B00", "white", "#78AEFF #0048B5 #00173B", "mango", "black", "cream",
        ])
    func raster_anyColors_isReadable(colors: String) throws {
        // `raster` checks the picture and throws when it cannot be read.
        let raster = try SampleBill.make(colors: BillColors(parsing: colors)).raster(codeDiameter: 200)
        #expect(raster.width == 333 && raster.height == 600)
    }

    @Test("The PNG file of a bill decodes to the same picture")
    func png_bill_isIdentity() throws {
        let bill = try SampleBill.make(value: "€1,234.56", colors: BillColors(hue: 0.1))
        let image = try ImageFile.luma(bytes: bill.png(codeDiameter: 200), name: "bill")
        #expect(try image == bill.raster(codeDiameter: 200).luma())
        #expect(CodeExtractor().payload(in: image) == SampleBill.payloadBytes)
    }

    @Test("A code in character cells is read when it fits, and rejected when it does not")
    func halfBlocks_code_isReadableOrThrows() throws {
        let code = CodePicture(code: try KikCodes.encode(SampleBill.payloadBytes))
        for colors in TerminalColors.allCases {
            let lines = try code.halfBlocks(columns: 200, rows: 72, colors: colors)
            #expect(lines.count == 72)
        }
        #expect(try code.halfBlocks(columns: 100, rows: 60, colors: .full).count == 50)
        for (columns, rows) in [(80, 24), (0, 0), (-5, 10), (Int.max, 3)] {
            #expect(throws: DrawingError.self) { try code.halfBlocks(columns: columns, rows: rows, colors: .full) }
        }
    }

    @Test("A whole bill in character cells is read on a large terminal")
    func halfBlocks_bill_isReadableOrThrows() throws {
        let bill = try SampleBill.make()
        let lines = try bill.halfBlocks(columns: 240, rows: 200, colors: .full)
        #expect(lines.count == 200)
        #expect(throws: DrawingError.self) { try bill.halfBlocks(columns: 80, rows: 24, colors: .full) }
    }
}
