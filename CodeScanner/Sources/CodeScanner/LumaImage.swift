import CKikCodes

/// A picture as 8-bit brightness, row by row from the top.
public struct LumaImage: Hashable, Sendable {
    /// The number of pixels in a row, at least 1.
    public let width: Int
    /// The number of rows, at least 1.
    public let height: Int
    /// The number of bytes from one row to the next, at least ``width``; camera buffers pad their rows.
    public let rowStride: Int
    /// The rows. Only the last may lack its padding.
    public let pixels: [UInt8]

    /// Wraps a luma plane.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - rowStride: The number of bytes from one row to the next; the width when `nil`.
    ///   - pixels: One byte per pixel, row after row.
    /// - Throws: ``KikCodesError/planeMismatch(width:height:rowStride:bytes:)`` when the dimensions do not fit.
    public init(width: Int, height: Int, rowStride: Int? = nil, pixels: [UInt8]) throws(KikCodesError) {
        let stride = rowStride ?? width
        guard LumaImage.isPlane(width: width, height: height, rowStride: stride, bytes: pixels.count) else {
            throw .planeMismatch(width: width, height: height, rowStride: stride, bytes: pixels.count)
        }
        self.width = width
        self.height = height
        self.rowStride = stride
        self.pixels = pixels
    }

    /// Converts packed red, green and blue bytes.
    ///
    /// - Throws: ``KikCodesError/planeMismatch(width:height:rowStride:bytes:)`` when the dimensions do not fit.
    public init(width: Int, height: Int, rgb: [UInt8]) throws(KikCodesError) {
        let (stride, overflow) = width.multipliedReportingOverflow(by: 3)
        guard !overflow, LumaImage.isPlane(width: stride, height: height, rowStride: stride, bytes: rgb.count) else {
            throw .planeMismatch(width: width, height: height, rowStride: stride, bytes: rgb.count)
        }
        let count = width * height
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { pixels, initialized in
            // Safe: `rgb` has at least three bytes per pixel, and every pixel is set.
            kikLuma(rgb, pixels.baseAddress, count)
            initialized = count
        }
        try self.init(width: width, height: height, pixels: pixels)
    }

    /// The brightness of a colour: (77 R + 150 G + 29 B) / 256, rounded down (code specification §11).
    public static func luma(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
        // Safe: the weights add up to 256, so the quotient is at most 255.
        UInt8(truncatingIfNeeded: (77 * Int(red) + 150 * Int(green) + 29 * Int(blue)) >> 8)
    }

    /// The brightness of one pixel; `nil` outside the picture.
    public func value(x: Int, y: Int) -> UInt8? {
        (0..<width).contains(x) && (0..<height).contains(y) ? pixels[y * rowStride + x] : nil
    }

    private static func isPlane(width: Int, height: Int, rowStride: Int, bytes: Int) -> Bool {
        guard width >= 1, height >= 1, rowStride >= width else { return false }
        let (start, overflow) = rowStride.multipliedReportingOverflow(by: height - 1)
        return !overflow && bytes >= width && start <= bytes - width
    }
}
