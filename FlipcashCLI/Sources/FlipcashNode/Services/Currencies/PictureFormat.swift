/// The formats of pictures that currencies may have.
enum PictureFormat: Hashable, Sendable {
    case png
    case jpeg

    private static let pngStart: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The format that the first bytes name; nil for any other.
    init?(startOf bytes: [UInt8]) {
        if bytes.starts(with: Self.pngStart) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else {
            return nil
        }
    }

    /// The format of a whole picture; nil when its structure is broken or it has no size.
    init?(of bytes: [UInt8]) {
        guard let format = PictureFormat(startOf: bytes) else { return nil }
        let isWhole =
            switch format {
            case .png: Self.isPNG(bytes)
            case .jpeg: Self.isJPEG(bytes)
            }
        guard isWhole else { return nil }
        self = format
    }

    /// The type in data URLs.
    var mediaType: String {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        }
    }

    /// Follows the chunks from the header with its size to the end, and checks each one's sum.
    private static func isPNG(_ bytes: [UInt8]) -> Bool {
        var place = pngStart.count
        var hasData = false
        while bytes.count - place >= 12 {
            let length = Int(integer(bytes, place))
            guard length <= bytes.count - place - 12 else { return false }
            let type = Array(bytes[place + 4..<place + 8])
            let body = place + 8..<place + 8 + length
            guard CRC32.sum(of: bytes[place + 4..<body.upperBound]) == integer(bytes, body.upperBound) else {
                return false
            }
            if place == pngStart.count {
                guard type == Array("IHDR".utf8), length == 13, integer(bytes, body.lowerBound) > 0,
                    integer(bytes, body.lowerBound + 4) > 0
                else { return false }
            }
            if type == Array("IDAT".utf8) { hasData = true }
            place = body.upperBound + 4
            if type == Array("IEND".utf8) { return hasData && place == bytes.count }
        }
        return false
    }

    /// Follows the segments to the scan, past a frame with a size, and looks for the end.
    private static func isJPEG(_ bytes: [UInt8]) -> Bool {
        var place = 2
        var hasFrame = false
        while bytes.count - place >= 4 {
            guard bytes[place] == 0xFF else { return false }
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, length <= bytes.count - place - 2 else { return false }
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard length >= 8 else { return false }
                let height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                let width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
                guard height > 0, width > 0 else { return false }
                hasFrame = true
            case 0xDA:
                return hasFrame && bytes.suffix(2) == [0xFF, 0xD9]
            default:
                break
            }
            place += 2 + length
        }
        return false
    }

    private static func integer(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// The check sum of PNG's chunks (ISO 3309).
private enum CRC32 {
    static func sum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
}
