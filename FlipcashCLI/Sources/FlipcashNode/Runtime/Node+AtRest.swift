public import FlipcashCore
import Logging

extension Node {
    /// Performs an operator's command on the database of a node that does not run, holding its folder meanwhile.
    ///
    /// Nothing else of the node is started: no workers, no rates, no listeners.
    ///
    /// - Throws: `NodeError.noNode` when the folder has none, `NodeError.folderInUse` when it runs after all,
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
