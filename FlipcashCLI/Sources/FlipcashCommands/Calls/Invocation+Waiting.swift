import FlipcashCore
import FlipcashWallet

extension Invocation {
    /// Whether to show a person that the command is waiting.
    var showsWaiting: Bool {
        guard console.errors.isTerminal, !options.isQuiet else { return false }
        switch options.progress {
        case .auto: return options.output == .human
        case .bar: return true
        case .plain, .none: return false
        }
    }

    /// What the command is probably waiting for.
    var waitingText: String {
        guard let endpoint = try? endpoint(settings()) else { return "Working" }
        switch endpoint {
        case .local, .embedded: return "Working"
        case .service(let address): return "Waiting for \(DisplayText.sanitized(address.description))"
        }
    }
}
