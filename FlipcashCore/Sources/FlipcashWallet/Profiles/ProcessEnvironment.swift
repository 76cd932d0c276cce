/// The environment variables that the wallet reads, as a value.
public struct ProcessEnvironment: Sendable {
    private let variables: [String: String]

    /// Creates an environment from variables by name.
    public init(_ variables: [String: String]) { self.variables = variables }

    /// Returns the value of `name`. An empty value counts as unset, as in the XDG convention.
    public subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }
}
