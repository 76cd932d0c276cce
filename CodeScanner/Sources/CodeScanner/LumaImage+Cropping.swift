import CKikCodes

extension LumaImage {
    /// The part of the picture within `region`, clipped to the picture; `nil` when nothing is left.
    func cropped(_ region: PixelRegion) -> LumaImage? {
        let left = max(region.x, 0)
        let top = max(region.y, 0)
        let right = min(region.x + region.width, width)
        let bottom = min(region.y + region.height, height)
        guard left < right, top < bottom else { return nil }
        if left == 0, top == 0, right == width, bottom == height { return self }
        var part: [UInt8] = []
        part.reserveCapacity((right - left) * (bottom - top))
        for row in top..<bottom {
            part.append(contentsOf: pixels[row * rowStride + left..<row * rowStride + right])
        }
        return try? LumaImage(width: right - left, height: bottom - top, pixels: part)
    }

    /// The picture scaled to another size; `nil` for invalid sizes.
    func resized(width newWidth: Int, height newHeight: Int) -> LumaImage? {
        if newWidth == width, newHeight == height { return self }
        guard (1...LumaImage.longestEdge).contains(newWidth), (1...LumaImage.longestEdge).contains(newHeight) else {
            return nil
        }
        var target = [UInt8](repeating: 0, count: newWidth * newHeight)
        guard kikResize(pixels, pixels.count, width, height, rowStride, &target, newWidth, newHeight) else {
            return nil
        }
        return try? LumaImage(width: newWidth, height: newHeight, pixels: target)
    }

    /// The longest edge that the scanner accepts.
    static let longestEdge = 1 << 16
}

/// A rectangle of whole pixels.
struct PixelRegion: Hashable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
}
