import CodeScanner
import CodeScannerIO
import FlipcashCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Finds codes in picture files.
enum PictureReader {
    /// A code and the file it was found in.
    struct Finding {
        let path: String
        let code: ScannedCode
    }

    /// The first circular code in the first of the files that has one.
    ///
    /// - Throws: `CommandFailure`: exit 66 for a file that cannot be read, 65 for one that is not a picture, and for
    ///   pictures without a code.
    static func first(in paths: [String]) throws -> Finding {
        for path in paths {
            if let code = codes(in: try image(path), all: false).first { return Finding(path: path, code: code) }
            try Task.checkCancellation()
        }
        throw noCode(in: paths)
    }

    /// Every circular code in every file.
    ///
    /// - Throws: as ``first(in:)``.
    static func all(in paths: [String]) throws -> [Finding] {
        let findings = try paths.flatMap { path in
            codes(in: try image(path), all: true).map { Finding(path: path, code: $0) }
        }
        guard !findings.isEmpty else { throw noCode(in: paths) }
        return findings
    }

    /// Whether a file of this name exists.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The picture in a file.
    ///
    /// - Throws: `CommandFailure`: exit 66 for a file that cannot be read, 65 for one that is not a picture.
    static func image(_ path: String) throws(CommandFailure) -> LumaImage {
        do {
            return try ImageFile.luma(path: path)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// The circular codes in a picture: the first one found, or all.
    static func codes(in image: LumaImage, all: Bool) -> [ScannedCode] {
        let several = all ? KikCodes.scanAll(image) : []
        if !several.isEmpty { return several }
        switch CodeExtractor().extract(from: image) {
        case .found(let code): return [code]
        case .notFound, .gaveUp: return []
        }
    }

    /// The texts of the QR codes in a picture: the first one found, or all.
    static func links(in image: LumaImage, all: Bool) -> [String] {
        all ? QRCodes.scanAll(image).map(\.text) : [QRCodes.scan(image)?.text].compactMap { $0 }
    }

    /// The failure for pictures without anything to collect.
    static func noCash(in paths: [String]) -> CommandFailure {
        .badInput(
            "No bill and no QR code of a cash link could be read in \(names(paths)). Take the picture closer, "
                + "sharper or with more light.", code: "no_code")
    }

    private static func noCode(in paths: [String]) -> CommandFailure {
        .badInput(
            "No circular code could be read in \(names(paths)). Take the picture closer, sharper or with more light.",
            code: "no_code")
    }

    private static func names(_ paths: [String]) -> String {
        paths.map { "'\(DisplayText.sanitized($0))'" }.joined(separator: ", ")
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
