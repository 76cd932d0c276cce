import CodeScanner

/// A text divided into segments, with modes chosen for the shortest encoding.
struct QRSegments: Hashable, Sendable {
    struct Segment: Hashable, Sendable {
        var mode: QRMode
        var bytes: [UInt8]
    }

    private(set) var segments: [Segment] = []
    /// Whether the text is ASCII. Other texts declare UTF-8, because scanners otherwise read bytes as Latin-1.
    let isASCII: Bool

    /// Finds the shortest encoding for symbols of a version.
    init(_ text: String, _ version: QRVersion) {
        let bytes = Array(text.utf8)
        isASCII = bytes.allSatisfy { $0 < 0x80 }
        for (byte, mode) in zip(bytes, QRSegments.modes(bytes, version)) {
            if segments.last?.mode == mode {
                segments[segments.count - 1].bytes.append(byte)
            } else {
                segments.append(Segment(mode: mode, bytes: [byte]))
            }
        }
    }

    /// The bits of all segments; `nil` when a segment is too long for its character count.
    func bits(_ version: QRVersion) -> QRBits? {
        var bits = QRBits()
        if !isASCII {
            bits.append(QRMode.characterSetIndicator, width: QRMode.indicatorBits)
            bits.append(QRMode.utf8, width: 8)
        }
        for segment in segments {
            let width = segment.mode.countBits(version)
            guard segment.bytes.count < 1 << width else { return nil }
            bits.append(segment.mode.rawValue, width: QRMode.indicatorBits)
            bits.append(segment.bytes.count, width: width)
            segment.append(to: &bits)
        }
        return bits
    }

    /// The mode of each byte in the shortest encoding, computed from the end of the text backwards.
    ///
    /// Costs are in sixths of a bit: a digit takes 20, an alphanumeric character 33, a byte 48.
    private static func modes(_ bytes: [UInt8], _ version: QRVersion) -> [QRMode] {
        let modes = QRMode.allCases
        let heads = modes.map { 6 * (QRMode.indicatorBits + $0.countBits(version)) }
        let impossible = Int.max / 4
        var costs = [Int](repeating: 0, count: modes.count)  // of the rest, when it continues in the current mode
        var successors: [[Int]] = []
        for byte in bytes.reversed() {
            // Changing the mode costs the head of a new segment.
            let next = modes.indices.map { mode in
                modes.indices.min {
                    heads[$0] * ($0 == mode ? 0 : 1) + costs[$0]
                        < heads[$1] * ($1 == mode ? 0 : 1) + costs[$1]
                } ?? mode
            }
            costs = modes.indices.map { mode in
                guard let own = modes[mode].sixths(of: byte) else { return impossible }
                return min(own + (next[mode] == mode ? 0 : heads[next[mode]]) + costs[next[mode]], impossible)
            }
            successors.append(next)
        }
        var mode = modes.indices.min { heads[$0] + costs[$0] < heads[$1] + costs[$1] } ?? 0
        return successors.reversed().map { next in
            defer { mode = next[mode] }
            return modes[mode]
        }
    }
}

extension QRMode {
    /// The cost of a byte in this mode, in sixths of a bit; `nil` when the mode cannot encode it.
    fileprivate func sixths(of byte: UInt8) -> Int? {
        switch self {
        case .numeric: (0x30...0x39).contains(byte) ? 20 : nil
        case .alphanumeric: QRMode.alphabet.contains(byte) ? 33 : nil
        case .bytes: 48
        }
    }
}

extension QRSegments.Segment {
    fileprivate func append(to bits: inout QRBits) {
        switch mode {
        case .numeric:
            append(group: 3, base: 10, widths: [4, 7, 10], to: &bits) { Int($0) - 0x30 }
        case .alphanumeric:
            append(group: 2, base: 45, widths: [6, 11], to: &bits) { QRMode.alphabet.firstIndex(of: $0) ?? 0 }
        case .bytes:
            for byte in bytes { bits.append(Int(byte), width: 8) }
        }
    }

    /// Packs each group of characters into one number. A short last group has fewer bits.
    private func append(group: Int, base: Int, widths: [Int], to bits: inout QRBits, value: (UInt8) -> Int) {
        for start in stride(from: 0, to: bytes.count, by: group) {
            let part = bytes[start..<min(start + group, bytes.count)]
            bits.append(part.reduce(0) { $0 * base + value($1) }, width: widths[part.count - 1])
        }
    }
}
