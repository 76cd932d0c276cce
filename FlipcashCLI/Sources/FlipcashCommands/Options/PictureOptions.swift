import ArgumentParser
import FlipcashDrawing

/// Where pictures go and how large they are.
struct PictureOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("Write a PNG picture.", valueName: "file"), completion: .file(extensions: ["png"]))
    var png: String?

    @Option(help: ArgumentHelp("Write an SVG picture.", valueName: "file"), completion: .file(extensions: ["svg"]))
    var svg: String?

    @Option(help: ArgumentHelp("Diameter of the code in the picture.", valueName: "pixels"))
    var size: Int = BillLayout.standardCodeDiameter

    mutating func validate() throws {
        guard BillLayout.codeDiameters.contains(size) else {
            let range = BillLayout.codeDiameters
            throw ValidationError("--size must be between \(range.lowerBound) and \(range.upperBound).")
        }
        if let png { try Self.requireName(png, option: "--png", ending: "png") }
        if let svg { try Self.requireName(svg, option: "--svg", ending: "svg") }
    }

    /// File name endings of known formats.
    private static let endings: Set = [
        "png", "svg", "jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff", "heic", "avif", "pdf", "eps", "ico", "html",
        "txt", "json",
    ]

    /// Refuses a name that ends like another format.
    private static func requireName(_ path: String, option: String, ending: String) throws {
        let name = path.split(separator: "/").last ?? ""
        guard name.contains("."), let found = name.split(separator: ".").last?.lowercased(), found != ending,
            endings.contains(found)
        else { return }
        throw ValidationError(
            "\(option) writes \(ending.uppercased()), but \"\(DisplayText.sanitized(path))\" ends in .\(found). "
                + "Use a name that ends in .\(ending).")
    }

    /// Writes the bare code to the requested files.
    ///
    /// - Parameter isDryRun: draws the pictures and writes none.
    /// - Returns: the files written, or those that would be.
    func write(code: [UInt8], isDryRun: Bool) throws -> [String] {
        let picture = CodePicture(code: code)
        return try write(
            svg: { try picture.svg(side: size) }, png: { try picture.png(side: size) }, readers: .usual,
            isDryRun: isDryRun)
    }

    /// Writes a bill to the requested files.
    ///
    /// - Parameters:
    ///   - readers: who may read them. Anyone who sees a live bill can collect its cash.
    ///   - isDryRun: draws the pictures and writes none.
    /// - Returns: the files written, or those that would be.
    func write(bill: Bill, readers: OutputFile.Readers = .usual, isDryRun: Bool = false) throws -> [String] {
        try write(
            svg: { try bill.svg(codeDiameter: size) }, png: { try bill.png(codeDiameter: size) }, readers: readers,
            isDryRun: isDryRun)
    }

    private func write(
        svg makeSVG: () throws -> String, png makePNG: () throws -> [UInt8], readers: OutputFile.Readers,
        isDryRun: Bool
    ) throws -> [String] {
        var files: [String] = []
        if let png {
            let picture = try makePNG()
            if !isDryRun { try OutputFile.write(picture, to: png, readers: readers) }
            files.append(png)
        }
        if let svg {
            let picture = Array(try makeSVG().utf8)
            if !isDryRun { try OutputFile.write(picture, to: svg, readers: readers) }
            files.append(svg)
        }
        return files
    }
}

/// How a bill looks.
struct BillOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Paper such as mint or ff8800: flipcash help colors.", valueName: "colours"),
        completion: .list(BillColors.presets.map(\.name)), transform: ColorsArgument.init(parsing:))
    var colors: ColorsArgument?
}

/// Bill colours on the command line.
struct ColorsArgument: Sendable {
    let colors: BillColors

    /// - Throws: `ValidationError` that names the invalid part and lists the presets.
    init(parsing text: String) throws {
        do throws(BillColorsError) {
            colors = try BillColors(parsing: text)
        } catch {
            throw ValidationError(CommandFailure.sentence(error.description))
        }
    }
}
