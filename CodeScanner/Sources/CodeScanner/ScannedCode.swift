import CKikCodes

/// A point in a picture, in pixels. The centre of the first pixel is (0, 0).
public struct ImagePoint: Hashable, Sendable {
    /// The distance from the left.
    public var x: Double
    /// The distance from the top.
    public var y: Double

    /// Makes a point `x` pixels from the left and `y` from the top.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A circular code found in a picture.
public struct ScannedCode: Hashable, Sendable {
    /// The 35 bytes after correction.
    public let code: [UInt8]
    /// The decoded content of the code.
    public let content: DecodedCode
    /// The centre of the badge.
    public let centre: ImagePoint
    /// The mean diameter of the code's outer circle in pixels.
    public let diameter: Double
    /// The corners of the code's square: top left, top right, bottom right, bottom left as drawn, in any orientation in
    /// the picture.
    public let corners: [ImagePoint]
    /// Whether the marks are darker than their ground.
    public let isDarkOnLight: Bool
    /// Whether the picture shows the code's mirror image.
    public let isMirrored: Bool

    /// The 20 payload bytes.
    public var payload: [UInt8] { content.payload }

}

extension ScannedCode {
    init?(_ finding: KikFinding) {
        guard let content = DecodedCode(finding.frame) else { return nil }
        let places = withUnsafeBytes(of: finding.corners) { Array($0.bindMemory(to: Double.self)) }
        self.init(
            code: withUnsafeBytes(of: finding.code) { Array($0) },
            content: content,
            centre: ImagePoint(x: finding.centreX, y: finding.centreY),
            diameter: finding.diameter,
            corners: stride(from: 0, to: places.count, by: 2).map { ImagePoint(x: places[$0], y: places[$0 + 1]) },
            isDarkOnLight: finding.darkOnLight,
            isMirrored: finding.mirrored)
    }
}
