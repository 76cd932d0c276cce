import FlipcashAPI
import FlipcashCoreAPI

/// Both APIs, loaded once.
enum Roots {
    static let payments = Result {
        try DefinitionRoot(name: "payments", folder: "FlipcashAPI/Protos", models: FlipcashAPIMessages.all)
    }
    static let core = Result {
        try DefinitionRoot(name: "core", folder: "FlipcashCoreAPI/Protos", models: FlipcashCoreAPIMessages.all)
    }

    /// The API that a message type belongs to.
    static func root(of type: String) throws -> DefinitionRoot {
        try type.hasPrefix("flipcash.") && !type.hasPrefix("flipcash.validation.") ? core.get() : payments.get()
    }
}
