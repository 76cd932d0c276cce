import CodeScanner
import CodeScannerIO
import FlipcashDrawing
import Foundation
import Testing

/// SVG pictures drawn by another renderer: librsvg, which desktops and web services use.
@Suite("Reading SVG pictures drawn by another renderer")
struct SVGRenderingTests {
    /// Draws a document with `rsvg-convert`.
    private func rendered(_ svg: String) throws -> LumaImage {
        let folder = FileManager.default.temporaryDirectory.appending(path: "svg-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (source, picture) = (folder.appending(path: "in.svg"), folder.appending(path: "out.png"))
        try Data(svg.utf8).write(to: source)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["rsvg-convert", "--format", "png", "--output", picture.path, source.path]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "rsvg-convert failed; Scripts/bootstrap.sh installs it")
        return try ImageFile.luma(path: picture.path)
    }

    @Test("A bill of any colours keeps its code", arguments: ["#004602", "white", "#78AEFF #0048B5 #00173B", "mango"])
    func svg_bill_isReadable(colors: String) throws {
        let bill = try SampleBill.make(colors: BillColors(parsing: colors))
        let image = try rendered(bill.svg(codeDiameter: 400))
        #expect(KikCodes.scan(image, quality: .best)?.payload == SampleBill.payloadBytes)
        // Checks for the white of the code, not only for contrast: its badge is ink.
        let own = try bill.raster(codeDiameter: 400)
        let (x, y) = (own.width / 2 + 24, own.height / 2 + 36)
        #expect(own.color(x: x, y: y) == .white)
        #expect(image.width == own.width && image.height == own.height)
        #expect(image.pixels[y * image.rowStride + x] == 255)
    }

    @Test("A code without a bill and a QR code keep their content")
    func svg_codes_areReadable() throws {
        let code = try rendered(CodePicture(code: KikCodes.encode(SampleBill.payloadBytes)).svg(side: 600))
        #expect(KikCodes.scan(code, quality: .best)?.payload == SampleBill.payloadBytes)
        let text = "https://send.flipcash.com/c/#/e=4y7bh9TAFaamQPxGNT86e2"
        #expect(try QRCodes.scan(rendered(QRPicture(QRCode(text)).svg()))?.text == text)
    }
}
