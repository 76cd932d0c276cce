internal import Foundation
internal import ProtobufCodec

// A protoc plugin: reads a CodeGeneratorRequest from standard input and writes the response to standard output.
//
// Errors in the definitions are part of the response, and protoc reports them. Only an unreadable request makes the
// plugin fail.
do {
    let input = try FileHandle.standardInput.readToEnd() ?? Data()
    let request = try CodeGeneratorRequest([UInt8](input))
    var response = CodeGeneratorResponse()
    response.supportedFeatures = CodeGeneratorResponse.featureProto3Optional
    do {
        response.files = try Generator(request).run()
    } catch let error as GeneratorError {
        response.error = error.description
    }
    let output: [UInt8] = try response.serializedBytes()
    try FileHandle.standardOutput.write(contentsOf: output)
} catch {
    try? FileHandle.standardError.write(contentsOf: Data("protoc-gen-flipcash-swift: \(error)\n".utf8))
    exit(1)
}
