import FlipcashCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A backup's file, whose name appears only when the file is complete.
struct BackupFile {
    let path: String
    /// The path of the incomplete file, in the same folder.
    let draft: String

    /// Creates the draft, empty and with mode 0600.
    ///
    /// - Throws: `StoreError.unavailable` when `path` exists already or the draft cannot be created.
    init(creatingAt path: String) throws(StoreError) {
        self.path = path
        draft = PrivateFile.draft(of: path)
        do throws(SystemFailure) {
            guard !SystemFiles.exists(path) else { throw SystemFailure(path: path, code: EEXIST) }
            try PrivateFile.createDraft(draft) { _ in }
        } catch {
            throw .unavailable(path: path, reason: error.reason)
        }
    }

    /// Renames the draft without replacing another file; returns when content and name are on the disk.
    func complete() throws(StoreError) {
        do throws(SystemFailure) {
            try OpenFile.with(draft, .read) { file throws(SystemFailure) in try file.sync() }
            guard try PrivateFile.publish(draft, as: path) else { throw SystemFailure(path: path, code: EEXIST) }
        } catch {
            throw .unavailable(path: path, reason: error.reason)
        }
    }

    /// Removes an incomplete draft.
    func remove() { PrivateFile.remove(draft) }
}
