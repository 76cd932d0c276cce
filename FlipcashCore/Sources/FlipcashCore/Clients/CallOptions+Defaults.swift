public import GRPCCore

extension CallOptions {
    /// How long a unary call may take.
    public static let unaryTimeout: Duration = .seconds(15)

    /// The options of every unary call: a deadline of ``unaryTimeout``.
    public static var unaryDefault: CallOptions {
        var options = CallOptions.defaults
        options.timeout = unaryTimeout
        return options
    }

    /// The options of every streaming call: no deadline, which would end the stream silently.
    public static var streaming: CallOptions { .defaults }
}
