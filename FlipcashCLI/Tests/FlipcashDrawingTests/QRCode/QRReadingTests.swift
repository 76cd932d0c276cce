import CodeScanner
import CodeScannerIO
import Testing

@testable import FlipcashDrawing

@Suite("Reading drawn QR codes")
struct QRReadingTests {
    @Test(
        "Texts of every kind survive the round trip",
        arguments: [
            "", "7", "0123456789012", "HELLO WORLD $%*+-./:", "https://send.flipcash.com/c/#/e=HQPkfAZjgpGGANQfUNPKvW",
            "Grüße, 5 € für alle", "語", "ABCDEF0123456789abcdef",
        ])
    func scan_anyText_isIdentity(text: String) throws {
        for level in QRLevel.allCases {
            let picture = QRPicture(try QRCode(text, level: level))
            let found = try #require(QRCodes.scan(try picture.raster(scale: 4).luma()))
            #expect(found.text == text && found.content.version == picture.code.version)
            #expect(found.content.format == picture.code.format)
        }
    }

    @Test("Every mask is read", arguments: QRMask.allCases)
    func scan_everyMask_isIdentity(mask: QRMask) throws {
        let picture = QRPicture(try QRCode("https://app.flipcash.com/token/x", mask: mask))
        #expect(QRCodes.scan(try picture.raster(scale: 3).luma())?.content.format.mask == mask)
    }

    @Test("Large symbols are read", arguments: [10, 17, 25, 40])
    func scan_largeVersion_isIdentity(number: Int) throws {
        let picture = QRPicture(try QRCode("large", smallest: QRVersion(number: number)))
        let found = QRCodes.scan(try picture.raster(scale: 4).luma())
        #expect(found?.text == "large" && found?.content.version.number == number)
    }

    @Test("The PNG file is read")
    func png_code_isIdentity() throws {
        let file = try QRPicture(QRCode("flipcash://c#e=E")).png(scale: 6)
        #expect(QRCodes.scan(try ImageFile.luma(bytes: file, name: "code"))?.text == "flipcash://c#e=E")
    }
}
