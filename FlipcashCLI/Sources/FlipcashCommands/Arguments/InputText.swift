import FlipcashCore

/// Reads a text file that an argument names.
enum InputText {
    /// The largest file that is read.
    private static let byteCountMax = 64 << 20

    /// - Throws: `CommandFailure`: exit 66 when it cannot be read, 65 when it is not UTF-8.
    static func read(_ path: String) throws(CommandFailure) -> String {
        guard SystemFiles.exists(path) else { throw .noFile(path) }
        let bytes: [UInt8]
        do throws(SystemFailure) {
            bytes = try OpenFile.with(path, .read) { file throws(SystemFailure) in
                try file.contents(upTo: byteCountMax)
            }
        } catch {
            throw CommandFailure(
                "no_file", .cannotRead,
                "Cannot read \(DisplayText.sanitized(path)): \(error.reason). Correct that and try again.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .badInput("The file \(DisplayText.sanitized(path)) is not UTF-8 text. Save it as UTF-8.")
        }
        return text
    }
}
