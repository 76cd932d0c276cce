import FlipcashCore
import FlipcashTestKit
import Testing

@testable import FlipcashNode

@Suite("Rate sources")
struct RateSourceTests {
    @Test("The release's table has a rate for every currency, one dollar for a dollar")
    func observe_fixed_complete() async throws {
        let table = try await FixedRateSource().observe()
        #expect(Set(table.rates.keys) == Set(CurrencyCode.allCases))
        #expect(table.rates[.usd] == 1)
        #expect(table.rates[.cad] == 1.4)
        #expect(table.ordered.map(\.code.rawValue) == CurrencyCode.allCases.map(\.rawValue).sorted())
    }

    @Test("Rates are read as text or as numbers, unknown codes are left out")
    func init_json_read() throws {
        let table = try RateTable(json: Array(#"{"usd":{"cad":"1.37","EUR":0.92,"zzz":"3"},"eur":{"usd":"1.1"}}"#.utf8))
        #expect(table.rates == [.usd: 1, .cad: 1.37, .eur: 0.92])
    }

    @Test("A code in letters that only look like ASCII is not a currency")
    func init_lookAlikeCode_leftOut() throws {
        // U+212A KELVIN SIGN lowers to k.
        let table = try RateTable(json: Array("{\"usd\":{\"cad\":\"1.37\",\"\u{212A}ES\":\"130\"}}".utf8))
        #expect(table.rates == [.usd: 1, .cad: 1.37])
    }

    @Test(
        "Invalid rates are refused, and the text says why",
        arguments: [
            (#"{"usd":{"cad":"0"}}"#, "cad"), (#"{"usd":{"cad":"-1"}}"#, "cad"), (#"{"usd":{"cad":"nan"}}"#, "cad"),
            (#"{"usd":{"cad":"1e999"}}"#, "cad"), (#"{"usd":{"cad":"x"}}"#, "cad"),
            (#"{"usd":{"usd":2,"cad":1}}"#, "usd"),
            (#"{"usd":{}}"#, "no known currency"), (#"{"eur":{"cad":"1"}}"#, "\"usd\""), ("[1]", "JSON"), ("", "JSON"),
        ])
    func init_badJSON_refused(json: String, hint: String) {
        do {
            _ = try RateTable(json: Array(json.utf8))
            Issue.record("accepted \(json)")
        } catch {
            #expect(error.description.contains(hint), "\(error)")
        }
    }

    @Test("A file is read at each observation, and a missing one is reported by name")
    func observe_file_current() async throws {
        let folder = try TemporaryFolder()
        let source = FileRateSource(path: folder.path + "/rates.json")
        await #expect(throws: RateSourceError("there is no file \(folder.path)/rates.json")) {
            try await source.observe()
        }
        #expect(try PrivateFile.create(source.path, content: Array(#"{"usd":{"cad":"1.5"}}"#.utf8)))
        #expect(try await source.observe().rates[.cad] == 1.5)
    }

    @Test("The first source that answers counts, and each one before it is reported")
    func observe_list_reportsWhatDoesNotAnswer() async throws {
        let folder = try TemporaryFolder()
        let missing = ["a", "b"].map { FileRateSource(path: folder.path + "/" + $0) }
        let reasons = missing.map { RateSourceError("there is no file \($0.path)") }
        let reported = Shared<[RateSourceError]>([])
        let repeated = Shared(0)
        func source(_ sources: [any RateSource]) -> FirstRateSource {
            FirstRateSource(sources: sources) { error, isNew in
                if isNew { reported.change { $0.append(error) } } else { repeated.change { $0 += 1 } }
            }
        }
        let list = source(missing + [FixedRateSource()])
        for round in 1...3 {
            #expect(try await list.observe() == FixedRateSource().observe())
            #expect(reported.value == reasons && repeated.value == 2 * (round - 1))
        }
        reported.change { $0 = [] }
        #expect(try await source([FixedRateSource()] + missing).observe() == FixedRateSource().observe())
        #expect(reported.value == [])
        await #expect(throws: RateSourceError(reasons.map(\.description).joined(separator: "; "))) {
            try await source(missing).observe()
        }
    }

    @Test("A setting names the release's table, a file or an address")
    func init_setting_read() {
        #expect(RateSourceSetting("fixed") == .fixed)
        #expect(RateSourceSetting("/etc/rates.json") == .file(path: "/etc/rates.json"))
        #expect(RateSourceSetting("file:///etc/rates.json") == .file(path: "/etc/rates.json"))
        #expect(RateSourceSetting("https://example.com/r?x=1") == .web(address: "https://example.com/r?x=1"))
        for text in ["", "https://", "https:///r", "ftp://example.com"] { #expect(RateSourceSetting(text) == nil) }
        #expect(WebRateSource(address: "https:///r", clock: TestClock()) == nil)
        #expect(WebRateSource(address: "https://example.com/r?x=1", clock: TestClock()) != nil)
    }
}
