/// An error from reading a picture file. The description says what to do about it.
public enum ImageFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no file at the path.
    case missing(path: String)
    /// The path names a folder or a device.
    case notAFile(path: String)
    /// The system refuses to read the file.
    case unreadable(path: String, reason: String)
    /// The file has no bytes.
    case empty(path: String)
    /// The file, or the picture size stated in its header, is over the limit.
    case tooLarge(path: String)
    /// The file has none of the accepted formats.
    case unknownFormat(path: String)
    /// The file has an accepted format but cannot be decoded.
    case damaged(path: String)
    /// OpenCV's codecs are not installed.
    case codecsMissing(library: String)
    /// There is not enough memory for the decoded picture.
    case outOfMemory(path: String)

    /// What is wrong, and what helps.
    public var description: String {
        switch self {
        case .missing(let path):
            "there is no file '\(path)'; check the path"
        case .notAFile(let path):
            "'\(path)' is not a file; name a picture file"
        case .unreadable(let path, let reason):
            "'\(path)' cannot be read (\(reason)); check its permissions"
        case .empty(let path):
            "'\(path)' is empty; save or download the picture again"
        case .tooLarge(let path):
            "'\(path)' is too large to decode; scale the picture down, or crop it to the code"
        case .unknownFormat(let path):
            "'\(path)' is not a picture in a known format; convert it to PNG, JPEG, WebP, BMP, TIFF or PNM"
        case .damaged(let path):
            "'\(path)' is damaged and cannot be decoded; save or download the picture again"
        case .codecsMissing(let library):
            "pictures cannot be read because \(library) is missing; install OpenCV"
                + " (Debian, Ubuntu: libopencv-dev; macOS: brew install opencv)"
        case .outOfMemory(let path):
            "there is not enough memory to decode '\(path)'; scale the picture down"
        }
    }
}
