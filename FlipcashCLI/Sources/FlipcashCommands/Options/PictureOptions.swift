import ArgumentParser
import FlipcashDrawing

/// Where pictures go and how large they are.
struct PictureOptions: ParsableArguments, Sendable {
    @Option(help: ArgumentHelp("Write a PNG picture.", valueName: "file"), completion: .file(extensions: ["png"]))
    var png: String?

    @Option(help: ArgumentHelp("Write an SVG picture.", valueName: "file"), completion: .file(extensions: ["svg"]))
    var svg: String?

    @Option(help: ArgumentHelp("Diameter of the code in the picture, in pixels.", valueName: "pixels"))
    var size: Int = BillLayout.standardCodeDiameter

    mutating func validate() throws {
        guard BillLayout.codeDiameters.contains(size) else {
            let range = BillLayout.codeDiameters
            throw ValidationError("--size must be between \(range.lowerBound) and \(range.upperBound).")
        }
    }

    /// Writes the bare code to the files that were asked for.
    ///
    /// - Returns: the files written.
    func write(code: [UInt8]) throws -> [String] {
        let picture = CodePicture(code: code)
        return try write(svg: { try picture.svg(side: size) }, png: { try picture.png(side: size) }, readers: .usual)
    }

    /// Writes a bill to the files that were asked for.
    ///
    /// - Parameter readers: who may read them; whoever sees a live bill can collect its cash.
    /// - Returns: the files written.
    func write(bill: Bill, readers: OutputFile.Readers = .usual) throws -> [String] {
        try write(
            svg: { try bill.svg(codeDiameter: size) }, png: { try bill.png(codeDiameter: size) }, readers: readers)
    }

    private func write(
        svg makeSVG: () throws -> String, png makePNG: () throws -> [UInt8], readers: OutputFile.Readers
    ) throws -> [String] {
        var files: [String] = []
        if let png {
            try OutputFile.write(makePNG(), to: png, readers: readers)
            files.append(png)
        }
        if let svg {
            try OutputFile.write(Array(makeSVG().utf8), to: svg, readers: readers)
            files.append(svg)
        }
        return files
    }
}

/// How a bill looks.
struct BillOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Paper: a preset such as mint, one to three colours #RRGGBB, or hue:0.6.", valueName: "colours"))
    var colors: ColorsArgument?
}

/// Bill colours on the command line.
struct ColorsArgument: ExpressibleByArgument, Sendable {
    let colors: BillColors

    init?(argument: String) {
        guard let colors = try? BillColors(parsing: argument) else { return nil }
        self.colors = colors
    }
}
