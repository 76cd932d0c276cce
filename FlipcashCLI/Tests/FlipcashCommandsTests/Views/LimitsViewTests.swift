import FlipcashCore
import Testing

@testable import FlipcashCommands

@Suite struct LimitsViewTests {
    private func limits(next: Float, usd: String?, currency: CurrencyCode = .usd) throws -> Limits {
        Limits(
            sinceDate: Instant(seconds: 1_767_225_600), fetchDate: Instant(seconds: 1_767_229_200),
            sendLimits: [
                currency: try SendLimit(
                    wireNext: next, maxPerTransaction: 250, maxPerDay: 1_000, currency: currency)
            ], usdTransacted: usd.map { ViewSamples.usd($0) })
    }

    private func text(_ view: LimitsView) -> String {
        let harness = PrinterHarness(mode: .human)
        view.print(to: harness.printer, ViewSamples.money)
        return harness.output.text
    }

    @Test("What was sent and what is left are shown beside the limits")
    func print_partlyUsed_showsTheRest() throws {
        let view = try LimitsView(limits(next: 150, usd: "850"), currency: .usd, rate: .oneToOne)
        #expect(
            text(view) == """
                Next payment    $150.00  at most
                Each payment    $250.00
                Each day      $1,000.00
                Sent today      $850.00
                Left today      $150.00

                """)
        #expect(
            view.document(ViewSamples.money).text.hasPrefix(#"{"schema":"flipcash.limits/1","currency":"usd","next":"#))
    }

    @Test("What is left is never below zero, although a payment may exceed the shown limit")
    func init_overspent_leavesZero() throws {
        let view = try LimitsView(limits(next: 0, usd: "1100"), currency: .usd, rate: .oneToOne)
        #expect(view.left == .zero(.usd) && view.now == .zero(.usd))
    }

    @Test("A service that does not say what was sent gets no line about it")
    func print_unknownUse_isLeftOut() throws {
        let view = try LimitsView(limits(next: 250, usd: nil), currency: .usd, rate: .oneToOne)
        #expect(!text(view).contains("today") && view.document(ViewSamples.money)["sent"] == nil)
    }

    @Test("In a currency without limits nothing can be sent")
    func print_unknownCurrency_saysSo() throws {
        let view = try LimitsView(
            limits(next: 250, usd: "0"), currency: .cad, rate: Rate(fx: ViewSamples.usd("1.4").value, currency: .cad))
        #expect(view.now == .zero(.cad) && view.left == .zero(.cad))
        let harness = PrinterHarness(mode: .human)
        view.print(to: harness.printer, ViewSamples.money)
        #expect(harness.errors.text == "Nothing can be sent in CAD.\n")
    }
}
