import FlipcashAPI
import ProtobufCodec
import GRPCCore

extension CurrencyService {
    /// Creates a currency and returns its mint. The mint is reserved until the creator's first purchase.
    func launch(_ launch: CurrencyLaunch, owner: KeyPair) async throws(CurrencyLaunchError) -> PublicKey {
        try launch.checkAttestations()
        let response: Ocp_Currency_V1_LaunchResponse
        do {
            var request = Ocp_Currency_V1_LaunchRequest()
            request.owner = owner.publicKey.wire
            request.name = launch.name
            request.nameModerationAttestation = launch.nameAttestation.wire
            if let symbol = launch.symbol {
                request.symbol = symbol.text
                request.symbolModerationAttestation = symbol.attestation.wire
            }
            if let description = launch.description {
                request.description_p = description.text
                request.descriptionModerationAttestation = description.attestation.wire
            }
            if let icon = launch.icon {
                request.icon = icon.bytes
                request.iconModerationAttestation = icon.attestation.wire
            }
            if !launch.billColors.isEmpty { request.billCustomization = .init(colors: launch.billColors) }
            request.signature = owner.sign(try canonicalBytes(request)).wire
            response = try await stub.launch(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok:
            guard let mint = PublicKey(wire: response.mint) else { throw .malformed }
            return mint
        case .denied: throw .denied
        case .nameExists: throw .nameExists
        case .invalidIcon: throw .invalidIcon
        case .UNRECOGNIZED: throw .malformed
        }
    }

    /// Returns whether no currency has the name.
    func isAvailable(name: String) async throws(RPCFailure) -> Bool {
        do {
            let request = Ocp_Currency_V1_CheckAvailabilityRequest.with { $0.name = name }
            return try await stub.checkAvailability(request, options: .unaryDefault).isAvailable
        } catch {
            throw RPCFailure(error)
        }
    }

    /// Replaces the icon of a currency.
    func updateIcon(
        _ icon: AttestedImage, of mint: PublicKey, owner: KeyPair
    ) async throws(CurrencyLaunchError) {
        guard icon.attestation.covers(icon.bytes) else { throw .notAttested }
        let response: Ocp_Currency_V1_UpdateIconResponse
        do {
            var request = Ocp_Currency_V1_UpdateIconRequest()
            request.owner = owner.publicKey.wire
            request.mint = mint.wire
            request.icon = icon.bytes
            request.moderationAttestation = icon.attestation.wire
            request.signature = owner.sign(try canonicalBytes(request)).wire
            response = try await stub.updateIcon(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok: return
        case .notFound: throw .notFound
        case .denied: throw .denied
        case .invalidIcon: throw .invalidIcon
        case .UNRECOGNIZED: throw .malformed
        }
    }

    /// Changes texts, colours and links of a currency.
    func updateMetadata(
        _ update: CurrencyUpdate, of mint: PublicKey, owner: KeyPair
    ) async throws(CurrencyLaunchError) {
        if let description = update.description {
            guard description.attestation.covers(description.text.utf8) else { throw .notAttested }
        }
        let response: Ocp_Currency_V1_UpdateMetadataResponse
        do {
            var request = Ocp_Currency_V1_UpdateMetadataRequest()
            request.owner = owner.publicKey.wire
            request.mint = mint.wire
            if let description = update.description {
                request.newDescription = .with {
                    $0.value = description.text
                    $0.moderationAttestation = description.attestation.wire
                }
            }
            if let colors = update.billColors {
                request.newBillCustomization = .with { $0.value = .init(colors: colors) }
            }
            if let links = update.socialLinks {
                request.newSocialLinks = .with { $0.value = links.map(\.wire) }
            }
            request.signature = owner.sign(try canonicalBytes(request)).wire
            response = try await stub.updateMetadata(request, options: .unaryDefault)
        } catch {
            throw .rpc(RPCFailure(error))
        }
        switch response.result {
        case .ok: return
        case .notFound: throw .notFound
        case .denied: throw .denied
        case .UNRECOGNIZED: throw .malformed
        }
    }
}

extension CurrencyLaunch {
    /// Checks that each statement is about the content that is sent with it.
    fileprivate func checkAttestations() throws(CurrencyLaunchError) {
        guard nameAttestation.covers(name.utf8), symbol.map({ $0.attestation.covers($0.text.utf8) }) ?? true,
            description.map({ $0.attestation.covers($0.text.utf8) }) ?? true,
            icon.map({ $0.attestation.covers($0.bytes) }) ?? true
        else { throw .notAttested }
    }
}

extension ModerationAttestation {
    fileprivate var wire: Ocp_Currency_V1_ModerationAttestation { .with { $0.rawValue = rawValue } }
}

extension Ocp_Currency_V1_BillCustomization {
    fileprivate init(colors: [String]) {
        self = .with { $0.colors = colors.map { color in .with { $0.hex = color } } }
    }
}
