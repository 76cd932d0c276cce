import FlipcashCore
import Testing

@Suite("User agent")
struct UserAgentTests {
    @Test("The user agent names the product of each API, unless the profile sets another")
    func userAgent_followsTheService() {
        let agent = UserAgent(version: "1.2.3", platform: "Linux")
        #expect(agent.header(forService: "ocp.account.v1.Account") == "OpenCodeProtocol/Linux/1.2.3")
        #expect(agent.header(forService: "flipcash.account.v1.Account") == "Flipcash/Linux/1.2.3")
        let named = UserAgent(version: "1.2.3", override: "X/iOS/1")
        #expect(named.header(forService: "ocp.account.v1.Account") == "X/iOS/1")
    }
}
