extension ServiceEmitter {
    func emitClient(into code: inout CodeWriter) {
        code.block("extension \(name)") { code in
            code.comment(["The calls that a client of the service can make."])
            code.block("public protocol ClientProtocol: Sendable") { code in
                for method in service.methods {
                    emitComment(method, into: &code)
                    emitHead("func", method, coders(method) + plainEnd(method), into: &code, isOpen: false)
                    code.line()
                }
            }
            code.line()
            code.comment(["A client of the service over a transport."])
            code.block(
                "public struct Client<Transport>: ClientProtocol where Transport: GRPCCore.ClientTransport"
            ) { code in
                code.line("private let client: GRPCCore.GRPCClient<Transport>")
                code.line()
                code.comment(["Creates a client that calls through the given gRPC client."])
                code.block("public init(wrapping client: GRPCCore.GRPCClient<Transport>)") { code in
                    code.line("self.client = client")
                }
                for method in service.methods {
                    code.line()
                    emitComment(method, into: &code)
                    emitHead("public func", method, coders(method) + end(method), into: &code, isOpen: true)
                    code.line("    try await self.client.\(method.kind)(")
                    code.line("        request: request,")
                    code.line("        descriptor: \(name).Method.\(method.typeName).descriptor,")
                    code.line("        serializer: serializer,")
                    code.line("        deserializer: deserializer,")
                    code.line("        options: options,")
                    code.line("        onResponse: handleResponse")
                    code.line("    )")
                    code.line("}")
                }
            }
        }
        code.line()
        emitCoderDefaults(into: &code)
        emitConveniences(into: &code)
    }

    /// Writes calls that use the codec by default.
    private func emitCoderDefaults(into code: inout CodeWriter) {
        code.block("extension \(name).ClientProtocol") { code in
            for method in service.methods {
                emitComment(method, into: &code)
                emitHead("public func", method, [request(method)] + end(method), into: &code, isOpen: true)
                code.line("    try await self.\(method.functionName)(")
                code.line("        request: request,")
                code.line("        serializer: \(serializer(method.input)),")
                code.line("        deserializer: \(deserializer(method.output, failure: "internalError")),")
                code.line("        options: options,")
                code.line("        onResponse: handleResponse")
                code.line("    )")
                code.line("}")
                code.line()
            }
        }
        code.line()
    }

    /// Writes calls that take a message, or a closure that produces messages.
    private func emitConveniences(into code: inout CodeWriter) {
        code.block("extension \(name).ClientProtocol") { code in
            for method in service.methods {
                emitComment(method, into: &code)
                let producer =
                    "requestProducer producer: @Sendable @escaping (GRPCCore.RPCWriter<\(method.input)>) async throws -> Void"
                let metadata = "metadata: GRPCCore.Metadata = [:]"
                let options = "options: GRPCCore.CallOptions = .defaults"
                let handler = end(method).dropFirst()
                let isStreaming = method.descriptor.isClientStreaming
                let parameters =
                    isStreaming
                    ? [metadata, options, producer] + handler
                    : ["_ message: \(method.input)", metadata, options] + handler
                emitHead("public func", method, parameters, into: &code, isOpen: true)
                let type = isStreaming ? "StreamingClientRequest" : "ClientRequest"
                let content =
                    isStreaming ? "metadata: metadata, producer: producer" : "message: message, metadata: metadata"
                code.line("    let request = GRPCCore.\(type)<\(method.input)>(\(content))")
                code.line("    return try await self.\(method.functionName)(")
                code.line("        request: request,")
                code.line("        options: options,")
                code.line("        onResponse: handleResponse")
                code.line("    )")
                code.line("}")
                code.line()
            }
        }
        code.line()
    }
}

// MARK: Parameters

extension ServiceEmitter {
    private func request(_ method: Service.Method) -> String {
        let type = method.descriptor.isClientStreaming ? "StreamingClientRequest" : "ClientRequest"
        return "request: GRPCCore.\(type)<\(method.input)>"
    }

    private func coders(_ method: Service.Method) -> [String] {
        [
            request(method),
            "serializer: some GRPCCore.MessageSerializer<\(method.input)>",
            "deserializer: some GRPCCore.MessageDeserializer<\(method.output)>",
        ]
    }

    private func handler(_ method: Service.Method) -> String {
        let type = method.descriptor.isServerStreaming ? "StreamingClientResponse" : "ClientResponse"
        let response = "GRPCCore.\(type)<\(method.output)>"
        return "onResponse handleResponse: @Sendable @escaping (\(response)) async throws -> Result"
    }

    private func plainEnd(_ method: Service.Method) -> [String] {
        ["options: GRPCCore.CallOptions", handler(method)]
    }

    /// The last parameters with their defaults. A single response is returned unchanged by default.
    private func end(_ method: Service.Method) -> [String] {
        let single = method.descriptor.isServerStreaming ? "" : " = { response in try response.message }"
        return ["options: GRPCCore.CallOptions = .defaults", handler(method) + single]
    }

    private func emitHead(
        _ keyword: String, _ method: Service.Method, _ parameters: [String], into code: inout CodeWriter, isOpen: Bool
    ) {
        code.line("\(keyword) \(method.functionName)<Result>(")
        for (index, parameter) in parameters.enumerated() {
            code.line("    \(parameter)\(index + 1 < parameters.count ? "," : "")")
        }
        code.line(") async throws -> Result where Result: Sendable\(isOpen ? " {" : "")")
    }
}
