/// Checks typed input. Callers use the output, never the input.
public protocol Validator<Output>: Sendable {
    /// The type of valid input after parsing.
    associatedtype Output

    /// Returns the canonical form of `input`; nil when it is invalid.
    func validate(_ input: String) -> Output?
}
