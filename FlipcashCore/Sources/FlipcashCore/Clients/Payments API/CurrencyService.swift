public import FlipcashAPI
import ProtobufCodec
import GRPCCore

/// `ocp.currency.v1.Currency`: currencies and the live stream of signed rates.
struct CurrencyService: Sendable {
    let stub: any Ocp_Currency_V1_Currency.ClientProtocol

    init(_ stub: any Ocp_Currency_V1_Currency.ClientProtocol) { self.stub = stub }

    /// Returns the currencies at `addresses`; throws ``MintsError/notFound`` unless all are known.
    func mints(_ addresses: [PublicKey]) async throws(MintsError) -> [PublicKey: MintMetadata] {
        guard !addresses.isEmpty else { return [:] }
        let response: Ocp_Currency_V1_GetMintsResponse
        do {
            let request = Ocp_Currency_V1_GetMintsRequest.with { $0.addresses = addresses.map(\.wire) }
            response = try await stub.getMints(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok:
            var mints: [PublicKey: MintMetadata] = [:]
            for wire in response.metadataByAddress.values {
                guard let mint = MintMetadata(wire: wire) else { throw .malformed }
                mints[mint.address] = mint
            }
            guard addresses.allSatisfy({ mints[$0] != nil }) else { throw .malformed }
            return mints
        case .notFound: throw .notFound
        case .UNRECOGNIZED: throw .malformed
        }
    }

    /// Opens the live stream for `mints` and passes each message to `onEvent` until the stream ends.
    ///
    /// Sends the first message together with the opening, since the server waits only 250 ms for it. Answers pings with
    /// the time from `now`.
    func streamLiveMintData(
        mints: [PublicKey], now: @escaping @Sendable () -> Instant,
        onEvent: @escaping @Sendable (LiveMintEvent) async -> Void
    ) async throws(RPCFailure) {
        typealias Request = Ocp_Currency_V1_StreamLiveMintDataRequest
        let (outbound, outbox) = AsyncStream<Request>.makeStream()
        outbox.yield(.with { $0.request = .with { $0.mints = mints.map(\.wire) } })
        let request = StreamingClientRequest<Request> { writer in
            for await message in outbound { try await writer.write(message) }
        }
        do {
            try await stub.streamLiveMintData(request: request, options: .streaming) { response in
                defer { outbox.finish() }
                for try await message in response.messages {
                    switch message.type {
                    case .ping(let ping):
                        // In whole seconds, as client specification §5.4 says.
                        let time = Instant(seconds: now().seconds)
                        outbox.yield(.with { $0.pong = .with { $0.timestamp = time.wire } })
                        await onEvent(.ping(delay: ping.pingDelay.duration))
                    case .data(let data):
                        switch data.type {
                        case .coreMintFiatExchangeRates(let batch): await onEvent(.rates(batch.exchangeRates))
                        case .launchpadCurrencyReserveStates(let batch): await onEvent(.reserves(batch.reserveStates))
                        case nil: await onEvent(.empty)
                        }
                    case nil: await onEvent(.empty)
                    }
                }
            }
        } catch {
            throw RPCFailure(error)
        }
    }
}

/// One message of the live stream.
public enum LiveMintEvent: Sendable {
    /// Signed exchange rates, not yet verified.
    case rates([Ocp_Currency_V1_VerifiedCoreMintFiatExchangeRate])
    /// Signed supplies, not yet verified.
    case reserves([Ocp_Currency_V1_VerifiedLaunchpadCurrencyReserveState])
    /// A ping from the server; the next one is due after `delay`.
    case ping(delay: Duration)
    /// A message without content, or of a newer protocol.
    case empty
}

/// Errors from fetching currencies.
public enum MintsError: ServerError, Hashable {
    /// At least one address is unknown; the service returns all currencies or an error.
    case notFound
    /// The response is malformed.
    case malformed
    /// The call failed.
    case rpc(RPCFailure)

    /// True only for failed calls that may succeed later; the service's own results are final.
    public var isRetryable: Bool {
        if case .rpc(let failure) = self { failure.isRetryable } else { false }
    }

    /// An unknown address is information; a malformed response is an error.
    public var reportingLevel: ReportingLevel {
        switch self {
        case .notFound: .info
        case .malformed: .error
        case .rpc(let failure): failure.reportingLevel
        }
    }
}
