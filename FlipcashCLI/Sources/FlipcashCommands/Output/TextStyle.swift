/// The meaning that a colour carries (client specification §12.5).
enum Tone: Sendable, Hashable, CaseIterable {
    case plain
    case strong
    case positive
    case negative
    case secondary
    case warning
    case error
    case link
}

/// Turns tones into terminal colours, or leaves text as it is.
struct TextStyle: Sendable, Hashable {
    /// How many colours the terminal shows.
    enum Depth: Sendable, Hashable {
        case none
        case sixteen
        case twoHundredFiftySix
        case full
    }

    let depth: Depth
    /// Whether the terminal opens links that are clicked.
    let opensLinks: Bool

    init(depth: Depth, opensLinks: Bool = false) {
        self.depth = depth
        self.opensLinks = opensLinks
    }

    static let plain = TextStyle(depth: .none)

    func apply(_ tone: Tone, to text: String) -> String {
        guard depth != .none, let code = code(for: tone), !text.isEmpty else { return text }
        let styled = "\u{1B}[\(code)m\(text)\u{1B}[0m"
        return tone == .link && opensLinks ? Hyperlinks.link(styled, to: text) : styled
    }

    private func code(for tone: Tone) -> String? {
        switch tone {
        case .plain: nil
        case .strong: "1"
        case .link: "4"
        case .positive: colour(full: (0x31, 0x9C, 0x58), indexed: 35, basic: 32)
        case .negative: colour(full: (0xE4, 0x2A, 0x2A), indexed: 160, basic: 31)
        case .secondary: colour(full: (0x7B, 0x7B, 0x7B), indexed: 244, basic: 90)
        case .warning: colour(full: (0xFF, 0xF3, 0x83), indexed: 228, basic: 33)
        case .error: colour(full: (0xFF, 0x83, 0x83), indexed: 210, basic: 91)
        }
    }

    private func colour(full: (Int, Int, Int), indexed: Int, basic: Int) -> String {
        switch depth {
        case .none, .sixteen: "\(basic)"
        case .twoHundredFiftySix: "38;5;\(indexed)"
        case .full: "38;2;\(full.0);\(full.1);\(full.2)"
        }
    }
}

/// When colours are used.
enum ColorChoice: String, Sendable, CaseIterable {
    case auto
    case always
    case never
}

extension TextStyle {
    /// The style for a stream.
    ///
    /// An explicit choice wins; then `NO_COLOR` (any value) switches off and `CLICOLOR_FORCE` (anything but 0) on;
    /// otherwise colours go to terminals that understand them.
    init(choice: ColorChoice?, isTerminal: Bool, environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let wanted: Bool
        switch choice {
        case .always: wanted = true
        case .never: wanted = false
        case .auto, nil:
            if let value = environment["NO_COLOR"], !value.isEmpty {
                wanted = false
            } else if let value = environment["CLICOLOR_FORCE"], !value.isEmpty, value != "0" {
                wanted = true
            } else {
                wanted = isTerminal && term != "dumb" && !term.isEmpty
            }
        }
        guard wanted else {
            self.init(depth: .none)
            return
        }
        let depth: Depth =
            switch environment["COLORTERM"] {
            case "truecolor", "24bit": .full
            default: term.hasSuffix("256color") ? .twoHundredFiftySix : .sixteen
            }
        self.init(
            depth: depth,
            opensLinks: Hyperlinks.areShown(isTerminal: isTerminal, depth: depth, environment: environment))
    }
}
