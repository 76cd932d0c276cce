import CCodeScannerIO
public import CodeScanner

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Reads picture files: PNG, JPEG, WebP, BMP, TIFF and PNM.
///
/// The codecs are OpenCV's and are loaded when the first picture is decoded; programs that read none never load them.
/// The orientation that a camera noted is applied, transparency is blended on black.
public enum ImageFile {
    /// Files above this many bytes are refused.
    public static let largestFile = 256 << 20

    /// Reads the picture at a path.
    ///
    /// - Throws: ``ImageFileError`` saying what was wrong with the file.
    public static func luma(path: String) throws(ImageFileError) -> LumaImage {
        try luma(bytes: contents(path: path), name: path)
    }

    /// Decodes a picture that is already in memory.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: how errors call the picture.
    /// - Throws: ``ImageFileError`` saying what was wrong with it.
    public static func luma(bytes: [UInt8], name: String) throws(ImageFileError) -> LumaImage {
        guard !bytes.isEmpty else { throw .empty(path: name) }
        guard bytes.count <= largestFile else { throw .tooLarge(path: name) }
        var image = KikImage()
        let status = kikImageDecode(bytes, bytes.count, &image)
        try check(status, name: name)
        defer { kikImageFree(image.luma) }
        let pixels = Array(UnsafeBufferPointer(start: image.luma, count: image.width * image.height))
        do {
            return try LumaImage(width: image.width, height: image.height, pixels: pixels)
        } catch {
            throw .damaged(path: name)
        }
    }

    /// Encodes a picture as JPEG, for instance to see whether a code survives it.
    ///
    /// - Parameters:
    ///   - image: the picture to encode.
    ///   - quality: 0…100.
    /// - Throws: ``ImageFileError`` when the codecs are missing or the picture is too large.
    public static func jpeg(_ image: LumaImage, quality: Int) throws(ImageFileError) -> [UInt8] {
        var packed: [UInt8] = []
        packed.reserveCapacity(image.width * image.height)
        for row in 0..<image.height {
            packed += image.pixels[row * image.rowStride..<row * image.rowStride + image.width]
        }
        var file = KikImageFile()
        let bounded = CInt(min(max(quality, 0), 100))
        let status = kikImageEncodeJPEG(packed, image.width, image.height, bounded, &file)
        try check(status, name: "JPEG")
        defer { kikImageFree(file.bytes) }
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    private static func check(_ status: KikImageStatus, name: String) throws(ImageFileError) {
        switch status {
        case KikImageDecoded: return
        case KikImageCodecsMissing: throw .codecsMissing(library: String(cString: kikImageCodecsName()))
        case KikImageUnknownFormat: throw .unknownFormat(path: name)
        case KikImageTooLarge: throw .tooLarge(path: name)
        case KikImageOutOfMemory: throw .outOfMemory(path: name)
        default: throw .damaged(path: name)
        }
    }

    private static func contents(path: String) throws(ImageFileError) -> [UInt8] {
        // Non-blocking, so that opening a pipe without a writer returns and can be refused.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT || code == ENOTDIR { throw .missing(path: path) }
            throw .unreadable(path: path, reason: String(cString: strerror(code)))
        }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw .notAFile(path: path)
        }
        guard information.st_size > 0 else { throw .empty(path: path) }
        guard information.st_size <= largestFile else { throw .tooLarge(path: path) }
        return try read(descriptor, expected: Int(information.st_size), path: path)
    }

    private static func read(
        _ descriptor: CInt, expected: Int, path: String
    ) throws(ImageFileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: expected)
        var filled = 0
        while filled < expected {
            let start = filled
            let count = bytes.withUnsafeMutableBytes { buffer in
                systemRead(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[start...]))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
            if count == 0 { break }  // the file has shrunk meanwhile
            filled += count
        }
        return Array(bytes[..<filled])
    }

    private static func systemRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #else
            Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }
}
