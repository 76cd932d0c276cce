extension FlipClient {
    /// Asks whether a text may be published.
    ///
    /// - Returns: the service's statement about exactly these bytes.
    /// - Throws: `ModerationError.flagged` when it may not, else `.denied`, `.unsupported`, `.malformed`, `.rpc`.
    public func moderateText(_ text: String, owner: KeyPair) async throws(ModerationError) -> ModerationAttestation {
        try await moderation.moderate(text: text, owner: owner)
    }

    /// Asks whether a picture file may be published.
    ///
    /// - Returns: the service's statement about exactly these bytes.
    /// - Throws: as ``moderateText(_:owner:)``.
    public func moderateImage(
        _ bytes: [UInt8], owner: KeyPair
    ) async throws(ModerationError) -> ModerationAttestation {
        try await moderation.moderate(image: bytes, owner: owner)
    }
}
