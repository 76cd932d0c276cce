/// The settings of the profiles that need no file (client specification §12.2).
enum BuiltInProfiles {
    static func document(_ profile: ProfileName) -> JSONValue {
        switch profile {
        case .flipcash: flipcash
        case .test:
            .object(["endpoint": .string("embedded:"), "insecure_keys": .bool(true), "key_store": .string("plain")])
        default: .object([:])
        }
    }

    /// The public service's hosts (client specification §2.2) and keys (payment specification §1).
    private static let flipcash: JSONValue = .object([
        "endpoint": .string("https://ocp-v2.api.flipcash-infra.net:443"),
        "core_endpoint": .string("https://fc-v2.api.flipcash-infra.net:443"),
        "node": .object([
            "key": .string("cash11ndAmdKFEnG2wrQQ5Zqvr1kN9htxxLyoPLYFUV"),
            "core_mint": .string("5AMAA9JV9H97YYVxx8F6FsCMmTwXSuTTQneiup4RYAUQ"),
            "core_vm_authority": .string("cash11ndAmdKFEnG2wrQQ5Zqvr1kN9htxxLyoPLYFUV"),
        ]),
    ])
}
