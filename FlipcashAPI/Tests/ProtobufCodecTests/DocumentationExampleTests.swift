import ProtobufCodec
import Testing

/// The example of the article `ProtobufCodec.md`, line by line. `Scripts/check-examples.py` compares the two.
@Suite("The example of the documentation")
struct DocumentationExampleTests {
    @Test("A message survives bytes and JSON, and damaged bytes are refused")
    func article_firstExample_works() throws {
        let sent = Google_Protobuf_Timestamp.with {
            $0.seconds = 1_700_000_000
            $0.nanos = 250_000_000
        }

        // Equal messages have equal bytes: a signature of the bytes is a signature of the message.
        let bytes: [UInt8] = try sent.serializedBytes()
        let received = try Google_Protobuf_Timestamp(serializedBytes: bytes)

        // JSON, here "2023-11-14T22:13:20.250Z".
        let json = try received.jsonString()

        // Damaged bytes throw an error that says what is wrong and at which byte.
        let damaged = Result { try Google_Protobuf_Timestamp(serializedBytes: bytes.dropLast()) }

        #expect(received == sent)
        #expect(json == "\"2023-11-14T22:13:20.250Z\"")
        let error = #expect(throws: BinaryDecodingError.self) { try damaged.get() }
        #expect(error?.reason == .truncated)
    }
}
