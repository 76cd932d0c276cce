import FlipcashCore
import Foundation
import SavingsGoals
import Testing

/// The vectors of savings goals. Each case names its operation, by which the cases are grouped here.
enum GoalVectorFile {
    /// Runs every case of goals.json. Fails on an operation without a handler.
    static func run(_ handlers: [String: VectorFile.Handler]) throws {
        guard let data = try VectorFile.data("goals") else { return }
        let contents = try JSONDecoder().decode(VectorValue.self, from: data)
        var groups: [String: [VectorValue]] = [:]
        for vector in try contents["cases"].array() { groups[try vector["op"].string(), default: []].append(vector) }
        let file = try VectorFile(
            name: "goals", contents: .object(["groups": .object(groups.mapValues { .array($0) })]))
        let (cases, operations) = file.run(handlers)
        #expect(try cases == contents["count"].int())
        print("goals.json: \(cases) cases of \(operations) operations ran")
    }
}

/// Reading values of the vectors.
extension VectorValue {
    func currency() throws -> AssetCurrency { try #require(AssetCurrency(string()), "no currency: \(self)") }

    func decimal() throws -> ExactRational { try #require(ExactRational(decimal: string()), "no decimal: \(self)") }

    func integer() throws -> ExactInteger { ExactInteger(try int()) }

    func optionalInteger() throws -> ExactInteger? { isNull ? nil : try integer() }

    func amount(_ currency: AssetCurrency) throws -> AssetAmount {
        try #require(AssetAmount(decimal: string(), currency), "no amount of \(currency): \(self)")
    }

    func date() throws -> CalendarDate { try #require(CalendarDate(string()), "no date: \(self)") }

    func calendar() throws -> GoalCalendar { try #require(GoalCalendar(zone: string()), "no zone: \(self)") }

    func time() throws -> TimeOfDay { try #require(TimeOfDay(string()), "no time: \(self)") }

    func goal() throws -> GoalID { try #require(GoalID(string())) }

    func asset() throws -> AssetID { try #require(AssetID(string())) }

    /// An instant in RFC 3339 without fractions of a second.
    func instant() throws -> Instant {
        try #require(TimestampText.instant(rfc3339: string().replacing("Z", with: ".000Z")), "no time: \(self)")
    }

    func members() throws -> [String: VectorValue] {
        guard case .object(let members) = self else { throw Mismatch(description: "expected an object, found \(self)") }
        return members
    }

    func strings() throws -> [String] { try array().map { try $0.string() } }

    /// Rates as `{"FROM-TO": decimal}`, all of them fresh.
    func rates() throws -> RateTable {
        RateTable(
            try members().map { pair, rate in
                RateEntry(pair: try #require(RatePair(pair)), rate: try rate.string(), date: VectorValue.ratesDate)
            })
    }

    /// The time at which ``rates()`` are fresh.
    static let ratesDate = Instant(seconds: 1_765_000_000)
}

extension VectorCase {
    /// Expects that `body` throws the error of the case, or, without one, that it succeeds.
    func expect<Failure: Error>(
        _ code: (Failure) -> String, _ body: () throws(Failure) -> Void
    ) throws {
        let expected = self["err"]["code"]
        do throws(Failure) {
            try body()
            #expect(expected.isNull, "the case expects the error \(expected)")
        } catch {
            #expect(VectorValue.string(code(error)) == expected)
        }
    }
}
