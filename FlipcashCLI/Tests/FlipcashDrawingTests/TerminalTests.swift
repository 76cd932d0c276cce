import Foundation
import Testing

@testable import FlipcashDrawing

@Suite("Pictures in terminals")
struct TerminalTests {
    /// Two columns, three rows: white and black, red and red, white and white.
    private func sample() throws -> Raster {
        var raster = try Raster(width: 2, height: 3, color: .white)
        for channel in 3..<6 { raster.pixels[channel] = 0 }
        for index in [7, 8, 10, 11] { raster.pixels[index] = 0 }
        return raster
    }

    @Test("Each half block shows two pixels, in the available colours")
    func halfBlocks_sample_matches() throws {
        let raster = try sample()
        #expect(
            HalfBlocks.lines(raster, colors: .full) == [
                "\u{1B}[38;2;255;255;255;48;2;255;0;0m▀\u{1B}[38;2;0;0;0;48;2;255;0;0m▀\u{1B}[0m",
                "\u{1B}[38;2;255;255;255;48;2;0;0;0m▀▀\u{1B}[0m",
            ])
        #expect(
            HalfBlocks.lines(raster, colors: .palette256) == [
                "\u{1B}[38;5;231;48;5;196m▀\u{1B}[38;5;16;48;5;196m▀\u{1B}[0m", "\u{1B}[38;5;231;48;5;16m▀▀\u{1B}[0m",
            ])
        #expect(HalfBlocks.lines(raster, colors: .mono) == ["▀ ", "▀▀"])
    }

    @Test("kitty's sequence has a PNG in chunks of at most 4096 characters")
    func kitty_sequence_isChunked() throws {
        var raster = try Raster(width: 90, height: 90)
        var noise: UInt32 = 1
        for index in raster.pixels.indices {
            noise = noise &* 1_664_525 &+ 1_013_904_223
            raster.pixels[index] = UInt8(truncatingIfNeeded: noise >> 24)
        }
        let sequence = try TerminalGraphics.kitty.sequence(raster, columns: 40)
        let chunks = sequence.components(separatedBy: "\u{1B}\\").dropLast()
        #expect(chunks.count > 1)
        #expect(chunks.first?.hasPrefix("\u{1B}_Gf=100,a=T,q=2,c=40,m=1;") == true)
        #expect(chunks.last?.hasPrefix("\u{1B}_Gm=0;") == true)
        let payload = chunks.compactMap { $0.split(separator: ";", maxSplits: 1).last }
        #expect(payload.allSatisfy { $0.count <= 4096 })
        #expect(Data(base64Encoded: payload.joined()).map(Array.init) == (try PNG.encode(raster)))
    }

    @Test("iTerm2's sequence has a PNG and its size")
    func iTerm2_sequence_isComplete() throws {
        let raster = try sample()
        let png = try PNG.encode(raster)
        let sequence = try TerminalGraphics.iTerm2.sequence(raster)
        #expect(sequence.hasPrefix("\u{1B}]1337;File=inline=1;size=\(png.count);preserveAspectRatio=1:"))
        #expect(sequence.hasSuffix(Data(png).base64EncodedString() + "\u{7}"))
    }

    @Test("A sixel picture defines its colours and writes one pass per colour")
    func sixel_sequence_matches() throws {
        let sequence = try TerminalGraphics.sixel.sequence(sample())
        #expect(
            sequence == "\u{1B}P0;1;0q\"1;1;2;3#0;2;0;0;0#180;2;100;0;0#215;2;100;100;100#0?@$#180AA$#215DC-\u{1B}\\")
    }

    @Test("PNG files have the right parts and checks")
    func png_sample_hasParts() throws {
        let file = try PNG.encode(sample())
        #expect(Array(file.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(Array(file[8..<16]) == [0, 0, 0, 13] + Array("IHDR".utf8))
        #expect(Array(file[16..<29]) == [0, 0, 0, 2, 0, 0, 0, 3, 8, 2, 0, 0, 0])
        #expect(Array(file.suffix(12)) == [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82])
    }

    @Test("Each pixel of a scaled picture is the mean of its area")
    func scaled_sample_averages() throws {
        let half = try sample().scaled(width: 1, height: 1)
        #expect(half.color(x: 0, y: 0).description == "#D58080")
        let same = try sample().scaled(width: 2, height: 3)
        #expect(try same == sample())
        #expect(throws: DrawingError.self) { try sample().scaled(width: 0, height: 3) }
    }
}
