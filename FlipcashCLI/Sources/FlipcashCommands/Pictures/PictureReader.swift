import CodeScanner
import CodeScannerIO
import FlipcashCore

/// Finds codes in picture files.
enum PictureReader {
    /// A code and the file it was found in.
    struct Finding {
        let path: String
        let code: ScannedCode
    }

    /// The first code in the first of the files that has one.
    ///
    /// - Throws: `CommandFailure`: exit 66 for a file that cannot be read, 65 for one that is no picture, and for
    ///   pictures without a code.
    static func first(in paths: [String]) throws -> Finding {
        for path in paths {
            if let finding = try codes(in: path, all: false).first { return finding }
            try Task.checkCancellation()
        }
        throw noCode(in: paths)
    }

    /// Every code in every file.
    static func all(in paths: [String]) throws -> [Finding] {
        let findings = try paths.flatMap { try codes(in: $0, all: true) }
        guard !findings.isEmpty else { throw noCode(in: paths) }
        return findings
    }

    private static func codes(in path: String, all: Bool) throws -> [Finding] {
        let image: LumaImage
        do {
            image = try ImageFile.luma(path: path)
        } catch {
            throw CommandFailure(error)
        }
        let several = all ? KikCodes.scanAll(image) : []
        if !several.isEmpty { return several.map { Finding(path: path, code: $0) } }
        switch CodeExtractor().extract(from: image) {
        case .found(let code): return [Finding(path: path, code: code)]
        case .notFound, .gaveUp: return []
        }
    }

    private static func noCode(in paths: [String]) -> CommandFailure {
        let names = paths.map { "'\(DisplayText.sanitized($0))'" }.joined(separator: ", ")
        return .badInput(
            "No circular code could be read in \(names). Take the picture closer, sharper or with more light.",
            code: "no_code")
    }
}

extension CommandFailure {
    init(_ error: ImageFileError) {
        let text = Self.sentence(error.description)
        switch error {
        case .missing, .notAFile, .unreadable: self.init("no_file", .cannotRead, text)
        case .empty, .tooLarge, .unknownFormat, .damaged: self.init("bad_picture", .badInput, text)
        case .codecsMissing, .outOfMemory: self.init("cannot_read_pictures", .cannotRead, text)
        }
    }
}
