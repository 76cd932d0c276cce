/// The payments API (`ocp.*`): one service type for each RPC group, and a method for every RPC (in `Client+X.swift`).
public struct Client: Sendable {
    let accounts: AccountService
    let currencies: CurrencyService
    let messages: MessagingService
    let transactions: TransactionService
    let environment: RuntimeEnvironment

    /// Creates a client that calls over `connection`.
    ///
    /// A process that makes several clients passes the same `nonces` to each.
    public init(
        connection: ServiceConnection, environment: RuntimeEnvironment, nonces: NonceMemory = NonceMemory()
    ) {
        accounts = AccountService(connection.stubs.account)
        currencies = CurrencyService(connection.stubs.currency)
        messages = MessagingService(connection.stubs.messaging)
        transactions = TransactionService(
            connection.stubs.transaction, nonces: nonces, clock: environment.clock)
        self.environment = environment
    }
}
