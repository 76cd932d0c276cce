/// The environment variables that the wallet looks at, as a value.
public struct ProcessEnvironment: Sendable {
    private let variables: [String: String]

    /// Takes the variables by name.
    public init(_ variables: [String: String]) { self.variables = variables }

    /// The value of `name`; an empty one counts as unset, as the XDG convention asks.
    public subscript(name: String) -> String? {
        guard let value = variables[name], !value.isEmpty else { return nil }
        return value
    }
}
