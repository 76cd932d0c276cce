import FlipcashCore
import GRPCCore
import Testing

/// The founding names of clients.
extension FoundingNamesTests {
    @Test("Unary calls have a deadline; streams have none")
    func callOptions_names() {
        let unary: CallOptions = .unaryDefault
        #expect(unary.timeout == .seconds(15))
        #expect(CallOptions.streaming.timeout == nil)
    }
}
