import ArgumentParser
import FlipcashDrawing
import Testing

@testable import FlipcashCommands

@Suite struct PictureOptionsTests {
    private func message(_ arguments: [String]) -> String? {
        do {
            _ = try RootCommand.parseAsRoot(["bill", "render", "5"] + arguments)
            return nil
        } catch {
            return RootCommand.fullMessage(for: error)
        }
    }

    @Test("A name that ends like another format is refused", arguments: ["x.jpg", "a.b/x.JPEG", "bill.svg"])
    func validate_otherEnding_isRefused(name: String) {
        #expect(message(["--png", name])?.contains("--png writes PNG") == true)
    }

    @Test("Other names are accepted", arguments: ["x.png", "x.PNG", "x", "a.jpg/x", "/dev/stdout", "x.new"])
    func validate_fittingName_isTaken(name: String) {
        #expect(message(["--png", name]) == nil)
        #expect(message(["--svg", "x.png"])?.contains("--svg writes SVG") == true)
    }

    @Test("Colours are accepted without #; for any other text the error lists the presets")
    func colors_unknown_listsPresets() throws {
        #expect(message(["--colors", "ff8800"]) == nil)
        #expect(message(["--colors", "#ff8800"]) == nil)
        let refused = try #require(message(["--colors", "bleu"]))
        for preset in BillColors.presets { #expect(refused.contains(preset.name), "\(preset.name)") }
        #expect(refused.contains("'bleu' is neither a preset nor a colour"))
    }
}
