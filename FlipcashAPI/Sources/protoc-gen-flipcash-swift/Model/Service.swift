/// A service with its names in Swift.
struct Service {
    struct Method {
        let descriptor: ServiceDescriptor.Method
        let typeName: String
        let functionName: String
        let input: String
        let output: String

        /// The name of the descriptor's case for this kind of call.
        var kind: String {
            switch (descriptor.isClientStreaming, descriptor.isServerStreaming) {
            case (false, false): "unary"
            case (true, false): "clientStreaming"
            case (false, true): "serverStreaming"
            case (true, true): "bidirectionalStreaming"
            }
        }
    }

    let fullName: String
    let swiftName: String
    /// The name of the service's descriptor among all descriptors.
    let descriptorName: String
    let comment: [String]
    let methods: [Method]

    init(_ descriptor: ServiceDescriptor, package: String, _ table: TypeTable) throws {
        fullName = package.isEmpty ? descriptor.name : "\(package).\(descriptor.name)"
        swiftName = Names.typePrefix(package: package) + descriptor.name
        descriptorName = package.split(separator: ".").joined(separator: "_") + "_" + descriptor.name
        comment = descriptor.comment
        methods = try descriptor.methods.map { method in
            Method(
                descriptor: method,
                typeName: CamelCase.upper(method.name),
                functionName: CamelCase.lower(method.name),
                input: try table.message(method.inputType).swiftName,
                output: try table.message(method.outputType).swiftName)
        }
    }
}
