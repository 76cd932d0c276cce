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
    ///
    /// - Parameter readings: in how many pictures the same code must be read before it counts (client specification
    ///   §12.9).
    static func first(in paths: [String], readings: Int = 1) throws -> Finding {
        var counts: [[UInt8]: Int] = [:]
        for path in paths {
            if let finding = try codes(in: path, all: false).first {
                counts[finding.code.payload, default: 0] += 1
                if counts[finding.code.payload] == readings { return finding }
            }
            try Task.checkCancellation()
        }
        throw counts.isEmpty ? noCode(in: paths) : tooFew(counts.values.max() ?? 0, readings)
    }

    /// Every code that was read in enough of the pictures, once, in the order in which they were found.
    static func confirmed(in paths: [String], readings: Int) throws -> [Finding] {
        var counts: [[UInt8]: Int] = [:]
        var findings: [Finding] = []
        for path in paths {
            var seen = Set<[UInt8]>()
            for finding in try codes(in: path, all: true) where seen.insert(finding.code.payload).inserted {
                counts[finding.code.payload, default: 0] += 1
                if counts[finding.code.payload] == readings { findings.append(finding) }
            }
            try Task.checkCancellation()
        }
        guard !counts.isEmpty else { throw noCode(in: paths) }
        guard !findings.isEmpty else { throw tooFew(counts.values.max() ?? 0, readings) }
        return findings
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

    private static func tooFew(_ count: Int, _ readings: Int) -> CommandFailure {
        .badInput(
            "No code was read often enough: --confirm asks for \(readings) pictures of one code, and there "
                + (count == 1 ? "is 1." : "are \(count)."), code: "no_code")
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
