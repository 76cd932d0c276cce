import FlipcashCore
import Testing

@testable import FlipcashCommands

@Suite struct ViewTests {
    private let terminal = TerminalSize(columns: 80, rows: 24)

    @Test("The balance as JSON has the documented fields")
    func document_balance_matchesSnapshot() throws {
        try Snapshot.check(ViewSamples.balance.document(ViewSamples.money).indentedText + "\n", "json/balance.json")
    }

    @Test("The balance on a terminal has a header, right-aligned amounts and a total")
    func print_balance_matchesSnapshot() throws {
        let harness = PrinterHarness(mode: .human, terminal: terminal)
        ViewSamples.balance.print(to: harness.printer, ViewSamples.money)
        try Snapshot.check(harness.output.text, "human/balance.txt")
    }

    @Test("Gains and losses are coloured")
    func print_balanceInColour_matchesSnapshot() throws {
        let harness = PrinterHarness(mode: .human, style: TextStyle(depth: .sixteen))
        ViewSamples.balance.print(to: harness.printer, ViewSamples.money)
        try Snapshot.check(harness.output.text, "human/balance-colour.txt")
    }

    @Test("A transfer, a link, rates and an activity as JSON have the documented fields")
    func document_others_matchSnapshots() throws {
        let money = ViewSamples.money
        try Snapshot.check(ViewSamples.transfer.document(money).indentedText + "\n", "json/transfer.json")
        try Snapshot.check(ViewSamples.link.document(money).indentedText + "\n", "json/link.json")
        try Snapshot.check(ViewSamples.rates.document().indentedText + "\n", "json/rates.json")
        try Snapshot.check(ViewSamples.activity.document(money).indentedText + "\n", "json/activity.json")
        let swap = ViewSamples.swap(.succeeded).document(money)
        try Snapshot.check(swap.indentedText + "\n", "json/activity-swap.json")
    }

    @Test("A swap has one line in a CSV file, with what arrived, the fee and how it ended")
    func csv_swaps_haveBothSides() {
        let swaps = [ViewSamples.swap(.succeeded), ViewSamples.swap(.pending), ViewSamples.swap(.failed)]
        let lines = HistoryCSV.text(swaps + [ViewSamples.activity]).split(separator: "\r\n").map(String.init)
        #expect(lines.count == 5)
        let mint = ViewSamples.jeffy.base58
        #expect(lines[0].hasSuffix(",id,to_quarks,to_mint,fee,swap_state"))
        #expect(lines[1].contains(",swapped,completed,Dollars → Jeffy,,10.10,usd,10100000,"))
        #expect(lines[1].hasSuffix(",4158979991272,\(mint),0.10,succeeded"))
        #expect(lines[2].hasSuffix(",,\(mint),0.10,pending"))
        #expect(lines[3].hasSuffix(",,\(mint),0.10,failed"))
        #expect(lines[4].hasSuffix(",,,,"))
    }

    @Test("A swap is found under both of its currencies, and says when it has failed")
    func activity_swap_namesBothSides() {
        let swap = ViewSamples.swap(.succeeded)
        #expect(swap.title == "Dollars → Jeffy" && swap.remark.isEmpty)
        #expect(ViewSamples.swap(.failed).remark == "failed")
        #expect(ViewSamples.swap(.pending).remark == "pending")
        for name in ["dollars", "JEFFY", ViewSamples.jeffy.base58] {
            #expect(TokenArgument(argument: name).map(swap.isAbout) == true, "\(name)")
        }
        #expect(TokenArgument(argument: "Marble").map(swap.isAbout) == false)
    }

    @Test("Rates and a link for people are tables of facts")
    func print_ratesAndLink_matchSnapshots() throws {
        let rates = PrinterHarness(mode: .human, terminal: terminal)
        ViewSamples.rates.print(to: rates.printer)
        try Snapshot.check(rates.output.text, "human/rates.txt")
        let transfer = PrinterHarness(mode: .human)
        ViewSamples.transfer.print(to: transfer.printer, ViewSamples.money)
        #expect(transfer.output.text == "Gave $5.00 CAD\n")
    }

    @Test("An error is one JSON object on standard error, and standard output is empty")
    func failure_json_isOneObject() {
        let harness = PrinterHarness(mode: .json)
        var details = OutputObject()
        details["shortfall"] = ViewSamples.money.value(ViewSamples.usd("2.5"))
        harness.printer.failure(
            CommandFailure("short", .notPossible, "You are $2.50 short.", details: details, log: "/tmp/x.log"))
        #expect(harness.output.text.isEmpty)
        let shortfall = #"{"currency":"usd","value":"2.50","formatted":"$2.50"}"#
        #expect(
            harness.errors.text
                == #"{"schema":"flipcash.error/1","error":{"code":"short","message":"You are $2.50 short.","retryable":false,"#
                + #""details":{"shortfall":"# + shortfall + #"},"log":"/tmp/x.log"}}"# + "\n")
    }

    @Test("Only an unknown outcome prints a pending object despite the failure")
    func failure_pending_isPrinted() {
        let harness = PrinterHarness(mode: .json)
        var pending = OutputObject(schema: "transfer")
        pending["state"] = .string("pending")
        harness.printer.failure(
            CommandFailure("pending", .outcomeUnknown, "The outcome is not known yet.", pending: pending))
        #expect(harness.output.text == #"{"schema":"flipcash.transfer/1","state":"pending"}"# + "\n")
    }

    @Test(
        "Skipped history entries are counted in a warning; without any there is no warning",
        arguments: [
            (0, ""), (1, "Warning: 1 history entry has invalid data and is not shown.\n"),
            (2, "Warning: 2 history entries have invalid data and are not shown.\n"),
        ])
    func mentionSkipped_count_isTold(count: Int, expected: String) {
        let harness = PrinterHarness(mode: .human)
        harness.printer.mentionSkipped(count)
        #expect(harness.errors.text == expected)
    }

    @Test(
        "Token amounts have no trailing zeros",
        arguments: [
            (UInt64(0), 6, "0"), (1, 6, "0.000001"), (1_000_000, 6, "1"), (12_345, 10, "0.0000012345"), (5, 0, "5"),
            (.max, 10, "1844674407.3709551615"),
        ])
    func decimal_quarks_isExact(quarks: UInt64, decimals: Int, expected: String) {
        #expect(TokenView.decimal(quarks: quarks, decimals: decimals) == expected)
    }
}
