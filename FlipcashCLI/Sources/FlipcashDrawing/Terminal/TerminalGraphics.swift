import Foundation

/// Protocols for pictures in terminals.
public enum TerminalGraphics: Hashable, Sendable, CaseIterable {
    /// kitty, Ghostty, WezTerm, Konsole.
    case kitty
    /// iTerm2, WezTerm, mintty.
    case iTerm2
    /// xterm, foot, mlterm and many others.
    case sixel

    /// The escape sequence that shows a picture at the cursor.
    ///
    /// - Parameters:
    ///   - raster: The picture to show.
    ///   - columns: The width in cells; the picture's own size when `nil`. Sixel pictures always have their own size.
    ///   - rows: The height in cells, used when `columns` is `nil`.
    /// - Throws: ``DrawingError/compressionFailed(code:)``.
    public func sequence(_ raster: Raster, columns: Int? = nil, rows: Int? = nil) throws(DrawingError) -> String {
        // With only one of the two given, the terminal keeps the proportions.
        switch self {
        case .kitty:
            let size = columns.map { ",c=\($0)" } ?? rows.map { ",r=\($0)" } ?? ""
            return TerminalGraphics.kitty(try PNG.encode(raster), size: size)
        case .iTerm2:
            let size = columns.map { "width=\($0);" } ?? rows.map { "height=\($0);" } ?? ""
            return TerminalGraphics.iTerm2(try PNG.encode(raster), size: size)
        case .sixel: return Sixel.sequence(raster)
        }
    }

    /// The escape sequence that removes pictures left on the screen after its text is cleared; empty when none is
    /// needed.
    public var removal: String {
        switch self {
        case .kitty: "\u{1B}_Ga=d,q=2\u{1B}\\"
        case .iTerm2, .sixel: ""
        }
    }

    private static func kitty(_ png: [UInt8], size: String) -> String {
        let text = Array(Data(png).base64EncodedString().utf8)
        let chunkLength = 4096
        var sequence = ""
        var start = 0
        while start < text.count {
            let end = min(start + chunkLength, text.count)
            let control = start == 0 ? "f=100,a=T,q=2\(size)," : ""
            let chunk = String(decoding: text[start..<end], as: UTF8.self)
            sequence += "\u{1B}_G\(control)m=\(end < text.count ? 1 : 0);\(chunk)\u{1B}\\"
            start = end
        }
        return sequence
    }

    private static func iTerm2(_ png: [UInt8], size: String) -> String {
        let text = Data(png).base64EncodedString()
        return "\u{1B}]1337;File=inline=1;size=\(png.count);\(size)preserveAspectRatio=1:\(text)\u{7}"
    }
}
