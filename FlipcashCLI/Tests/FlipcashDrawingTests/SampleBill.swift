import FlipcashCore
import FlipcashDrawing

/// A bill to draw in tests.
enum SampleBill {
    static let payloadBytes: [UInt8] = [1, 142, 0x40, 0x4B, 0x4C, 0, 0, 0, 0, 0, 11, 22, 33, 44, 55, 66, 77, 88, 99, 7]

    static func make(value: String = "$5.00", colors: BillColors = .standard) throws -> Bill {
        guard let payload = CashCode.Payload(payloadBytes) else { throw Failure.notAPayload }
        let mint = try PublicKey(base58: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")
        return Bill(payload: payload, value: value, mint: mint, colors: colors)
    }

    enum Failure: Error {
        case notAPayload
    }
}
