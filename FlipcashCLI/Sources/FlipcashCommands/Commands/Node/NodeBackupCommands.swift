import ArgumentParser
import FlipcashCore
import FlipcashNode
import FlipcashWallet

/// `flipcash node backup FILE`
struct NodeBackupCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the node's database and its key; the node may be running.",
        discussion: """
            The key goes to FILE.key, readable by you alone. Anyone who has it can pose as your node; without it the \
            database cannot be used. Restore both with: flipcash node restore FILE
            """)

    @Argument(
        help: ArgumentHelp("The file for the database; neither it nor FILE.key may exist.", valueName: "file"),
        completion: .file())
    var file: String

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    /// The time grows with the database.
    var isWaiting: Bool { true }

    func run(in call: Invocation) async throws {
        let backup = NodeBackup(WorkingFolder.absolute(file))
        for path in [backup.database, backup.key] {
            guard try call.files.permissions(path) == nil else {
                throw CommandFailure(
                    "file_exists", .cannotCreate,
                    "\(DisplayText.sanitized(path)) already exists. Choose another name.")
            }
        }
        let folder = WorkingFolder.parent(of: backup.database)
        guard try call.files.permissions(folder) != nil else {
            throw CommandFailure(
                "no_folder", .cannotCreate,
                "There is no folder \(DisplayText.sanitized(folder)). Create it, or choose another.")
        }
        let node = try NodeOperator(data: node.data, call: call)
        if call.options.isDryRun {
            // Also fails if there is no node.
            _ = try await node.perform(AdminRequest(.key))
        } else {
            let response = try await node.perform(AdminRequest(.backup, path: backup.database))
            guard response.keyPath != nil else {
                throw CommandFailure(
                    "partial", .unexpected,
                    "\(DisplayText.sanitized(backup.database)) was written without the node's key, because the running "
                        + "node is an older build. Copy \(DisplayText.sanitized(node.folder.path))/node.key beside "
                        + "it, or restart the node and repeat the backup.")
            }
        }
        var document = OutputObject(schema: "node_backup")
        document["path"] = .string(backup.database)
        document["key_path"] = .string(backup.key)
        document["state"] = call.options.isDryRun ? .string("planned") : nil
        let verb = call.options.isDryRun ? "Would write" : "Wrote"
        call.printer.answer(document) { printer in
            printer.line("\(verb) \(backup.database)")
            printer.line("\(verb) \(backup.key), the node's key; keep it secret.")
        }
    }
}

/// `flipcash node restore FILE`
struct NodeRestoreCommand: FlipcashCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a node's database and key from a backup.",
        discussion: """
            The key is read from FILE.key. A folder that already has a node is refused. If the folder has only the key \
            or only the database of this node, the other one is restored. Payments after the backup are lost.
            """)

    @Argument(help: ArgumentHelp("The database of the backup.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup(title: "Node options")
    var node: NodeOptions

    @OptionGroup(title: "Global options")
    var global: GlobalOptions

    var dryRun: DryRunSupport { .honoured }

    /// The time grows with the database.
    var isWaiting: Bool { true }

    func run(in call: Invocation) async throws {
        let backup = NodeBackup(WorkingFolder.absolute(file))
        guard try call.files.permissions(backup.database) != nil else {
            throw CommandFailure.noFile(backup.database)
        }
        let folder = try NodeOperator(data: node.data, call: call).folder
        let isDryRun = call.options.isDryRun
        let restored = try isDryRun ? backup.check(against: folder) : backup.restore(into: folder)
        var document = OutputObject(schema: "node_restore")
        document["folder"] = .string(folder.path)
        document["key"] = .string(restored.node.base58)
        document["database_written"] = .boolean(!isDryRun && restored.includesDatabase)
        document["key_written"] = .boolean(!isDryRun && restored.includesKey)
        document["state"] = isDryRun ? .string("planned") : nil
        call.printer.answer(document) { printer in
            let parts = [
                restored.includesDatabase ? "the database" : nil, restored.includesKey ? "the key" : nil,
            ].compactMap { $0 }.joined(separator: " and ")
            printer.line(
                "\(isDryRun ? "Would restore" : "Restored") \(parts) of node \(restored.node.base58) in "
                    + folder.path)
        }
    }
}
