import CodeCurves
import CodeScanner
import CodeScannerIO
import FlipcashAPI
import FlipcashCommands
import FlipcashCore
import FlipcashCoreAPI
import FlipcashDrawing
import FlipcashNode
import FlipcashTestKit
import FlipcashWallet
import ProtobufCodec
import SavingsGoals
import SharedExpenses
import SolanaRPC
import Testing

/// Swift 6.3.1 returns garbage for a large value that is read from an enum case with a label or with several values
/// (see Compiler/large-enum-payload.swift). A library cannot set the compiler flag that avoids the fault for its
/// importers, so no enum of these libraries may have such a case.
@Suite("Enum cases that the optimiser would miscompile") struct LargePayloadTests {
    /// The most bytes in a value of a labelled or multiple payload. Tests found values a few bytes larger right, and
    /// values of seven words wrong.
    static let limit = 48

    static let libraries: Set = [
        "CodeCurves", "ProtobufCodec", "FlipcashAPI", "FlipcashCoreAPI", "CodeScanner", "CodeScannerIO", "FlipcashCore",
        "SolanaRPC", "SavingsGoals", "SharedExpenses", "FlipcashWallet", "FlipcashTestKit", "FlipcashDrawing",
        "FlipcashNode", "FlipcashCommands",
    ]

    private static var records: [TypeRecord] {
        TypeRecord.all.filter { record in record.isEnum && record.path.first.map(libraries.contains) ?? false }
    }

    @Test("No case with a label or with several values holds a value of more than 48 bytes")
    func enumCases_inAllLibraries_haveNoLargeValueInATuple() {
        for record in Self.records {
            for enumCase in record.cases where !enumCase.isIndirect {
                let large = Self.tupleValues(of: enumCase).filter { byteCount(of: $0) > Self.limit }
                #expect(
                    large.isEmpty,
                    """
                    \(record.path.joined(separator: ".")).\(enumCase.name) holds \
                    \(large.map { "\($0) of \(byteCount(of: $0)) bytes" }.joined(separator: ", ")): \
                    remove the label, or make the value smaller
                    """)
            }
        }
    }

    @Test("A case of a generic enum has one value without a label, since sizes are unknown")
    func genericEnums_inAllLibraries_haveSinglePayloads() {
        for record in Self.records where record.isGeneric {
            for enumCase in record.cases where enumCase.hasPayload && !enumCase.isIndirect {
                let type = enumCase.payload.map { "\($0)" }
                #expect(
                    type != nil
                        || Self.knownGenericCases.contains((record.path + [enumCase.name]).joined(separator: ".")),
                    "\(record.path.joined(separator: ".")).\(enumCase.name) cannot be measured: look at it and name it here"
                )
            }
        }
    }

    /// Cases of generic enums, whose payload is unknown to the runtime. Each was checked by reading: no label and one
    /// value.
    private static let knownGenericCases: Set = [
        "FlipcashCore.SolanaRPCRequest.Parameter.options", "FlipcashCore.Waiter.State.suspended",
        "FlipcashCore.Waiter.State.resumed", "FlipcashCore.TwoStepAnswer.parameters",
        "FlipcashCore.TwoStepAnswer.success", "FlipcashCore.TwoStepAnswer.refusal", "FlipcashCore.TwoStepTurn.send",
        "FlipcashCore.TwoStepTurn.finish", "FlipcashNode.EventWorker.Entry.event",
        "FlipcashNode.KeptStream.Arm.opening", "FlipcashNode.KeptStream.Event.opened",
        "FlipcashNode.KeptStream.Event.item", "FlipcashNode.PushStream.Event.item",
        "FlipcashWallet.VerifiedProtoService.Entry.stored", "FlipcashWallet.VerifiedProtoService.Entry.verified",
        "SharedExpenses.SnapshotPager.Step.fetch",
    ]

    @Test("Every library is examined, and the layouts of known enums are read correctly", arguments: libraries)
    func records_ofALibrary_areFound(library: String) {
        #expect(Self.records.contains { $0.path.first == library })
    }

    @Test("A large value behind a label is found, alone or beside others; without a label or in a box it is not")
    func tupleValues_ofSamples_areThoseThatTheFaultHits() throws {
        let sample = try #require(TypeRecord.all.first { $0.path.suffix(2) == ["LargePayloadTests", "Sample"] })
        let found = sample.cases.filter { enumCase in
            !enumCase.isIndirect && Self.tupleValues(of: enumCase).contains { byteCount(of: $0) > Self.limit }
        }
        #expect(found.map(\.name) == ["labelled", "several", "tuple", "optional"])
    }

    private static func tupleValues(of enumCase: TypeRecord.Case) -> [Any.Type] {
        enumCase.payload.flatMap(tupleElements(of:)) ?? []
    }

    struct Large {
        let words: (Int, Int, Int, Int, Int, Int, Int) = (1, 2, 3, 4, 5, 6, 7)
    }

    // Not private: the optimiser removes the records of unused private types.
    enum Sample {
        case labelled(value: Large)
        case several(Int, Large)
        case tuple((Large, Int))
        case optional(value: Large?)
        case alone(Large)
        indirect case boxed(value: Large)
        case small(a: Int, b: String)
        case empty
    }
}
