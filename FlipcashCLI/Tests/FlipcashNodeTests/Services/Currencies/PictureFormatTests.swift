import Testing

@testable import FlipcashNode

/// Which pictures a currency may have.
@Suite("Formats of pictures") struct PictureFormatTests {
    /// The parts of pictures, as hexadecimal digits.
    private enum Part {
        static let pngStart = "89504e470d0a1a0a"
        static let header = "0000000d49484452000000010000000108000000003a7e9b55"
        static let data = "0000000a49444154789c636000000002000148afa471"
        static let end = "0000000049454e44ae426082"
        static let jpegStart = "ffd8ffe000040000"
        static let frame = "ffc0000b080001000101011100"
        static let scan = "ffda0008010100003f0000"
        static let jpegEnd = "ffd9"
    }

    private func format(_ parts: String...) -> PictureFormat? { PictureFormat(of: Self.bytes(parts.joined())) }

    private static func bytes(_ digits: String) -> [UInt8] {
        let values = digits.compactMap(\.hexDigitValue)
        return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }

    @Test("a whole PNG or JPEG picture is recognised, and has its media type")
    func init_wholePicture_isRecognised() {
        #expect(format(Part.pngStart, Part.header, Part.data, Part.end) == .png)
        #expect(format(Part.jpegStart, Part.frame, Part.scan, Part.jpegEnd) == .jpeg)
        // Bytes of 0xFF may stand before a marker.
        #expect(format(Part.jpegStart, "ff", Part.frame, Part.scan, Part.jpegEnd) == .jpeg)
        #expect(PictureFormat.png.mediaType == "image/png")
        #expect(PictureFormat.jpeg.mediaType == "image/jpeg")
        #expect(format("474946383961") == nil)
        #expect(PictureFormat(startOf: Self.bytes(Part.pngStart)) == .png)
        #expect(PictureFormat(startOf: Self.bytes("ffd8ff")) == .jpeg)
        #expect(PictureFormat(startOf: Self.bytes("ffd8")) == nil)
    }

    @Test(
        "a broken PNG picture is refused",
        arguments: [
            // It ends early, or something follows its end.
            Part.header + Part.data, Part.header, "", Part.header + Part.data + Part.end + "00",
            // It has no picture data, or no header at its beginning.
            Part.header + Part.end, Part.data + Part.header + Part.end, Part.data + Part.end,
            // Its width or height is 0, or its header too short.
            "0000000d4948445200000000000000010800000000d5bcf06b" + Part.data + Part.end,
            "0000000d4948445200000001000000000800000000f12248f0" + Part.data + Part.end,
            "000000094948445200000001000000010804ef4a01" + Part.data + Part.end,
            // It begins with another chunk of a header's length.
            "0000000d49444154000000010000000108000000005619bda0" + Part.data + Part.end,
            // A chunk's sum is wrong, or its length leads beyond the end.
            "0000000d49484452000000010000000108000000003a7e9b56" + Part.data + Part.end,
            Part.header + "00ffffff49444154789c636000000002000148afa471" + Part.end,
        ])
    func init_brokenPNG_isNil(rest: String) {
        #expect(format(Part.pngStart, rest) == nil)
    }

    @Test(
        "a broken JPEG picture is refused",
        arguments: [
            // It has no frame, no scan, or no end.
            Part.scan + Part.jpegEnd, Part.frame + Part.jpegEnd, Part.frame + Part.scan, "",
            // Its height or width is 0, or its frame too short.
            "ffc0000b080000000101011100" + Part.scan + Part.jpegEnd,
            "ffc0000b080001000001011100" + Part.scan + Part.jpegEnd,
            "ffc000070800010001" + Part.scan + Part.jpegEnd, "ffc0000b08",
            // Something else than a marker stands where one must be.
            "00" + Part.frame + Part.scan + Part.jpegEnd,
            // A segment's length is too small, or leads beyond the end.
            "ffe00001" + Part.frame + Part.scan + Part.jpegEnd, "ffe0ffff" + Part.frame + Part.scan + Part.jpegEnd,
        ])
    func init_brokenJPEG_isNil(rest: String) {
        #expect(format(Part.jpegStart, rest) == nil)
    }

    /// The whole PNG picture of one pixel.
    static let pixel = bytes(Part.pngStart + Part.header + Part.data + Part.end)
}
