/// How far a picture is reduced before the search. More detail finds smaller codes and takes longer.
public enum ScanQuality: Int, Hashable, Sendable, CaseIterable {
    /// A working image of about 320 pixels.
    case low
    /// A working image of about 480 pixels.
    case medium
    /// A working image of about 640 pixels.
    case high
    /// A working image of about 960 pixels. Small codes found there are read at full size.
    case best
}

/// For single pictures. Use a ``FrameScanner`` for many pictures, to reuse its memory.
extension KikCodes {
    /// Finds a readable code in a picture.
    ///
    /// - Returns: The code, or `nil`. The checks of a returned code always hold.
    public static func scan(_ image: LumaImage, quality: ScanQuality = .high) -> ScannedCode? {
        FrameScanner().scan(image, quality: quality)
    }

    /// Finds every distinct readable code in a picture, the largest first.
    public static func scanAll(_ image: LumaImage, quality: ScanQuality = .best) -> [ScannedCode] {
        FrameScanner().scanAll(image, quality: quality)
    }

    /// Finds a readable code in a luma plane that the caller owns, such as a camera frame.
    ///
    /// - Parameters:
    ///   - luma: One byte per pixel, row after row; read only during the call.
    ///   - width: The width of the frame in pixels.
    ///   - height: The height of the frame in pixels.
    ///   - rowStride: The number of bytes from one row to the next; the width when `nil`.
    ///   - quality: How much time to spend on codes that are hard to read.
    /// - Returns: The code; `nil` when there is none or the dimensions do not fit the plane.
    public static func scan(
        luma: UnsafeRawBufferPointer, width: Int, height: Int, rowStride: Int? = nil, quality: ScanQuality = .high
    ) -> ScannedCode? {
        FrameScanner().scan(luma: luma, width: width, height: height, rowStride: rowStride, quality: quality)
    }
}
