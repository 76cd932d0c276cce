public import FlipcashCore

extension Session {
    /// Has the service check everything in a draft.
    ///
    /// - Parameter onCheck: called with the name of each field before it is checked.
    /// - Returns: the draft with the service's statements about exactly its bytes.
    /// - Throws: `SwapFailure.moderation`, `PinFailure`, `NodeGateFailure`.
    public func moderate(
        _ draft: LaunchDraft, onCheck: @Sendable (String) -> Void = { _ in }
    ) async throws -> CurrencyLaunch {
        try await passGates()
        func checked(_ text: String, _ content: CurrencyContent) async throws(SwapFailure) -> AttestedText {
            onCheck(content.rawValue)
            return try await attested(text, as: content)
        }
        let name = try await checked(draft.name, .name)
        var (symbol, description): (AttestedText?, AttestedText?)
        var icon: AttestedImage?
        if let text = draft.symbol { symbol = try await checked(text, .symbol) }
        if let text = draft.description { description = try await checked(text, .description) }
        if let bytes = draft.icon {
            onCheck(CurrencyContent.icon.rawValue)
            icon = try await attestedIcon(bytes)
        }
        return CurrencyLaunch(
            name: draft.name, nameAttestation: name.attestation, symbol: symbol, description: description, icon: icon,
            billColors: draft.billColors)
    }

    /// Returns a text with the service's statement that it is allowed.
    ///
    /// - Throws: `SwapFailure.moderation`.
    func attested(_ text: String, as content: CurrencyContent) async throws(SwapFailure) -> AttestedText {
        do throws(ModerationError) {
            return AttestedText(text: text, attestation: try await flipClient.moderateText(text, owner: owner))
        } catch {
            throw .moderation(content, error)
        }
    }

    /// Returns a picture with the service's statement that it is allowed.
    ///
    /// - Throws: `SwapFailure.moderation`.
    func attestedIcon(_ bytes: [UInt8]) async throws(SwapFailure) -> AttestedImage {
        do throws(ModerationError) {
            return AttestedImage(bytes: bytes, attestation: try await flipClient.moderateImage(bytes, owner: owner))
        } catch {
            throw .moderation(.icon, error)
        }
    }
}
