import ArgumentParser

/// The options that say who shares an expense, how, and who paid.
struct ExpenseOptions: ParsableArguments, Sendable {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The people who share it besides you.", valueName: "person"), completion: .people)
    var with: [String] = []

    @Option(
        help: ArgumentHelp("The group; all its members share it unless --with names some.", valueName: "group"),
        completion: .groups)
    var group: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Who paid; with several, how much each: Ann=20 me=10. You, if left out.", valueName: "person[=amount]"),
        completion: .people)
    var paidBy: [String] = []

    @Flag(help: "The same for everybody. This is the default.")
    var equal = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Percentages that add up to 100: me=40 Ann=60.", valueName: "person=number"))
    var percent: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Whole shares: me=2 Ann=1. Others have one.", valueName: "person=number"))
    var shares: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("What each bears: me=12.50 Ann=17.50.", valueName: "person=amount"))
    var exact: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "A line of a receipt and who shares it: Pizza=12:Ann,me. Tax and tip are spread in proportion.",
            valueName: "label=amount:person,…"))
    var item: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("More or less than the share: Ann=+2 me=-2.", valueName: "person=±amount"))
    var adjust: [String] = []

    @Flag(help: "Let percentages add up to something else than 100.")
    var normalize = false

    @Option(help: ArgumentHelp("The day; today if left out.", valueName: "date"))
    var date: DayArgument?

    @Option(help: "A note of at most 2000 characters.")
    var notes: String?

    @Option(help: "A category, such as food.")
    var category: String?

    @Flag(help: "Money that came back.")
    var refund = false

    @Option(
        help: ArgumentHelp(
            "Keep the value in another currency: \"1.0843 usd\" for one unit, or wallet for the current rate.",
            valueName: "rate"))
    var rate: String?

    @Option(
        help: ArgumentHelp(
            "Repeat it: day, week, month or year, or several: \"2 weeks\".", valueName: "period"))
    var every: RepeatPeriod?

    @Option(help: ArgumentHelp("The last day on which it repeats.", valueName: "date"))
    var until: DayArgument?

    mutating func validate() throws {
        let modes = [equal, !percent.isEmpty, !shares.isEmpty, !exact.isEmpty, !item.isEmpty].filter { $0 }.count
        guard modes <= 1 else {
            throw ValidationError("Use only one of --equal, --percent, --shares, --exact and --item.")
        }
        guard exact.isEmpty && item.isEmpty || adjust.isEmpty else {
            throw ValidationError("--adjust works with an equal split, --percent and --shares only.")
        }
        guard !normalize || !percent.isEmpty else { throw ValidationError("--normalize needs --percent.") }
        guard until == nil || every != nil else { throw ValidationError("--until needs --every.") }
    }

    /// Whether an option says how to split.
    var namesMode: Bool { equal || ![percent, shares, exact, item, adjust].allSatisfy(\.isEmpty) }

    /// Whether an option changes the shares or the payers.
    var changesMoney: Bool {
        equal || refund || normalize || ![with, paidBy, percent, shares, exact, item, adjust].allSatisfy(\.isEmpty)
    }
}
