import Testing

/// Tests that the ledger's rules do not depend on wire or database, and that only `Services` uses gRPC statuses. Other
/// folders throw their own errors, which `Services` converts to statuses.
@Suite("What the folders of the node may import") struct NodeFolderTests {
    static let node = "FlipcashCLI/Sources/FlipcashNode"

    @Test("The ledger imports no messages, no gRPC and no database")
    func ledger_imports_neitherWireNorDatabase() throws {
        let barred: Set = ["FlipcashAPI", "FlipcashCoreAPI", "GRPCCore", "ProtobufCodec", "GRDB"]
        for file in try SourceFile.all(in: "\(Self.node)/Ledger") {
            let found = file.imports.intersection(barred)
            #expect(found.isEmpty, "\(file.path) imports \(found.sorted().joined(separator: ", "))")
        }
    }

    @Test("Only Services names gRPC statuses")
    func node_outsideServices_namesNoStatus() throws {
        // Not `RPCErrorConvertible`, to which any error with a status may conform.
        let naming = try SourceFile.all(in: Self.node).filter { $0.text.contains(#/RPCError(?![A-Za-z])/#) }.map(\.path)
        let services = naming.filter { $0.hasPrefix("\(Self.node)/Services/") }
        #expect(!services.isEmpty, "no service names RPCError: does it have another name now?")
        #expect(naming == services, "only Services may name RPCError")
    }

    @Test(
        "Imports are found in every form",
        arguments: [
            "import GRDB", "internal import GRDB", "@preconcurrency import GRDB", "import struct GRDB.Row",
            "// A comment.\npublic import class GRDB.Row\n",
        ])
    func imports_inAnyForm_areFound(text: String) {
        #expect(SourceFile(path: "Sample.swift", text: text).imports == ["GRDB"])
    }

    @Test(
        "Text without an import is ignored",
        arguments: ["// import GRDB", "let text = \"import GRDB\"", "importGRDB"])
    func imports_inOtherText_areNotFound(text: String) {
        #expect(SourceFile(path: "Sample.swift", text: text).imports.isEmpty)
    }
}
