@testable import FlipcashCommands

/// Captures what a command prints.
struct PrinterHarness {
    let output: CapturedOutput
    let errors: CapturedOutput
    let printer: Printer

    init(mode: OutputMode, terminal: TerminalSize? = nil, style: TextStyle = .plain) {
        output = CapturedOutput(terminal: terminal)
        errors = CapturedOutput(terminal: terminal)
        printer = Printer(
            console: Console(output: output, errors: errors, input: PreparedInput()), mode: mode, isQuiet: false,
            outputStyle: style, errorStyle: style)
    }
}
