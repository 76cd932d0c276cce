import Benchmark
public import Comparison
import SwiftProtobuf

/// swift-protobuf with the models that its plug-in generates from our definitions (`Generated`, see generate.sh).
public enum SwiftProtobufRival {
    public static let submitIntent = rival(Ocp_Transaction_V1_SubmitIntentRequest.self)
    public static let liveData = rival(Ocp_Currency_V1_StreamLiveMintDataResponse.self)
    public static let notifications = rival(Flipcash_Activity_V1_GetPagedNotificationsResponse.self)
    public static let history = rival(Ocp_Currency_V1_GetHistoricalMintDataResponse.self)

    // Inlined, so that each message type gets specialized code, as in a program that uses the library.
    @inline(__always)
    private static func rival<M: SwiftProtobuf.Message>(_ type: M.Type) -> CodecRival {
        CodecRival(
            decode: { bytes in blackHole(try? M(serializedBytes: bytes)) },
            encoder: { bytes in
                guard let message = try? M(serializedBytes: bytes) else { return {} }
                return { blackHole(try? message.serializedBytes() as [UInt8]) }
            },
            rewritten: { bytes in try? M(serializedBytes: bytes).serializedBytes() })
    }
}
