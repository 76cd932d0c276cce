import CodeScanner
import CodeScannerIO
import FlipcashDrawing
import Testing

@Suite("Backup pictures")
struct AccessKeyCardTests {
    private static let words = """
        couple robot escape silent main once smoke check good basket mimic similar
        """.split(separator: " ").map(String.init)
    private static let link = "https://app.flipcash.com/login/#/e=HQPkfAZjgpGGANQfUNPKvW"

    @Test("The card is upright, its width is 0.607 of its height, and it is dark")
    func raster_card_hasPublishedShape() throws {
        let raster = try AccessKeyCard(words: Self.words, loginLink: Self.link).raster()
        #expect(abs(Double(raster.width) / Double(raster.height) - 0.607) < 0.001)
        #expect(raster.color(x: 2, y: 2).description == "#19191A")
    }

    @Test("The login link is read from the picture, also rotated, tilted and as a poor JPEG")
    func png_card_readsBack() throws {
        let card = try AccessKeyCard(words: Self.words, loginLink: Self.link)
        let image = try ImageFile.luma(bytes: card.png(), name: "card")
        let found = try #require(QRCodes.scan(image))
        #expect(found.text == Self.link)
        // At most 57 % of the width, and centred.
        let (left, right) = (found.corners[0].x, found.corners[1].x)
        #expect(right - left < 0.57 * 850 && abs(left + right - 849) < 4)
        for step in 0..<4 {
            let camera = Camera(width: 420, height: 560, turn: Double(step) * 1.6, tilt: .pi / 6, scale: 0.4)
            let file = try ImageFile.jpeg(camera.view(of: image), quality: 40)
            #expect(QRCodes.scan(try ImageFile.luma(bytes: file, name: "card"))?.text == Self.link, "turn \(step)")
        }
    }

    @Test("24 words fit")
    func raster_longKey_readsBack() throws {
        let link = "https://app.flipcash.com/login/#/e=" + String(repeating: "7uVkQz4d", count: 6)
        let card = try AccessKeyCard(words: Self.words + Self.words, loginLink: link)
        #expect(QRCodes.scan(try card.raster().luma())?.text == link)
    }

    @Test("A link too long for QR codes or for the card is rejected")
    func init_longLink_throws() throws {
        #expect(throws: DrawingError.self) {
            try AccessKeyCard(words: [], loginLink: String(repeating: "a", count: 3000))
        }
        let card = try AccessKeyCard(words: [], loginLink: String(repeating: "a", count: 2300))
        #expect(throws: DrawingError.self) { try card.raster() }
    }
}
