public import GRPCCore

extension CallOptions {
    /// The deadline of a unary call.
    public static let unaryTimeout: Duration = .seconds(15)

    /// The options of every unary call, with a deadline of ``unaryTimeout``.
    public static var unaryDefault: CallOptions {
        var options = CallOptions.defaults
        options.timeout = unaryTimeout
        return options
    }

    /// The options of every streaming call, without a deadline, which would end the stream silently.
    public static var streaming: CallOptions { .defaults }
}
