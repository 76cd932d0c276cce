import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Console {
    /// The process's own streams.
    public static var process: Console {
        Console(
            output: DescriptorOutput(descriptor: STDOUT_FILENO), errors: DescriptorOutput(descriptor: STDERR_FILENO),
            input: StandardInput())
    }
}

/// Writes to an open file of the process.
final class DescriptorOutput: TextOutput {
    private let descriptor: Int32
    private let firstError = Mutex<Int32?>(nil)

    init(descriptor: Int32) { self.descriptor = descriptor }

    var failure: OutputFailure? {
        firstError.withLock { $0 }.map { error in
            OutputFailure(reason: String(cString: strerror(error)), isReaderGone: error == EPIPE)
        }
    }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    var isOpenToOthers: Bool {
        var status = stat()
        // Pipes and terminals store nothing.
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return status.st_mode & 0o077 != 0
    }

    var size: TerminalSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        let (columns, rows) = (Int(size.ws_col), Int(size.ws_row))
        guard size.ws_xpixel > 0, size.ws_ypixel > 0, rows > 0 else {
            return TerminalSize(columns: columns, rows: rows)
        }
        return TerminalSize(
            columns: columns, rows: rows, cellWidth: Int(size.ws_xpixel) / columns,
            cellHeight: Int(size.ws_ypixel) / rows)
    }

    /// The system sends SIGWINCH to the programs of a terminal when its window changes.
    func sizeChanges() -> AsyncStream<TerminalSize> {
        guard isTerminal else { return AsyncStream { $0.finish() } }
        // Only the latest size matters.
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            // Safe: a dispatch source may be cancelled on any thread.
            nonisolated(unsafe) let source = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .global())
            source.setEventHandler { [self] in
                if let size { continuation.yield(size) }
            }
            continuation.onTermination = { _ in source.cancel() }
            source.resume()
        }
    }

    func write(_ text: String) {
        var text = text
        text.withUTF8 { buffer in
            var rest = UnsafeRawBufferPointer(buffer)
            while !rest.isEmpty {
                let count = posixWrite(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                // Stop writing if the reader is gone. The command's own work continues.
                guard count > 0 else { return note(count < 0 ? errno : EIO) }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}

extension DescriptorOutput {
    private func note(_ error: Int32) {
        firstError.withLock { $0 = $0 ?? error }
    }
}

/// Reads from standard input.
struct StandardInput: TextInput {
    var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Reads a line. On a terminal, cancelling the task ends the wait, like the end of the input.
    func readLine() -> String? {
        guard !isTerminal || awaitsLine() else { return nil }
        return Swift.readLine(strippingNewline: true)
    }

    /// Waits for a whole line; false once the task is cancelled. A terminal delivers whole lines only.
    private func awaitsLine() -> Bool {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while !Task.isCancelled {
            if poll(&descriptor, 1, 100) > 0 { return true }
        }
        return false
    }

    func keyPresses() -> AsyncStream<Character> { KeyPresses.stream() }

    func readSecretLine() -> String? {
        var original = termios()
        guard isTerminal, tcgetattr(STDIN_FILENO, &original) == 0 else { return readLine() }
        var silent = original
        silent.c_lflag &= ~tcflag_t(ECHO)
        let saved = original
        let restoration = TerminalRestorations.process.add {
            var settings = saved
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        }
        defer { TerminalRestorations.process.run(restoration) }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
        return readLine()
    }
}

private func posixWrite(_ descriptor: Int32, _ pointer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, pointer, count)
}
