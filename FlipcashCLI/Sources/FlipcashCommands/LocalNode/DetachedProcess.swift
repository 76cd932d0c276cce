import FlipcashCore

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Starts a program that outlives the terminal it was started from.
enum DetachedProcess {
    /// Why a program could not be started.
    struct Failure: Error {
        let reason: String
    }

    /// Starts `executable` in a new session, without input, and appends its output to `log`.
    ///
    /// - Parameter arguments: the whole argument list, the program's name first.
    /// - Returns: the process's id, for `hasEnded(_:)`.
    static func start(
        _ executable: String, arguments: [String], variables: [String: String], log: String
    ) throws(Failure) -> pid_t {
        var actions = emptyActions
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        return try spawn(executable, arguments, variables, &actions, flags: flags, defaults: watchedSignals)
    }

    /// Starts `executable` in this session, with `input` as its standard input and this process's standard output and
    /// standard error.
    ///
    /// - Parameters:
    ///   - arguments: the whole argument list, the program's name first.
    ///   - ignoresHangUp: whether the process ignores SIGHUP, if this process does.
    /// - Returns: the process's id. The caller must wait for the process.
    static func spawn(
        _ executable: String, arguments: [String], variables: [String: String], input: Int32,
        ignoresHangUp: Bool = HangUpSignal.isIgnored
    ) throws(Failure) -> pid_t {
        var actions = emptyActions
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        // Listed here because macOS closes all others.
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor)
        }
        return try spawn(
            executable, arguments, variables, &actions, flags: flags & ~sessionFlag,
            defaults: watchedSignals.filter { $0 != SIGHUP || !ignoresHangUp })
    }

    /// Signals that the new process must not inherit as ignored. This process ignores them in order to watch them.
    private static let watchedSignals = [SIGINT, SIGTERM, SIGHUP, SIGPIPE]

    /// - Parameter signals: the signals that get their default action in the process.
    private static func spawn(
        _ executable: String, _ arguments: [String], _ variables: [String: String],
        _ actions: inout FileActions, flags: Int16, defaults signals: [Int32]
    ) throws(Failure) -> pid_t {
        // A process that outlives the caller must not keep the caller's files open: neither its locks nor pipes whose
        // readers wait for the end.
        keepOpenFilesHere()

        var attributes = emptyAttributes
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in signals { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // The threads of this process's pool block every signal, and a new process inherits that.
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(
            &attributes, flags | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

        let environment = variables.map { "\($0.key)=\($0.value)" }.sorted()
        var process = pid_t()
        let result = withCStrings(arguments) { argv in
            withCStrings(environment) { envp in
                posix_spawn(&process, executable, &actions, &attributes, argv, envp)
            }
        }
        guard result == 0 else { throw Failure(reason: String(cString: strerror(result))) }
        return process
    }

    /// Whether a process started here has ended.
    static func hasEnded(_ process: pid_t) -> Bool {
        var status: Int32 = 0
        return waitpid(process, &status, WNOHANG) == process
    }

    #if canImport(Glibc)
        /// `POSIX_SPAWN_SETSID`, which glibc declares only with its extensions enabled.
        private static let sessionFlag: Int16 = 0x80
        private static let flags = sessionFlag

        private typealias FileActions = posix_spawn_file_actions_t

        /// Marks every open file except the standard streams as not inherited.
        private static func keepOpenFilesHere() {
            guard let names = try? SystemFiles.names(inFolder: "/proc/self/fd") else { return }
            for descriptor in names.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            }
        }

        private static var emptyActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
        private static var emptyAttributes: posix_spawnattr_t { posix_spawnattr_t() }
    #else
        private static let sessionFlag = Int16(POSIX_SPAWN_SETSID)
        private static let flags = sessionFlag | Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)

        private typealias FileActions = posix_spawn_file_actions_t?

        /// Does nothing: `POSIX_SPAWN_CLOEXEC_DEFAULT` has the same effect.
        private static func keepOpenFilesHere() {}

        private static var emptyActions: posix_spawn_file_actions_t? { nil }
        private static var emptyAttributes: posix_spawnattr_t? { nil }
    #endif

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}
