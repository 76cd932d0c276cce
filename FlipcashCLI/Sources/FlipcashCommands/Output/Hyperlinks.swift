/// Links that can be clicked in a terminal (OSC 8).
enum Hyperlinks {
    /// Whether a stream supports them.
    ///
    /// Only terminals do: a piped link must stay plain text. Without colours there are no links either. A terminal
    /// cannot be asked, so the environment decides; `FORCE_HYPERLINK` overrides it, with 0 for off.
    static func areShown(isTerminal: Bool, depth: TextStyle.Depth, environment: [String: String]) -> Bool {
        guard isTerminal, depth != .none else { return false }
        if let forced = environment["FORCE_HYPERLINK"] { return forced != "0" && forced != "false" }
        if let version = environment["VTE_VERSION"].flatMap(Int.init) { return version >= firstVTEVersion }
        if marks.contains(where: { environment[$0] != nil }) { return true }
        return programs.contains(environment["TERM_PROGRAM"] ?? "") || terminals.contains(environment["TERM"] ?? "")
    }

    /// `text` as a link to `target`; plain `text` if the target has anything but printable ASCII, which an escape
    /// sequence must not contain.
    static func link(_ text: String, to target: String) -> String {
        guard target.contains("://"), target.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return text }
        return "\u{1B}]8;;\(target)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }

    /// VTE 0.50.1: the release before it crashed on links.
    private static let firstVTEVersion = 5_001
    /// Variables that only terminals with links set.
    private static let marks = ["WT_SESSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID", "DOMTERM"]
    private static let programs: Set<String> = [
        "iTerm.app", "WezTerm", "vscode", "ghostty", "zed", "Hyper", "mintty",
    ]
    private static let terminals: Set<String> = [
        "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra", "contour",
    ]
}
