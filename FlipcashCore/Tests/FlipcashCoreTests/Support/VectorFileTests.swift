import Foundation
import Testing

@Suite("Vector files")
struct VectorFileTests {
    private func file(_ json: String) throws -> VectorFile {
        try VectorFile(name: "made-up", contents: JSONDecoder().decode(VectorValue.self, from: Data(json.utf8)))
    }

    @Test("Groups are found in all layouts of the files")
    func groups_everyForm_areFound() throws {
        let listed = try file(
            #"{"version": 1, "groups": {"format": [{"id": "a-1"}], "b": {"note": "", "cases": [1, 2]}}}"#)
        #expect(listed.groups.map(\.name) == ["b", "format"])
        #expect(listed.groups.map(\.cases.count) == [2, 1])
        let flat = try file(#"{"about": "x", "format": 1, "rings": [1, 2, 3], "keys": {"k": {}}, "size": 0.5}"#)
        #expect(flat.groups.map(\.name) == ["keys", "rings", "size"])
        #expect(flat.cases("rings").map(\.index) == [0, 1, 2])
        #expect(flat.cases("missing").isEmpty)
        #expect(throws: VectorValue.Mismatch.self) { try file("[]") }
    }

    @Test("No case of a file is lost", arguments: ["money", "curve"])
    func groups_ofCountedFiles_haveAllCases(name: String) throws {
        guard let data = try VectorFile.data(name), let file = try VectorFile.open(name) else { return }
        let count = try JSONDecoder().decode(VectorValue.self, from: data)["count"].int()
        #expect(file.groups.reduce(0) { $0 + $1.cases.count } == count)
    }

    @Test("A group without a handler and a file without cases are failures")
    func run_unknownOrEmpty_fails() throws {
        let file = try file(#"{"groups": {"known": [1], "new": [2]}}"#)
        var seen = 0
        withKnownIssue { file.run(["known": { _ in seen += 1 }]) }
        #expect(seen == 1)
        file.run(otherSuites: ["new"], ["known": { _ in seen += 1 }])
        #expect(seen == 2)
        withKnownIssue { try self.file(#"{"groups": {"known": []}}"#).run(["known": { _ in }]) }
    }

    @Test("A handler's errors and failed expectations are reported with group and index", .namingVectorCases)
    func run_failingCase_isNamed() throws {
        let file = try file(#"{"groups": {"sums": [{"id": "s-1"}, {"id": "s-2"}]}}"#)
        withKnownIssue {
            file.run(["sums": { vector in #expect(vector.index == 0) }])
        } matching: { issue in
            issue.comments.isEmpty && VectorCase.current?.description == "made-up.json sums[1] s-2"
        }
        withKnownIssue {
            file.run([
                "sums": { vector in
                    if vector.index == 1 { throw VectorValue.Mismatch(description: "no") }
                }
            ])
        } matching: {
            $0.error is VectorValue.Mismatch
        }
    }

    @Test("Whole numbers keep all their digits, and a missing member is null")
    func value_wholeNumbers_areExact() throws {
        let value = try JSONDecoder().decode(
            VectorValue.self,
            from: Data(#"{"a": 18446744073709551615, "b": -9007199254740993, "c": "7", "d": 1.5}"#.utf8))
        #expect(try value["a"].uint64() == .max)
        #expect(try value["b"].int() == -9_007_199_254_740_993)
        #expect(try value["c"].uint64() == 7)
        #expect(try value["d"].double() == 1.5)
        #expect(value["e"].isNull)
        #expect(try value["e"].optionalUInt64() == nil)
        #expect(throws: VectorValue.Mismatch.self) { try value["d"].int() }
        #expect(throws: VectorValue.Mismatch.self) { try value["b"].uint64() }
        #expect(try value.decoded(as: [String: VectorValue].self)["a"] == .unsigned(.max))
    }

    @Test("A file that is missing in the repository is an error and is not skipped")
    func open_missingInRepository_throws() {
        guard !VectorFile.isElsewhere else { return }
        #expect(throws: (any Error).self) { try VectorFile.open("no-such-file") }
    }
}
