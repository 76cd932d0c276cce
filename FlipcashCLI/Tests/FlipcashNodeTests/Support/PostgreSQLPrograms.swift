import Foundation

/// The programs of an installed PostgreSQL server, and the user who runs them.
struct PostgreSQLPrograms: Sendable {
    /// A program with its arguments.
    struct Command: Sendable {
        let path: String
        let arguments: [String]
        let folder: String
    }

    let folder: String
    let user: UnprivilegedUser

    private static let names = ["initdb", "postgres", "createdb", "dropdb"]

    /// The newest installed version; nil when there is none.
    static let installed: PostgreSQLPrograms? = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let debian = versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
            .map { "/usr/lib/postgresql/\($0)/bin" }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let folder = (debian + path).first { folder in
            names.allSatisfy { FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)") }
        }
        guard let folder, let user = UnprivilegedUser.current else { return nil }
        return PostgreSQLPrograms(folder: folder, user: user)
    }()

    /// Returns a command that runs a program as the unprivileged user.
    ///
    /// - Parameter endsWithThread: whether the program is interrupted when the thread that started it ends.
    func command(_ name: String, _ arguments: [String], endsWithThread: Bool = false) -> Command {
        let program = [folder + "/" + name] + arguments
        var privileges = user.privileges
        if endsWithThread, UnprivilegedUser.canSetPrivileges { privileges += ["--pdeathsig", "INT"] }
        guard !privileges.isEmpty else { return Command(path: program[0], arguments: arguments, folder: "/tmp") }
        return Command(path: UnprivilegedUser.setPrivileges, arguments: privileges + program, folder: "/tmp")
    }

    /// Runs a program to its end.
    ///
    /// - Throws: `ThrowAwayPostgreSQL.Failure` with the program's output when it fails.
    func run(_ name: String, _ arguments: [String]) throws {
        let process = Process(command(name, arguments))
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ThrowAwayPostgreSQL.Failure(description: "\(name): \(String(decoding: output, as: UTF8.self))")
        }
    }
}

extension Process {
    /// A process that has not started.
    convenience init(_ command: PostgreSQLPrograms.Command) {
        self.init()
        executableURL = URL(filePath: command.path)
        arguments = command.arguments
        currentDirectoryURL = URL(filePath: command.folder)
        standardInput = FileHandle.nullDevice
    }
}
