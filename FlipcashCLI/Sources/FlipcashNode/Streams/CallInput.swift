import GRPCCore

/// What a client sends in a call over a socket, for a service that stops listening before the client stops sending.
struct CallInput: ServerContext.TransportSpecific {
    /// The thread of the call's connection, where the service's other tasks for the call run; nil if there is none.
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
