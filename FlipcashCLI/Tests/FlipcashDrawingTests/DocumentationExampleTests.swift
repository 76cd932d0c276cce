import CodeScanner
import CodeScannerIO
import FlipcashCore
import FlipcashDrawing
import Testing

/// The example of the article `FlipcashDrawing.md`, line by line. `Scripts/check-examples.py` compares the two.
@Suite("The example of the documentation")
struct DocumentationExampleTests {
    @Test("A bill and a QR code are drawn and can be read")
    func article_firstExample_works() throws {
        // The payload of a bill of five dollars.
        let nonce = CashCode.Nonce(drawing: SystemRandomSource())
        let payload = try CashCode.Payload(currency: .usd, quarks: 5_000_000, nonce: nonce)

        // Draw the bill: as a file, and as a document of any size.
        let bill = Bill(payload: payload, value: "$5.00", mint: .usdf, colors: BillColors(hue: 0.6))
        let file = try bill.png(codeDiameter: 300)
        let document = try bill.svg()

        // Draw a QR code of a link, eight pixels for each module.
        let link = try QRPicture(QRCode("https://app.flipcash.com/token/x")).png(scale: 8)

        let picture = try ImageFile.luma(bytes: file, name: "bill")
        #expect(KikCodes.scan(picture, quality: .best)?.payload == payload.bytes)
        #expect(document.contains("<svg "))
        let code = try ImageFile.luma(bytes: link, name: "link")
        #expect(QRCodes.scan(code)?.text == "https://app.flipcash.com/token/x")
    }
}
