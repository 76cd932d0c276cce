import CodeScanner
import CodeScannerIO
import FlipcashCore

/// The cash to collect: each bill and link once, in the order in which they were found.
struct ScannedCash: Sendable {
    let first: CashSource.Finding
    private let others: [CashSource.Finding]

    var all: [CashSource.Finding] { [first] + others }

    /// - Parameter payload: the payload of a bill's code.
    /// - Throws: `CommandFailure` if it is not the payload of a bill.
    init(payload: HexArgument) throws(CommandFailure) {
        first = CashSource.Finding(source: .bill(try CashSource.payload(ofBill: payload.bytes)), path: nil)
        others = []
    }

    /// Reads texts and pictures: the first one with cash, or all of them with `all`.
    ///
    /// - Parameters:
    ///   - texts: links, payloads and names of pictures, as they were typed.
    ///   - readings: in how many pictures the same code must be read before it counts (client specification §12.9).
    /// - Throws: `CommandFailure` if there is no cash in any of them.
    init(texts: [String], all: Bool, readings: Int, hosts: LinkHosts) throws {
        var search = CashSearch(readings: readings, hosts: hosts)
        for text in texts {
            let isFile = PictureReader.exists(text)
            if !isFile, let source = try CashSource(text: text, hosts: hosts) {
                search.take(source)
            } else {
                try search.read(text, all: all)
            }
            if !all, !search.findings.isEmpty { break }
            try Task.checkCancellation()
        }
        guard let first = search.findings.first else { throw search.failure(texts) }
        self.first = first
        others = Array(search.findings.dropFirst())
    }
}

/// Finds the codes that were read in enough pictures.
private struct CashSearch {
    let readings: Int
    let hosts: LinkHosts
    var findings: [CashSource.Finding] = []
    private var counts: [Hash: Int] = [:]
    /// Why the first code that was read cannot be collected.
    private var unusable: CommandFailure?

    init(readings: Int, hosts: LinkHosts) {
        self.readings = readings
        self.hosts = hosts
    }

    /// Takes a typed source. It counts at once, without being read in several pictures.
    mutating func take(_ source: CashSource) {
        let count = counts[source.identity, default: 0]
        counts[source.identity] = max(count, readings)
        // Pictures may have found it already, but not often enough.
        guard count < readings else { return }
        findings.append(CashSource.Finding(source: source, path: nil))
    }

    /// Reads a picture: the first code in it, or all codes with `all`.
    mutating func read(_ path: String, all: Bool) throws {
        let image = try PictureReader.image(path)
        var seen = Set<[UInt8]>()
        for code in PictureReader.codes(in: image, all: all) where seen.insert(code.payload).inserted {
            do {
                note(.bill(try CashSource.payload(ofBill: code.payload)), path)
            } catch {
                // Other codes may lie beside the bills. They are reported only when there is no cash at all.
                unusable = unusable ?? error
                if !all { throw error }
            }
        }
        guard all || seen.isEmpty else { return }
        for text in PictureReader.links(in: image, all: all) where seen.insert(Array(text.utf8)).inserted {
            // Only cash links count: a code on a wall must not log in or verify anything.
            guard case .cashLink(let secret?) = DeepLink(text, hosts: hosts) else { continue }
            note(.link(secret), path)
        }
    }

    private mutating func note(_ source: CashSource, _ path: String) {
        counts[source.identity, default: 0] += 1
        if counts[source.identity] == readings { findings.append(CashSource.Finding(source: source, path: path)) }
    }

    func failure(_ paths: [String]) -> CommandFailure {
        if let unusable { return unusable }
        guard let count = counts.values.max() else { return PictureReader.noCash(in: paths) }
        return .badInput(
            "No code was read often enough. Name more pictures, or lower --confirm: it asks for \(readings) pictures "
                + "of one code, and there " + (count == 1 ? "is 1." : "are \(count)."), code: "no_code")
    }
}
