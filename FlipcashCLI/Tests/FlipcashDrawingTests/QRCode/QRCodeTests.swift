import CodeScanner
import Foundation
import Testing

@testable import FlipcashDrawing

@Suite("Making QR codes")
struct QRCodeTests {
    @Test("Symbols equal those of an independent encoder, module for module")
    func modules_knownMatrices_match() throws {
        for vector in try QRVectors.shared.get().matrices {
            let code = try exact(vector.text, vector.version, vector.level, vector.mask)
            #expect(code.modules.rows == vector.rows, "\(vector.text)")
        }
    }

    @Test("Full symbols of every version and level equal those of an independent encoder")
    func modules_everyVersionAndLevel_match() throws {
        let vectors = try QRVectors.shared.get().symbols
        #expect(Set(vectors.map(\.version)).count == 40)
        for vector in vectors {
            let text = try #require(QRVectors.text(vector.text))
            let code = try exact(text, vector.version, vector.level, vector.mask)
            #expect(code.modules.fnv1a64 == vector.fnv1a64, "\(vector.version)-\(vector.level) \(vector.text)")
        }
    }

    @Test("The smallest symbol is used, with the strongest level that fits it")
    func init_text_fitsTightly() throws {
        let link = "https://app.flipcash.com/login/#/e=HQPkfAZjgpGGANQfUNPKvW"
        let code = try QRCode(link)
        #expect(code.version.number == 4 && code.format.level == .medium)
        #expect(try QRCode("1").format.level == .high)
        #expect(try QRCode("1", smallest: QRVersion(number: 7)).version.number == 7)
        for mask in QRMask.allCases { #expect(try QRCode(link, mask: mask).format.mask == mask) }
        #expect(try QRCode("").version.number == 1)
    }

    @Test("A text too long for any symbol is rejected")
    func init_longText_throws() throws {
        let most = String(repeating: "a", count: 2953)
        #expect(try QRCode(most, level: .low).version.number == 40)
        #expect(throws: DrawingError.textTooLong(bytes: 2954)) { try QRCode(most + "a", level: .low) }
        #expect(throws: DrawingError.textTooLong(bytes: 2953)) { try QRCode(most, level: .medium) }
        #expect(try QRCode(String(repeating: "7", count: 7089), level: .low).version.number == 40)
    }

    @Test("Digits and capitals are packed when that makes the symbol smaller")
    func segments_mixedText_areShort() throws {
        let version = try #require(QRVersion(number: 5))
        let mixed = QRSegments("https://x.example/PAYMENTS/00011122233344455566677788899", version).segments
        #expect(mixed.map(\.mode) == [.bytes, .alphanumeric, .numeric])
        #expect(QRSegments("abc123def", version).segments.map(\.mode) == [.bytes])
        #expect(QRSegments("", version).segments.isEmpty)
        let euro = try #require(QRSegments("€5", version).bits(version))
        #expect(euro.count == 4 + 8 + 4 + 8 + 32)
    }

    @Test("Points are given for runs, blocks, false finders and imbalance")
    func penalty_samples_arePublished() throws {
        // Five dark modules in the first row. All other modules are light, so no block of two by two is dark.
        var modules = QRModules(side: 5)
        #expect(QRPenalty.points(of: modules) == 10 * 3 + 16 * 3 + 100)
        for x in 0..<5 { modules[x, 0] = true }
        // Five rows of five and no column; twelve light blocks; 20 % dark.
        #expect(QRPenalty.points(of: modules) == 5 * 3 + 12 * 3 + 60)
        let finder = try #require(
            QRModules(
                rows: [
                    "00001011101", "00000000000", "10101010101", "01010101010", "10101010101", "01010101010",
                    "10101010101",
                    "01010101010", "10101010101", "01010101010", "10101010101",
                ].map { $0.map { $0 == "1" } }))
        var cleared = finder
        cleared[8, 0] = false  // no longer like a finder
        #expect(QRPenalty.points(of: finder) > QRPenalty.points(of: cleared) + 60)
    }

    @Test("Vector and character pictures show the same modules with a quiet zone")
    func pictures_sample_haveQuietZone() throws {
        let picture = QRPicture(try QRCode("HELLO"))
        #expect(picture.side == 29)
        let raster = try picture.raster(scale: 3)
        #expect(raster.width == 87 && raster.height == 87)
        for y in 0..<picture.side {
            for x in 0..<picture.side {
                let isDark = raster.color(x: 3 * x + 1, y: 3 * y + 1) == .black
                #expect(isDark == picture.code.modules[x - 4, y - 4])
            }
        }
        let svg = picture.svg(scale: 2)
        #expect(
            svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"58\" height=\"58\" viewBox=\"0 0 29 29\""))
        #expect(svg.contains("M4 4h7v1h-7z"))
        #expect(svg.hasSuffix("</svg>\n"))
        let lines = try picture.halfBlocks(colors: .mono)
        #expect(lines.count == 15 && lines.allSatisfy { $0.count == 29 })
        #expect(lines[0] == String(repeating: "█", count: 29))
        #expect(lines[2].hasPrefix("████ ▄▄▄▄▄ █"))
        #expect(picture.fits(columns: 29, rows: 15) && !picture.fits(columns: 28, rows: 15))
        #expect(!picture.fits(columns: 29, rows: 14))
        #expect(throws: DrawingError.self) { try picture.raster(scale: 0) }
        #expect(throws: DrawingError.self) { try picture.raster(scale: .max) }
    }

    private func exact(_ text: String, _ version: Int, _ level: String, _ mask: Int) throws -> QRCode {
        let version = try #require(QRVersion(number: version))
        let bits = try #require(QRSegments(text, version).bits(version))
        return QRCode(
            bits, version: version, level: try #require(QRVectors.level(level)),
            mask: QRMask(rawValue: mask))
    }
}
