import FlipcashCore

/// A line with a turning mark at the cursor's place on a terminal, cut to the terminal's width.
struct Spinner {
    private static let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    private static let eraseLine = "\r\u{1B}[K"

    /// The time between two redraws.
    static let interval: Duration = .milliseconds(500)

    /// Whether the line is on the screen.
    private(set) var isDrawn = false
    private var turns = 0

    /// Runs `redraw` after each interval until the task is cancelled.
    static func tick(_ clock: any WallClock, _ redraw: () -> Void) async {
        while (try? await clock.sleep(for: interval)) != nil { redraw() }
    }

    /// Moves the mark; the next drawing shows that.
    mutating func turn() { turns += 1 }

    /// Draws the line in place of the one that is there.
    mutating func draw(_ text: String, elapsed: Duration? = nil, style: TextStyle, on screen: any TextOutput) {
        let time = elapsed.map { " (\($0.components.seconds) s)" } ?? ""
        let line = "\(Self.frames[turns % Self.frames.count]) \(text)\(time)"
        let fitted = screen.size.map { DisplayText.truncated(line, to: $0.columns - 1) } ?? line
        screen.write(Self.eraseLine + style.apply(.secondary, to: fitted))
        isDrawn = true
    }

    /// Removes the line; does nothing if it is not drawn.
    mutating func erase(on screen: any TextOutput) {
        if isDrawn { screen.write(Self.eraseLine) }
        isDrawn = false
    }
}
