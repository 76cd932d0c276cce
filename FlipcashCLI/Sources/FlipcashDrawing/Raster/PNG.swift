import CDrawing
import CZlib

/// Writes PNG files with eight bits per channel: red, green, blue.
public enum PNG {
    /// Encodes a picture as PNG.
    ///
    /// - Throws: ``DrawingError/compressionFailed(code:)``.
    public static func encode(_ raster: Raster) throws(DrawingError) -> [UInt8] {
        let bitDepth: UInt8 = 8
        let trueColour: UInt8 = 2
        let header = bigEndian(raster.width) + bigEndian(raster.height) + [bitDepth, trueColour, 0, 0, 0]
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", header)
        // Flat areas compress better unfiltered, gradients as differences. Tries both and keeps the smaller.
        let whole = try compressed(plain(raster))
        let differences = try compressed(filtered(raster))
        file += chunk("IDAT", whole.count < differences.count ? whole : differences)
        file += chunk("IEND", [])
        return file
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + body
        let check = crc32(0, content, uInt(content.count))
        return bigEndian(body.count) + content + bigEndian(Int(check))
    }

    /// The rows without a filter.
    private static func plain(_ raster: Raster) -> [UInt8] {
        let length = 3 * raster.width
        var result: [UInt8] = []
        result.reserveCapacity((length + 1) * raster.height)
        for row in 0..<raster.height {
            result.append(Filter.none.rawValue)
            result += raster.pixels[row * length..<(row + 1) * length]
        }
        return result
    }

    /// The rows as differences from a prediction, each with the filter that leaves the smallest numbers.
    private static func filtered(_ raster: Raster) -> [UInt8] {
        let length = 3 * raster.width
        var result: [UInt8] = []
        result.reserveCapacity((length + 1) * raster.height)
        var (sub, up) = ([UInt8](repeating: 0, count: length), [UInt8](repeating: 0, count: length))
        raster.pixels.withUnsafeBufferPointer { pixels in
            guard let start = pixels.baseAddress else { return }
            for row in 0..<raster.height {
                // Safe: every row of the picture has `length` bytes. The first row has none above it and is never
                // predicted from above.
                let current = start + row * length
                let subCost = drawingSub(current, length, 3, &sub)
                let upCost = drawingUp(current, row > 0 ? current - length : current, length, &up)
                let isUp = row > 0 && upCost < subCost
                result.append(isUp ? Filter.up.rawValue : Filter.sub.rawValue)
                result += isUp ? up : sub
            }
        }
        return result
    }

    /// The PNG filter types in use.
    private enum Filter: UInt8 {
        case none = 0
        case sub = 1
        case up = 2
    }

    private static func compressed(_ bytes: [UInt8]) throws(DrawingError) -> [UInt8] {
        var count = compressBound(uLong(bytes.count))
        var target = [UInt8](repeating: 0, count: Int(count))
        let status = compress2(&target, &count, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION)
        guard status == Z_OK else { throw .compressionFailed(code: Int(status)) }
        return Array(target[..<Int(count)])
    }
}
