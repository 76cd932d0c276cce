public import FlipcashCore
import Logging

extension Node {
    /// Performs an operator's command on the database of a node that is not running. Locks its folder meanwhile.
    ///
    /// Starts no workers, rates or listeners.
    ///
    /// - Throws: `NodeError.noNode` when the folder has no node, `NodeError.folderInUse` when its node is running,
    ///   `NodeError` or `StoreError` when key, settings or database cannot be used.
    public static func perform(
        _ request: AdminRequest, atRest folder: NodeFolder, environment: RuntimeEnvironment = .system
    ) async throws -> AdminResponse {
        guard SystemFiles.exists(folder.database) || SystemFiles.exists(folder.key) else {
            throw NodeError.noNode(path: folder.path)
        }
        let parts = try await NodeParts.open(.embedded(folder), environment: environment)
        let isFaucetOpen = parts.context.settings.faucet ?? true
        let response = await NodeAdministration(context: parts.context, isFaucetOpen: isFaucetOpen).perform(request)
        try parts.context.store.close()
        parts.lock?.release()
        return response
    }
}
