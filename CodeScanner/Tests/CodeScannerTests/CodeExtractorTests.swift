import Foundation
import Testing

@testable import CodeScanner

@Suite("Codes in still pictures")
struct CodeExtractorTests {
    @Test("A code is found in a picture larger than the scanner's own limit")
    func extract_largePicture_findsCode() throws {
        let payload = [UInt8](1...20)
        var scene = Scene(width: 2600, height: 700)
        try scene.draw(KikCodes.encode(payload), x: 2100, y: 350, diameter: 300, turn: 0.5)
        guard case .found(let code) = CodeExtractor().extract(from: try scene.image()) else {
            Issue.record("no code was found")
            return
        }
        #expect(code.payload == payload)
        #expect(abs(code.centre.x - 2100) < 6 && abs(code.centre.y - 350) < 6 && abs(code.diameter - 300) < 10)
    }

    @Test("A code of 50 pixels is found in an enlarged crop")
    func extract_smallCode_findsCode() throws {
        let payload = [UInt8](5...24)
        var scene = Scene(width: 330, height: 320)
        try scene.draw(KikCodes.encode(payload), x: 85, y: 75, diameter: 52, turn: 0.5)
        let image = try scene.image()
        #expect(CodeExtractor(timeLimit: .seconds(600)).payload(in: image) == payload)
    }

    @Test("A complete search and a search that timed out give different outcomes")
    func extract_emptyPicture_saysWhy() throws {
        let image = try Scene(width: 60, height: 40).image()
        #expect(CodeExtractor(timeLimit: .seconds(600)).extract(from: image) == .notFound)
        #expect(CodeExtractor(timeLimit: .zero).extract(from: image) == .gaveUp)
        #expect(CodeExtractor(timeLimit: .zero).payload(in: image) == nil)
    }

    @Test("The plan is the whole picture, then quadrants, then windows, each once")
    func plan_order_isWholeQuadrantsWindows() throws {
        let attempts = Array(CodeExtractor.Plan(width: 800, height: 600))
        #expect(Set(attempts).count == attempts.count)
        let whole = PixelRegion(x: 0, y: 0, width: 800, height: 600)
        #expect(attempts[0] == .init(region: whole, width: 800, height: 600))
        #expect(attempts[1] == .init(region: whole, width: 1600, height: 1200))
        #expect(attempts[2].region == PixelRegion(x: 0, y: 0, width: 400, height: 300))
        #expect(attempts.allSatisfy { max($0.width, $0.height) <= 1600 })
        #expect(attempts.allSatisfy { $0.region.x + $0.region.width <= 800 && $0.region.y + $0.region.height <= 600 })
        let windows = Set(attempts.map(\.region).filter { $0.width == 300 && $0.height == 300 })
        #expect(windows.count == 5 * 3)
        #expect(windows.contains(PixelRegion(x: 500, y: 300, width: 300, height: 300)))
    }

    @Test("A long picture is first searched whole at 1600 pixels")
    func plan_longPicture_isReduced() throws {
        let first = try #require(Array(CodeExtractor.Plan(width: 2400, height: 100)).first)
        #expect(first.width == 1600 && first.height == 66)
        #expect(Array(CodeExtractor.Plan(width: 1, height: 1)).count == 4)
    }
}
