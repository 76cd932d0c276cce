import Testing

@testable import FlipcashDrawing

@Suite("Colours of bills")
struct BillColorsTests {
    @Test("Presets have the published colours")
    func presets_sample_match() throws {
        let expected = [
            "white": "#FFFFFF", "black": "#1A1A1A", "red": "#F21818", "orange": "#F28118", "yellow": "#F2CF18",
            "green": "#2EE635", "teal": "#45E6D2", "blue": "#3677D9", "purple": "#9545E6", "pink": "#F249AE",
            "sky": "#3677D9, #FFFFFF", "mango": "#F2CF18, #F28118, #F21818", "mint": "#45E6D2, #2EE635",
            "cream": "#F2E9DA", "charcoal": "#4D4D4D", "rose": "#D998AB", "peach": "#F2BC9D", "butter": "#F2E7AA",
            "sage": "#94B386", "muted-mint": "#98D9BA", "muted-sky": "#A1D1E6", "muted-lavender": "#B4A3D9",
            "blush": "#F2C2D0",
        ]
        for (name, colors) in expected {
            #expect(BillColors.preset(named: name)?.colors.text == colors, "\(name)")
        }
        #expect(BillColors.presets.count == 30)
        #expect(Set(BillColors.presets.map(\.name)).count == 30)
        #expect(BillColors.standard.text == "#004602")
    }

    @Test(
        "Presets, hexadecimal colours and hues are accepted",
        arguments: [
            ("Mango", "#F2CF18, #F28118, #F21818"), ("#00ff7f", "#00FF7F"), ("ff8800", "#FF8800"),
            ("ff8800,#0048B5", "#FF8800, #0048B5"), ("#78AEFF,#0048B5", "#78AEFF, #0048B5"),
            (" #78AEFF  #0048B5 , #00173B ", "#78AEFF, #0048B5, #00173B"), ("hue:0.6", "#78AEFF, #0048B5, #00173B"),
            ("HUE:0", "#FF7878, #B50000, #3B0000"),
        ])
    func parsing_goodText_matches(text: String, colors: String) throws {
        #expect(try BillColors(parsing: text).text == colors)
    }

    @Test("Invalid colours give the matching error")
    func parsing_badText_throws() {
        let cases: [(String, BillColorsError)] = [
            ("", .empty), ("  ", .empty), ("nosuch", .unknown("nosuch")), ("#12345", .unknown("#12345")),
            ("#1234567", .unknown("#1234567")), ("#GG0000", .unknown("#GG0000")), ("hue:2", .hue("2")),
            ("hue:x", .hue("x")), ("hue:nan", .hue("nan")), ("#000000 #000000 #000000 #000000", .count(4)),
            (",", .count(0)),
        ]
        for (text, error) in cases {
            #expect(throws: error, "\(text)") { try BillColors(parsing: text) }
            #expect(!error.description.isEmpty)
        }
    }

    @Test("Gradients run from the first stop at the top to the last at the bottom")
    func color_atShare_interpolates() {
        let colors = BillColors(.black, .white)
        #expect(colors.color(at: 0) == .black && colors.color(at: 1) == .white)
        #expect(colors.color(at: 0.5).description == "#808080")
        #expect(colors.color(at: -3) == .black && colors.color(at: .infinity) == .white)
    }
}
