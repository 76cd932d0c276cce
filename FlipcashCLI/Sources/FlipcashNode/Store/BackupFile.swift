import FlipcashCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The file that a backup is written to. Its name appears only when it is complete.
struct BackupFile {
    let path: String
    /// Where it is written until then, beside its final place.
    let draft: String

    /// Creates the draft, empty and readable by its owner alone.
    ///
    /// - Throws: `StoreError.unavailable` when `path` exists already or the draft cannot be created.
    init(creatingAt path: String) throws(StoreError) {
        self.path = path
        draft = "\(path).\(getpid()).new"
        do throws(SystemFailure) {
            guard !SystemFiles.exists(path) else { throw SystemFailure(path: path, code: EEXIST) }
            try SystemFiles.remove(draft)
            try OpenFile.with(draft, .write, .createNew) { _ in }
        } catch {
            throw .unavailable(path: path, reason: error.reason)
        }
    }

    /// Gives the draft its name, without taking the place of another file; returns when content and name are on the
    /// disk.
    func complete() throws(StoreError) {
        do throws(SystemFailure) {
            try OpenFile.with(draft, .read) { file throws(SystemFailure) in try file.sync() }
            guard try SystemFiles.addName(path, toFile: draft) else { throw SystemFailure(path: path, code: EEXIST) }
            remove()
            try SystemFiles.syncFolder(of: path)
        } catch {
            throw .unavailable(path: path, reason: error.reason)
        }
    }

    /// Removes a draft that was not completed.
    func remove() { try? SystemFiles.remove(draft) }
}
