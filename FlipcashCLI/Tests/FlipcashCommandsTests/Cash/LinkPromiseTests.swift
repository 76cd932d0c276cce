import FlipcashCore
import FlipcashTestKit
import FlipcashWallet
import Testing

@testable import FlipcashCommands

/// Warnings about a new link that does not last as long as promised.
@Suite struct LinkPromiseTests {
    private static let made = Instant(seconds: 1_767_225_600)

    private func link(_ state: LinkView.State, expiresAfter lifetime: Duration?) -> LinkView {
        let sample = ViewSamples.link
        return LinkView(
            url: sample.url, id: sample.id, vault: sample.vault, amount: sample.amount, token: sample.token,
            state: state,
            isMine: true,
            expires: lifetime.map { Self.made.advanced(by: $0) })
    }

    @Test("A link that the service treats as expired causes a warning that says how to take it back")
    func warning_expired_saysWhatToDo() throws {
        let text = try #require(
            LinkPromise.warning(link(.expired, expiresAfter: CashLink.lifetime), made: Self.made))
        #expect(text.contains("It cannot be collected"))
        #expect(text.contains("flipcash link cancel \(ViewSamples.link.name)"))
    }

    @Test("A link that will expire early causes a warning with the day")
    func warning_expiresEarly_saysWhen() throws {
        let soon = Duration.seconds(3600)
        let text = try #require(LinkPromise.warning(link(.unclaimed, expiresAfter: soon), made: Self.made))
        #expect(text.contains(TimeText.local(Self.made.advanced(by: soon))))
    }

    @Test(
        "A link that lasts about seven days causes no warning",
        arguments: [CashLink.lifetime, CashLink.lifetime - .seconds(6 * 3600), CashLink.lifetime * 2])
    func warning_sevenDays_none(lifetime: Duration) {
        #expect(LinkPromise.warning(link(.unclaimed, expiresAfter: lifetime), made: Self.made) == nil)
        #expect(LinkPromise.warning(link(.claimed, expiresAfter: .zero), made: Self.made) == nil)
        #expect(LinkPromise.warning(link(.unclaimed, expiresAfter: nil), made: Self.made) == nil)
    }

    @Test("The command that makes a link warns when the service will return the cash early")
    func linkCreate_returnsEarly_warns() async throws {
        let clock = SteeredClock()
        try await PlayMoneyWorld.visit(clock: clock) { world in
            try await world.fund(quarks: 20_000_000)
            let output = WatchedOutput(for: "https://") {
                // The clock is set back by a day.
                clock.moveDate(by: .seconds(-86_400))
            }
            let made = try await world.run("link", "create", "5", on: output)
            #expect(made.status == .done)
            #expect(made.errors.contains("before its 7 days are over"), "\(made.errors)")
            #expect(made.errors.contains("Do not send it; take it back with: flipcash "), "\(made.errors)")
        }
    }
}
