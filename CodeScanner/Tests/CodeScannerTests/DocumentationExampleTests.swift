import CodeScanner
import CodeScannerIO
import Foundation
import Testing

/// The examples of the articles `CodeScanner.md` and `CodeScannerIO.md` and of `README.md`, line by line.
/// `Scripts/check-examples.py` compares them.
@Suite("The examples of the documentation")
struct DocumentationExampleTests {
    @Test("A payload is encoded, drawn and found")
    func scannerArticle_firstExample_works() throws {
        // Twenty bytes become a code of 35 bytes.
        let payload = [UInt8](1...20)
        let code = try KikCodes.encode(payload)

        // Draw it: as SVG for a screen, or as pixels.
        let svg = try CodeGeometry(code: code, side: 512).svg(background: CodeGeometry.exportBackground)
        let frame = try CodeGeometry(code: code, side: 300).raster(margin: 20)

        // Find it. One scanner serves all frames of a camera.
        let scanner = FrameScanner()
        let seen = scanner.scan(frame, quality: .best)

        #expect(seen?.payload == payload)
        #expect(svg.hasPrefix("<svg "))
    }

    @Test("A picture file is read and searched")
    func picturesArticle_firstExample_works() throws {
        let drawn = try CodeGeometry(code: KikCodes.encode([UInt8](1...20)), side: 300).raster(margin: 20)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("example-\(UUID()).jpg").path
        try Data(ImageFile.jpeg(drawn, quality: 90)).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }

        // Read a picture file. The orientation that a camera noted is applied.
        let picture = try ImageFile.luma(path: path)

        // Find a circular code of any size and place.
        let payload = CodeExtractor().payload(in: picture)

        // Find all QR codes.
        let texts = QRCodes.scanAll(picture).map(\.text)

        #expect(payload == [UInt8](1...20))
        #expect(texts.isEmpty)
    }

    @Test("A code is found in a camera's frame")
    func readme_scannerExample_works() throws {
        let payload = [UInt8](1...20)
        var scene = Scene(width: 1920, height: 1080)
        try scene.draw(KikCodes.encode(payload), x: 960, y: 540, diameter: 400, turn: 0.4)
        let frame = try scene.image().pixels
        try frame.withUnsafeBytes { plane in
            // 20 bytes of payload become a code of 35 bytes.
            let code = try KikCodes.encode(payload)

            // One scanner for all frames of a camera; the plane has one byte of brightness for each pixel.
            let scanner = FrameScanner()
            let seen = scanner.scan(luma: plane, width: 1920, height: 1080, quality: .best)?.payload

            #expect(code.count == 35)
            #expect(seen == payload)
        }
    }
}
