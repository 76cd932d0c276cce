import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Single keys from the terminal, read without waiting for a line break.
///
/// The terminal's mode is restored whenever the stream ends, and before a forced exit of the process.
struct KeyPresses: Sendable {
    /// The keys as they are pressed; empty if standard input is not a terminal.
    ///
    /// Interrupts remain signals: Ctrl-C does not arrive here.
    static func stream() -> AsyncStream<Character> {
        AsyncStream { continuation in
            var original = termios()
            guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &original) == 0 else {
                continuation.finish()
                return
            }
            var single = original
            single.c_lflag &= ~tcflag_t(ECHO | ICANON)
            let saved = original
            let restoration = TerminalRestorations.process.add {
                var settings = saved
                tcsetattr(STDIN_FILENO, TCSANOW, &settings)
            }
            tcsetattr(STDIN_FILENO, TCSANOW, &single)
            let reader = Reader(continuation: continuation)
            continuation.onTermination = { _ in
                reader.stop()
                TerminalRestorations.process.run(restoration)
            }
            reader.start()
        }
    }

    /// A thread that waits for bytes, because a wait for terminal input cannot be cancelled otherwise.
    private final class Reader: Sendable {
        private let continuation: AsyncStream<Character>.Continuation
        private let isStopped = Mutex(false)

        init(continuation: AsyncStream<Character>.Continuation) { self.continuation = continuation }

        func stop() { isStopped.withLock { $0 = true } }

        func start() {
            let reader = Unmanaged.passRetained(self)
            #if canImport(Glibc)
                var thread = pthread_t()
                let status = pthread_create(
                    &thread, nil,
                    { context in
                        if let context { Unmanaged<Reader>.fromOpaque(context).takeRetainedValue().run() }
                        return nil
                    }, reader.toOpaque())
            #else
                var thread: pthread_t?
                let status = pthread_create(
                    &thread, nil,
                    { context in
                        Unmanaged<Reader>.fromOpaque(context).takeRetainedValue().run()
                        return nil
                    }, reader.toOpaque())
            #endif
            guard status == 0 else {
                reader.release()
                continuation.finish()
                return
            }
            #if canImport(Glibc)
                pthread_detach(thread)
            #else
                if let thread { pthread_detach(thread) }
            #endif
        }

        private func run() {
            var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            while !isStopped.withLock({ $0 }) {
                guard poll(&descriptor, 1, 100) > 0 else { continue }
                var byte: UInt8 = 0
                guard read(STDIN_FILENO, &byte, 1) == 1 else { break }
                continuation.yield(Character(Unicode.Scalar(byte)))
            }
            continuation.finish()
        }
    }
}
