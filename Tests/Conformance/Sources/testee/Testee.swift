internal import ProtobufCodec

/// Handles the suite's requests: reads a message in one form and writes it in another.
enum Testee {
    private typealias Sample = ProtobufTestMessages_Proto3_TestAllTypesProto3

    private static let types = TypeRegistry([Sample.self])

    static func answer(_ request: Conformance_ConformanceRequest) -> Conformance_ConformanceResponse {
        var response = Conformance_ConformanceResponse()
        if request.messageType == "conformance.FailureSet" {
            // The suite's first request asks for the tests known to fail. There are none.
            response.protobufPayload = []
            return response
        }
        guard request.messageType == Sample.protoMessageName else {
            response.skipped = "only proto3 messages are generated"
            return response
        }
        let message: Sample
        switch parsed(request) {
        case .success(let value?): message = value
        case .success(nil):
            response.skipped = "unsupported form"
            return response
        case .failure(let error):
            response.parseError = "\(error)"
            return response
        }
        return written(message, as: request.requestedOutputFormat)
    }

    private static func parsed(_ request: Conformance_ConformanceRequest) -> Result<Sample?, any Error> {
        Result {
            switch request.payload {
            case .protobufPayload(let bytes)?: return try Sample(serializedBytes: bytes)
            case .jsonPayload(let text)?:
                var options = JSONDecodingOptions()
                options.types = types
                options.ignoreUnknownFields = request.testCategory == .jsonIgnoreUnknownParsingTest
                return try Sample(jsonString: text, options: options)
            case .jspbPayload?, .textPayload?, nil: return nil
            }
        }
    }

    private static func written(
        _ message: Sample, as format: Conformance_WireFormat
    ) -> Conformance_ConformanceResponse {
        var response = Conformance_ConformanceResponse()
        do {
            switch format {
            case .protobuf: response.protobufPayload = try message.serializedBytes()
            case .json:
                var options = JSONEncodingOptions()
                options.types = types
                response.jsonPayload = try message.jsonString(options: options)
            case .unspecified, .jspb, .textFormat, .UNRECOGNIZED: response.skipped = "unsupported form"
            }
        } catch {
            response.serializeError = "\(error)"
        }
        return response
    }
}
