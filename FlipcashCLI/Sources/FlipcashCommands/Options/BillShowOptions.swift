import ArgumentParser

/// How a live bill is shown, and how long.
struct BillShowOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "Show the bill as auto, graphics, blocks or none.", valueName: "mode"),
        completion: .list(ShowMode.allCases.map(\.rawValue)), transform: ShowMode.init(named:))
    var show: ShowMode = .auto

    @OptionGroup
    var picture: PictureOptions

    @OptionGroup
    var look: BillOptions

    @Option(help: ArgumentHelp("Take the bill back after this long.", valueName: "duration"))
    var wait: DurationArgument?

    @Option(
        help: ArgumentHelp("Turn the bill into a link after this long.", valueName: "duration"))
    var linkAfter: DurationArgument?

    @Flag(help: "Never turn the bill into a link.")
    var noLink = false

    mutating func validate() throws {
        if linkAfter != nil, noLink {
            throw ValidationError("--link-after and --no-link cannot be combined. Use only one.")
        }
        if linkAfter != nil, wait != nil {
            throw ValidationError("--link-after and --wait cannot be combined. Use only one.")
        }
    }
}
