/// Writes a service for gRPC: descriptors, server protocols and client.
struct ServiceEmitter {
    let service: Service

    var name: String { service.swiftName }

    /// The code of a whole file; nil when it has no services.
    static func file(_ file: FileDescriptor, _ table: TypeTable) throws -> String? {
        guard !file.services.isEmpty else { return nil }
        var code = CodeWriter()
        code.header(source: file.name, imports: ["GRPCCore"])
        for descriptor in file.services {
            let service = try Service(descriptor, package: file.package, table)
            ServiceEmitter(service: service).emit(into: &code)
        }
        return code.text
    }

    private func emit(into code: inout CodeWriter) {
        emitNamespace(into: &code)
        code.line()
        emitServer(into: &code)
        code.line()
        emitClient(into: &code)
    }

    private func emitNamespace(into code: inout CodeWriter) {
        let descriptor = "GRPCCore.ServiceDescriptor(fullyQualifiedService: \"\(service.fullName)\")"
        code.comment(service.comment, otherwise: "The service `\(service.fullName)`.")
        code.block("public enum \(name): Sendable") { code in
            code.comment(["The descriptor of the service."])
            code.line("public static let descriptor = \(descriptor)")
            code.line()
            code.comment(["The methods of the service."])
            code.block("public enum Method: Sendable") { code in
                for method in service.methods {
                    code.comment(["`\(method.descriptor.name)`: its messages and its descriptor."])
                    code.block("public enum \(method.typeName): Sendable") { code in
                        code.comment(["What the client sends."])
                        code.line("public typealias Input = \(method.input)")
                        code.comment(["What the server answers with."])
                        code.line("public typealias Output = \(method.output)")
                        code.comment(["The descriptor of `\(method.descriptor.name)`."])
                        code.line("public static let descriptor = GRPCCore.MethodDescriptor(")
                        code.line("    service: \(descriptor),")
                        code.line("    method: \"\(method.descriptor.name)\",")
                        code.line("    type: .\(method.kind)")
                        code.line(")")
                    }
                    code.line()
                }
                code.comment(["The descriptors of all methods."])
                code.line("public static let descriptors: [GRPCCore.MethodDescriptor] = [")
                for method in service.methods { code.line("    \(method.typeName).descriptor,") }
                code.line("]")
            }
        }
        code.line()
        code.block("extension GRPCCore.ServiceDescriptor") { code in
            code.comment(["The descriptor of `\(service.fullName)`."])
            code.line("public static let \(service.descriptorName) = \(descriptor)")
        }
    }

    func serializer(_ message: String) -> String { "ProtobufMessageSerializer<\(message)>()" }

    /// The expression of a deserializer whose errors have the given code.
    func deserializer(_ message: String, failure: String) -> String {
        "ProtobufMessageDeserializer<\(message)>(failure: .\(failure))"
    }

    /// Writes the comment of a method from the definition, or its name.
    func emitComment(_ method: Service.Method, into code: inout CodeWriter) {
        code.comment(method.descriptor.comment, otherwise: "The method `\(method.descriptor.name)`.")
    }
}
