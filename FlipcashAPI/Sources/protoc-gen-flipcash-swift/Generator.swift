/// Generates the files for a request of protoc.
struct Generator {
    private let files: [FileDescriptor]
    private let table: TypeTable
    private let options: GeneratorOptions

    init(_ request: CodeGeneratorRequest) throws {
        options = try GeneratorOptions(request.parameter)
        table = try TypeTable(request.files, bytes: options.bytes)
        let wanted = Set(request.filesToGenerate)
        files = request.files.filter { wanted.contains($0.name) }
    }

    func run() throws -> [GeneratedFile] {
        var result: [GeneratedFile] = []
        for file in files {
            guard file.syntax == "proto3" else {
                throw GeneratorError("\(file.name) is a \(file.syntax) file; only proto3 can be generated")
            }
            let base = Self.baseName(file.name)
            if let models = try models(file) { result.append(GeneratedFile(name: base + ".pb.swift", content: models)) }
            if let rules = try ValidationEmitter.file(file, table) {
                result.append(GeneratedFile(name: base + ".validation.swift", content: rules))
            }
            if let stubs = try ServiceEmitter.file(file, table) {
                result.append(GeneratedFile(name: base + ".grpc.swift", content: stubs))
            }
        }
        let registry = try ModuleEmitter.registry(module: options.module, imports: options.imports, files, table)
        result.append(GeneratedFile(name: "\(options.module)Messages.swift", content: registry))
        if files.contains(where: { !$0.services.isEmpty }) {
            let name = "\(options.module)Serialization.swift"
            result.append(GeneratedFile(name: name, content: ModuleEmitter.serialization))
        }
        return result
    }

    private func models(_ file: FileDescriptor) throws -> String? {
        guard !file.messages.isEmpty || !file.enums.isEmpty else { return nil }
        var code = CodeWriter()
        code.header(source: file.name, imports: options.imports)
        for descriptor in file.enums {
            EnumEmitter(type: try table.enumeration(Self.join(file.package, descriptor.name))).emit(into: &code)
            code.line()
        }
        for descriptor in file.messages {
            try MessageEmitter(try table.message(Self.join(file.package, descriptor.name)), table).emit(into: &code)
            code.line()
        }
        return code.text
    }

    private static func join(_ scope: String, _ name: String) -> String {
        scope.isEmpty ? name : "\(scope).\(name)"
    }

    /// The path of a definition as one file name. A Swift module cannot have two files with the same name.
    private static func baseName(_ path: String) -> String {
        let name = path.hasSuffix(".proto") ? String(path.dropLast(6)) : path
        return name.split(separator: "/").joined(separator: "_")
    }
}
