public import FlipcashCore
import Logging

extension Node {
    /// Performs an operator's command on the database of a node that is not running, and locks its folder while it works.
    ///
    /// Starts no workers, rates or listeners. Commands that change nothing open the database for reading only,
    /// and do not upgrade it.
    ///
    /// - Throws: `NodeError.noNode` when the folder has no node, `NodeError.folderInUse` when its node is running,
    ///   `NodeError` or `StoreError` when key, settings or database cannot be used.
    public static func perform(
        _ request: AdminRequest, atRest folder: NodeFolder, environment: RuntimeEnvironment = .system
    ) async throws -> AdminResponse {
        try await environment.tasks.performBlocking { try await answer(request, in: folder, environment) }
    }

    private static func answer(
        _ request: AdminRequest, in folder: NodeFolder, _ environment: RuntimeEnvironment
    ) async throws -> AdminResponse {
        let folder = try NodeSettings.load(folder).folder(folder)
        guard SystemFiles.exists(folder.database) || SystemFiles.exists(folder.key) else {
            throw NodeError.noNode(path: folder.path)
        }
        switch request.command {
        case .key, .check, .settings:
            return try RestingNode.perform(request, folder, clock: environment.clock)
        // Without consent, these two only report.
        case .clock where request.accept != true, .splitDelete where request.accept != true:
            return try RestingNode.perform(request, folder, clock: environment.clock)
        case .status, .stop, .deposit, .faucet, .backup, .clock, .splitDelete:
            return try await change(request, folder, environment)
        }
    }

    private static func change(
        _ request: AdminRequest, _ folder: NodeFolder, _ environment: RuntimeEnvironment
    ) async throws -> AdminResponse {
        let parts = try await NodeParts.open(.embedded(folder), environment: environment)
        defer { parts.lock?.release() }
        let response: AdminResponse
        if request.command == .clock {
            response = try acceptClock(parts)
        } else {
            let settings = parts.context.settings
            let administration = NodeAdministration(
                context: parts.context, isFaucetOpen: settings.faucet ?? parts.isPrivate,
                settings: settings.entries(isPrivate: parts.isPrivate))
            response = await administration.perform(request)
        }
        // The command is committed, so an error from closing the file does not matter.
        try? parts.context.store.close()
        if !response.ok, request.command.growsWithDatabase { try Task.checkCancellation() }
        return response
    }

    /// Sets ledger time back to the machine's clock.
    private static func acceptClock(_ parts: NodeParts) throws -> AdminResponse {
        let time = try parts.context.store.write { writer in
            let time = try parts.context.ledger.time(writer)
            try writer.acceptTime(time.now)
            return time
        }
        var response = AdminResponse()
        response.clock = ClockReport(time, accepted: true)
        return response
    }
}
