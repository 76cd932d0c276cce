import Testing

/// The rules of the ledger know neither the wire nor the database, and only `Services` speaks in gRPC statuses. Other
/// folders throw errors of their own, to which `Services` gives a status.
@Suite("What the folders of the node may name") struct NodeFolderTests {
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
        // Not `RPCErrorConvertible`, which any error that has a status may be.
        let naming = try SourceFile.all(in: Self.node).filter { $0.text.contains(#/RPCError(?![A-Za-z])/#) }.map(\.path)
        let services = naming.filter { $0.hasPrefix("\(Self.node)/Services/") }
        #expect(!services.isEmpty, "no service names RPCError: does it have another name now?")
        #expect(naming == services, "only Services may name RPCError")
    }

    @Test(
        "Imports are found however they are written",
        arguments: [
            "import GRDB", "internal import GRDB", "@preconcurrency import GRDB", "import struct GRDB.Row",
            "// A comment.\npublic import class GRDB.Row\n",
        ])
    func imports_inAnyForm_areFound(text: String) {
        #expect(SourceFile(path: "Sample.swift", text: text).imports == ["GRDB"])
    }

    @Test(
        "Text that imports nothing is left alone",
        arguments: ["// import GRDB", "let text = \"import GRDB\"", "importGRDB"])
    func imports_inOtherText_areNotFound(text: String) {
        #expect(SourceFile(path: "Sample.swift", text: text).imports.isEmpty)
    }
}
