import CodeScanner
import CodeScannerIO
import Foundation
import Testing

@Suite("Picture files")
struct ImageFileTests {
    private let payload = [UInt8](1...20)

    private func scene() throws -> Scene {
        var scene = Scene(width: 300, height: 240)
        try scene.draw(KikCodes.encode(payload), x: 140, y: 120, diameter: 200, turn: 0.4)
        return scene
    }

    @Test("A code survives JPEG of low quality", arguments: [95, 40, 10])
    func luma_jpeg_keepsCode(quality: Int) throws {
        let file = try ImageFile.jpeg(scene().image(padding: 5), quality: quality)
        let image = try ImageFile.luma(bytes: file, name: "test")
        #expect(image.width == 300 && image.height == 240)
        #expect(KikCodes.scan(image, quality: .best)?.payload == payload)
    }

    @Test("A file is read from disk")
    func luma_file_isRead() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("code-\(UUID()).jpg")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(ImageFile.jpeg(scene().image(), quality: 80)).write(to: url)
        #expect(CodeExtractor().payload(in: try ImageFile.luma(path: url.path)) == payload)
    }

    @Test("The orientation stored by the camera is applied")
    func luma_exifOrientation_isApplied() throws {
        let plain = try ImageFile.jpeg(scene().image(), quality: 95)
        let quarterTurn: UInt8 = 6
        let tiff: [UInt8] =
            Array("MM".utf8) + [
                0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, quarterTurn, 0, 0, 0, 0, 0, 0,
            ]
        let body: [UInt8] = Array("Exif\0\0".utf8) + tiff
        let marker: [UInt8] = [0xFF, 0xE1, 0, UInt8(body.count + 2)]
        let turned: [UInt8] = plain[..<2] + marker + body + plain[2...]
        let image = try ImageFile.luma(bytes: turned, name: "test")
        #expect(image.width == 240 && image.height == 300)
        #expect(KikCodes.scan(image, quality: .best)?.isMirrored == false)
    }

    @Test("Grey and coloured PNM, and PNG with transparency, become luma")
    func luma_formats_areConverted() throws {
        let grey = try ImageFile.luma(bytes: Array("P5 # c\n2 1 255\n".utf8) + [7, 200], name: "test")
        #expect(grey.pixels == [7, 200])
        let colour = try ImageFile.luma(bytes: Array("P6\n2 1\n255\n".utf8) + [255, 0, 0, 10, 20, 30], name: "test")
        #expect(colour.pixels == [76, LumaImage.luma(red: 10, green: 20, blue: 30)])
        let png = PlainPNG.file(width: 2, height: 1, rgba: [255, 255, 255, 128, 200, 200, 200, 255])
        #expect(try ImageFile.luma(bytes: png, name: "test").pixels == [128, 200])
    }

    @Test("Files that are not pictures give the matching error")
    func luma_badFile_throws() throws {
        let folder = FileManager.default.temporaryDirectory
        let missing = folder.appendingPathComponent("missing-\(UUID())").path
        #expect(throws: ImageFileError.missing(path: missing)) { try ImageFile.luma(path: missing) }
        #expect(throws: ImageFileError.notAFile(path: folder.path)) { try ImageFile.luma(path: folder.path) }
        let empty = folder.appendingPathComponent("empty-\(UUID()).png")
        try Data().write(to: empty)
        defer { try? FileManager.default.removeItem(at: empty) }
        #expect(throws: ImageFileError.empty(path: empty.path)) { try ImageFile.luma(path: empty.path) }

        #expect(throws: ImageFileError.empty(path: "x")) { try ImageFile.luma(bytes: [], name: "x") }
        for text in ["hello", "GIF89a............", "P5", "\u{1}", "BM"] {
            #expect(throws: ImageFileError.unknownFormat(path: "x")) {
                try ImageFile.luma(bytes: Array(text.utf8), name: "x")
            }
        }
    }

    @Test("Damaged pictures are rejected, whatever the damage")
    func luma_damagedPicture_throwsOrDecodes() throws {
        let png = PlainPNG.file(width: 2, height: 1, rgba: [255, 255, 255, 128, 200, 200, 200, 255])
        #expect(throws: ImageFileError.damaged(path: "x")) {
            try ImageFile.luma(bytes: Array(png.prefix(40)), name: "x")
        }
        var random = SeededGenerator(seed: 40)
        let jpeg = try ImageFile.jpeg(scene().image(), quality: 60)
        for _ in 0..<60 {
            var bytes = Bool.random(using: &random) ? jpeg : png
            for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.bytes(1)[0] }
            bytes = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random)))
            do {
                let image = try ImageFile.luma(bytes: bytes, name: "x")
                #expect(image.width > 0 && image.height > 0)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    @Test("A small file whose header states a huge picture is rejected before decoding")
    func luma_decompressionBomb_isRefused() {
        for (width, height) in [(60_000, 60_000), (8001, 8000), (70_000, 1), (1, 2_000_000_000)] {
            let png = PlainPNG.header(width: width, height: height)
            #expect(throws: ImageFileError.tooLarge(path: "x")) { try ImageFile.luma(bytes: png, name: "x") }
        }
        let pnm = Array("P5 100000 100000 255\n".utf8)
        #expect(throws: ImageFileError.tooLarge(path: "x")) { try ImageFile.luma(bytes: pnm, name: "x") }
    }
}

/// Makes PNG files without compression.
private enum PlainPNG {
    static func header(width: Int, height: Int) -> [UInt8] {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let body: [UInt8] = bigEndian(width) + bigEndian(height) + [8, 6, 0, 0, 0]
        return signature + chunk("IHDR", body)
    }

    static func file(width: Int, height: Int, rgba: [UInt8]) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height { rows += [0] + rgba[row * 4 * width..<(row + 1) * 4 * width] }
        let length = [UInt8(rows.count & 255), UInt8(rows.count >> 8)]
        var stored: [UInt8] = [0x78, 0x01, 1]
        stored += length
        stored += length.map { ~$0 }
        stored += rows
        stored += adler(rows)
        return header(width: width, height: height) + chunk("IDAT", stored) + chunk("IEND", [])
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + body
        var check = UInt32.max
        for byte in content {
            check ^= UInt32(byte)
            for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
        }
        return bigEndian(body.count) + content + bigEndian(Int(~check))
    }

    private static func adler(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return bigEndian(b << 16 | a)
    }
}
