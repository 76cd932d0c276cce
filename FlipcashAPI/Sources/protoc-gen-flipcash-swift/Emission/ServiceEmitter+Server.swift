extension ServiceEmitter {
    func emitServer(into code: inout CodeWriter) {
        code.block("extension \(name)") { code in
            emitStreamingProtocol(into: &code)
            code.line()
            emitServiceProtocol(into: &code)
            code.line()
            emitSimpleProtocol(into: &code)
        }
        code.line()
        emitRegistration(into: &code)
        emitStreamingDefaults(into: &code)
        emitServiceDefaults(into: &code)
    }

    private func emitStreamingProtocol(into code: inout CodeWriter) {
        code.comment(["A server of the service with full control: every method handles streams and metadata."])
        code.block("public protocol StreamingServiceProtocol: GRPCCore.RegistrableRPCService") { code in
            for method in service.methods {
                emitComment(method, into: &code)
                emit(streaming(method), into: &code)
            }
        }
    }

    private func emitServiceProtocol(into code: inout CodeWriter) {
        code.comment(["A server of the service with access to metadata: single messages are handled as such."])
        code.block("public protocol ServiceProtocol: \(name).StreamingServiceProtocol") { code in
            for method in service.methods {
                emitComment(method, into: &code)
                emit(typed(method), into: &code)
            }
        }
    }

    private func emitSimpleProtocol(into code: inout CodeWriter) {
        code.comment(["A server of the service that handles messages alone."])
        code.block("public protocol SimpleServiceProtocol: \(name).ServiceProtocol") { code in
            for method in service.methods {
                emitComment(method, into: &code)
                emit(simple(method), into: &code)
            }
        }
    }

    private func emitRegistration(into code: inout CodeWriter) {
        code.block("extension \(name).StreamingServiceProtocol") { code in
            let constraint = "where Transport: GRPCCore.ServerTransport"
            code.block(
                "public func registerMethods<Transport>(with router: inout GRPCCore.RPCRouter<Transport>) \(constraint)"
            ) { code in
                for method in service.methods {
                    code.line("router.registerHandler(")
                    code.line("    forMethod: \(name).Method.\(method.typeName).descriptor,")
                    code.line("    deserializer: \(deserializer(method.input, failure: "invalidArgument")),")
                    code.line("    serializer: \(serializer(method.output)),")
                    code.line("    handler: { request, context in")
                    code.line("        try await self.\(method.functionName)(request: request, context: context)")
                    code.line("    }")
                    code.line(")")
                }
            }
        }
        code.line()
    }
}

// MARK: Signatures

extension ServiceEmitter {
    /// A function: its name, its parameters and what it returns.
    struct Signature {
        let name: String
        let parameters: [String]
        let result: String?
    }

    private func emit(_ signature: Signature, into code: inout CodeWriter) {
        emitHead("func", signature, into: &code, isOpen: false)
        code.line()
    }

    private func emitHead(_ keyword: String, _ signature: Signature, into code: inout CodeWriter, isOpen: Bool) {
        let result = signature.result.map { " -> \($0)" } ?? ""
        code.line("\(keyword) \(signature.name)(")
        for (index, parameter) in signature.parameters.enumerated() {
            code.line("    \(parameter)\(index + 1 < signature.parameters.count ? "," : "")")
        }
        code.line(") async throws\(result)\(isOpen ? " {" : "")")
    }

    private func emitFunction(_ signature: Signature, _ body: [String], into code: inout CodeWriter) {
        emitHead("public func", signature, into: &code, isOpen: true)
        for line in body { code.line("    \(line)") }
        code.line("}")
        code.line()
    }

    private var context: String { "context: GRPCCore.ServerContext" }

    private func streaming(_ method: Service.Method) -> Signature {
        Signature(
            name: method.functionName,
            parameters: ["request: GRPCCore.StreamingServerRequest<\(method.input)>", context],
            result: "GRPCCore.StreamingServerResponse<\(method.output)>")
    }

    private func typed(_ method: Service.Method) -> Signature {
        let request = method.descriptor.isClientStreaming ? "StreamingServerRequest" : "ServerRequest"
        let response = method.descriptor.isServerStreaming ? "StreamingServerResponse" : "ServerResponse"
        return Signature(
            name: method.functionName,
            parameters: ["request: GRPCCore.\(request)<\(method.input)>", context],
            result: "GRPCCore.\(response)<\(method.output)>")
    }

    private func simple(_ method: Service.Method) -> Signature {
        let request =
            method.descriptor.isClientStreaming
            ? "GRPCCore.RPCAsyncSequence<\(method.input), any Swift.Error>" : method.input
        let writer = method.descriptor.isServerStreaming ? ["response: GRPCCore.RPCWriter<\(method.output)>"] : []
        return Signature(
            name: method.functionName,
            parameters: ["request: \(request)"] + writer + [context],
            result: method.descriptor.isServerStreaming ? nil : method.output)
    }
}

// MARK: Default implementations

extension ServiceEmitter {
    private func emitStreamingDefaults(into code: inout CodeWriter) {
        // A bidirectional method has the same signature in both protocols and needs no default.
        let methods = service.methods.filter { $0.kind != "bidirectionalStreaming" }
        guard !methods.isEmpty else { return }
        code.block("extension \(name).ServiceProtocol") { code in
            for method in methods {
                let request =
                    method.descriptor.isClientStreaming ? "request" : "GRPCCore.ServerRequest(stream: request)"
                let result =
                    method.descriptor.isServerStreaming
                    ? "response" : "GRPCCore.StreamingServerResponse(single: response)"
                let body = [
                    "let response = try await self.\(method.functionName)(request: \(request), context: context)",
                    "return \(result)",
                ]
                emitFunction(streaming(method), body, into: &code)
            }
        }
        code.line()
    }

    private func emitServiceDefaults(into code: inout CodeWriter) {
        code.block("extension \(name).SimpleServiceProtocol") { code in
            for method in service.methods {
                let request = method.descriptor.isClientStreaming ? "request.messages" : "request.message"
                let call = "try await self.\(method.functionName)(request: \(request)"
                let body: [String]
                if method.descriptor.isServerStreaming {
                    body = [
                        "return GRPCCore.StreamingServerResponse<\(method.output)>(",
                        "    metadata: [:],",
                        "    producer: { writer in",
                        "        \(call), response: writer, context: context)",
                        "        return [:]",
                        "    }",
                        ")",
                    ]
                } else {
                    body = [
                        "return GRPCCore.ServerResponse<\(method.output)>(",
                        "    message: \(call), context: context),",
                        "    metadata: [:]",
                        ")",
                    ]
                }
                emitFunction(typed(method), body, into: &code)
            }
        }
    }
}
