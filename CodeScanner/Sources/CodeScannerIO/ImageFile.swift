import CCodeScannerIO
public import CodeScanner

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Reads picture files: PNG, JPEG, WebP, BMP, TIFF and PNM.
///
/// Uses OpenCV's codecs, which are loaded when the first picture is decoded. Applies the orientation stored by the
/// camera and blends transparency on black.
public enum ImageFile {
    /// The size limit of files, in bytes. Larger files are rejected.
    public static let largestFile = 256 << 20

    /// Reads the picture at a path.
    ///
    /// - Throws: ``ImageFileError`` when the file cannot be read or decoded.
    public static func luma(path: String) throws(ImageFileError) -> LumaImage {
        try luma(bytes: contents(path: path), name: path)
    }

    /// Decodes a picture in memory.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - name: The name of the picture in errors.
    /// - Throws: ``ImageFileError`` when the picture cannot be decoded.
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

    /// Encodes a picture as JPEG, for instance to test whether a code survives compression.
    ///
    /// - Parameters:
    ///   - image: The picture to encode.
    ///   - quality: The JPEG quality, 0…100.
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
        // Non-blocking: opening a pipe without a writer then returns, and the pipe can be rejected.
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
            if count == 0 { break }  // the file has become shorter
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
