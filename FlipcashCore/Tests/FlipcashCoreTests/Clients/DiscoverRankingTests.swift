import FlipcashAPI
import ProtobufCodec
import Testing

@testable import FlipcashCore

@Suite("The discovery list")
struct DiscoverRankingTests {
    private typealias Batch = Ocp_Currency_V1_DiscoverResponse

    private func mint(_ name: String) -> Ocp_Currency_V1_Mint {
        .with {
            $0.address.value = Hash(sha256: name.utf8).bytes
            $0.name = name
            $0.decimals = 10
        }
    }

    private func batch(_ names: String..., result: Batch.Result = .ok) -> Batch {
        .with {
            $0.result = result
            $0.mints = names.map(mint)
        }
    }

    @Test("Each batch is the whole list and replaces the previous one")
    func apply_batches_replace() {
        var ranking = DiscoverRanking(category: .popular)
        #expect(ranking.currencies.isEmpty)
        ranking.apply(batch("a", "b", "c"))
        #expect(ranking.currencies.map(\.name) == ["a", "b", "c"])
        ranking.apply(batch("c", "a"))
        #expect(ranking.currencies.map(\.name) == ["c", "a"])
        ranking.apply(batch())
        #expect(ranking.currencies.isEmpty)
    }

    @Test("An unsuccessful batch changes nothing", arguments: [Batch.Result.notFound, .UNRECOGNIZED(9)])
    func apply_failedBatch_isIgnored(result: Ocp_Currency_V1_DiscoverResponse.Result) {
        var ranking = DiscoverRanking(category: .new)
        ranking.apply(batch("a"))
        ranking.apply(batch("b", result: result))
        #expect(ranking.currencies.map(\.name) == ["a"])
    }

    @Test("An unreadable currency is left out; the others keep their order")
    func apply_unreadableMint_isSkipped() {
        var whole = batch("a", "b", "c", "d")
        whole.mints[1].address.value = [1, 2, 3]
        whole.mints[2].decimals = 300
        var ranking = DiscoverRanking(category: .popular)
        ranking.apply(whole)
        #expect(ranking.currencies.map(\.name) == ["a", "d"])
    }

    @Test("Categories have the wire's numbers")
    func wire_categories_keepNumbers() {
        #expect(DiscoverCategory.allCases.map(\.rawValue) == [0, 1])
        #expect(DiscoverCategory.allCases.map(\.wire.rawValue) == DiscoverCategory.allCases.map(\.rawValue))
    }
}
