import CodeCurves
import CodeScanner
import CodeScannerIO
import FlipcashCore
import FlipcashDrawing
import FlipcashWallet

/// Writes and reads the backup picture of an account (client specification §3.1, §3.2).
enum BackupImage {
    /// Draws the picture of an account to a new file, mode 0600, after checking that its login link can be read. An
    /// existing picture of the same account is not changed.
    ///
    /// - Throws: `CommandFailure`: exit 73 if the file holds anything else, or if the picture was not saved.
    static func write(_ words: SecretBytes, hosts: LinkHosts, to path: String, files: POSIXFileSystem) throws {
        guard try !isWritten(words, hosts: hosts, to: path, files: files) else { return }
        let path = WorkingFolder.absolute(path)
        let display = WordDisplay(words)
        let link = try hosts.loginLink(Mnemonic(words: display.words)).url
        do {
            let picture = try AccessKeyCard(words: display.words, loginLink: link).png()
            guard QRCodes.scan(try ImageFile.luma(bytes: picture, name: path))?.text == link else {
                throw DrawingError.unreadable(width: AccessKeyCard.width, height: AccessKeyCard.height)
            }
            try files.replace(path, with: picture)
        } catch {
            throw CommandFailure(
                "backup_not_saved", .cannotCreate,
                "Failed to Save: \(path) could not be written. Choose another file for --backup-image.")
        }
    }

    /// Whether the file already is a picture of the same account, readable by its owner alone.
    ///
    /// - Throws: `CommandFailure`, exit 73, if a file of this name is anything else.
    static func isWritten(
        _ words: SecretBytes, hosts: LinkHosts, to path: String, files: POSIXFileSystem
    ) throws -> Bool {
        let path = WorkingFolder.absolute(path)
        guard try files.permissions(path) != nil else { return false }
        let link = try hosts.loginLink(Mnemonic(words: WordDisplay(words).words)).url
        if let bytes = try? files.readSecret(path), let image = try? ImageFile.luma(bytes: bytes, name: path),
            QRCodes.scan(image)?.text == link
        {
            return true
        }
        throw CommandFailure("file_exists", .cannotCreate, "\(path) already exists. Choose another name.")
    }

    /// The login link in a picture.
    ///
    /// - Throws: `CommandFailure`: exit 66 for a file that cannot be read, 65 for pictures without a login link.
    static func loginLink(in path: String, hosts: LinkHosts) throws -> String {
        let image: LumaImage
        do {
            image = try ImageFile.luma(path: WorkingFolder.absolute(path))
        } catch {
            throw CommandFailure(error)
        }
        let texts = QRCodes.scanAll(image).map(\.text)
        for text in texts {
            if case .login = DeepLink(text, hosts: hosts) { return text }
        }
        throw CommandFailure.badInput(
            texts.isEmpty
                ? "No QR code could be read in '\(DisplayText.sanitized(path))'. Take the picture closer or sharper."
                : "The QR code in '\(DisplayText.sanitized(path))' is not a login link. Use the backup picture of an "
                    + "account.",
            code: "no_login_code")
    }
}
