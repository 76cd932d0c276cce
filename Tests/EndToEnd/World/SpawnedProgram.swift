import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Starts a program that handles a broken pipe like a program started by a shell.
///
/// Foundation passes on the signals that its process ignores, and other tests ignore `SIGPIPE`: a program that forgets
/// to ignore it itself would then pass the tests.
enum SpawnedProgram {
    /// Why a program could not be started.
    struct Failure: Error {
        let reason: String
    }

    /// Starts `executable` in the tests' folder, without input.
    static func start(
        _ executable: String, arguments: [String], environment: [String: String], output: Int32, errors: Int32
    ) throws -> pid_t {
        #if canImport(Glibc)
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #else
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)

        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let words = ([executable] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        var process = pid_t()
        let result = posix_spawn(&process, executable, &actions, &attributes, words, variables)
        guard result == 0 else { throw Failure(reason: String(cString: strerror(result))) }
        return process
    }

    /// Waits for the end of a program started here.
    ///
    /// - Returns: its exit code, or minus the signal that killed it.
    static func wait(for process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : -signal
    }
}
