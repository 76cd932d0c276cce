import GRPCCore

/// What a client sends in one call, for a service that does not hear it to its end.
struct CallInput: ServerContext.TransportSpecific {
    /// Where the call runs; nil for no particular place.
    let executor: (any TaskExecutor)?
    /// Ends the client's messages for the task that reads them, as if the client had sent its last one. The call can
    /// still be answered.
    ///
    /// Nothing else wakes that task: gRPC keeps its handle.
    let end: @Sendable () async -> Void
}

extension ServerContext {
    /// The input of a call over a socket; nil for a call inside the process.
    var input: CallInput? { transportSpecific as? CallInput }
}
